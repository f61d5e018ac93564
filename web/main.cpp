// The page's module: boot, then one call per frame from web/host/frames.js.
#include <chrono>
#include <new>
#include <optional>

#include "web/api/bridge.h"
#include "web/app/app.h"
#include "web/controls/probes.h"
#include "web/platform/clock_budget.h"

namespace reshard {
namespace {

// Work gets half of a frame at 60 Hz; drawing gets the other half. Where drawing takes longer, as it does without a
// graphics card, the page also asks for work between frames. No task takes so long that a click would have to wait.
constexpr std::chrono::milliseconds kWorkOfFrame{8}, kWorkBetween{16};

Platform platform;
std::optional<App> app;  // made once there is a Dear ImGui context

int frame() {
  if (!platform.begin_frame()) return kFrameIdle;
  ui::begin_probes();
  app->draw();
  ClockBudget budget(kWorkOfFrame);
  app->advance(budget);
  platform.end_frame();
  const bool busy = app->busy() || platform.input_waits() || platform.tooltip_waits();
  return (busy ? kFrameBusy : kFrameIdle) | (ImGui::GetIO().WantTextInput ? kFrameCaret : kFrameIdle);
}

bool work() {
  ClockBudget budget(kWorkBetween);
  app->advance(budget);
  return app->works();
}

}  // namespace
}  // namespace reshard

int main() {
  using namespace reshard;
  std::set_new_handler(report_no_memory);
  const Status opened = platform.open(page_fonts());
  if (!opened.ok()) {
    report_failure(message(opened.error()));
    return 1;
  }
  app.emplace(connect_page());
  attach({&platform, &*app, frame, work});
  return 0;
}
