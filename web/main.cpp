// The page's module: boot, then one call per frame from web/frames.js.
#include <chrono>
#include <optional>

#include "web/app.h"
#include "web/bridge.h"
#include "web/clock_budget.h"
#include "web/marks.h"

namespace reshard {
namespace {

// Half of a frame at 60 Hz: the other half draws.
constexpr std::chrono::milliseconds kWorkPerFrame{8};

Platform platform;
std::optional<App> app;  // made once there is a Dear ImGui context

int frame() {
  if (!platform.begin_frame()) return kFrameIdle;
  ui::begin_marks();
  ClockBudget budget(kWorkPerFrame);
  app->frame(budget);
  platform.end_frame();
  const bool busy = app->busy() || platform.input_waits();
  return (busy ? kFrameBusy : kFrameIdle) | (ImGui::GetIO().WantTextInput ? kFrameCaret : kFrameIdle);
}

}  // namespace
}  // namespace reshard

int main() {
  using namespace reshard;
  const Status opened = platform.open(page_fonts());
  if (!opened.ok()) {
    report_failure(message(opened.error()));
    return 1;
  }
  app.emplace(connect_page());
  attach({&platform, &*app, frame});
  return 0;
}
