// The page's module: boot, then one call per frame from web/host/frames.js.
#include <algorithm>
#include <chrono>
#include <optional>

#include "web/api/bridge.h"
#include "web/app/app.h"
#include "web/controls/probes.h"
#include "web/platform/clock_budget.h"

namespace reshard {
namespace {

using Clock = std::chrono::steady_clock;

// Half of a frame at 60 Hz: the other half draws. Where drawing takes longer, as it does without a graphics card, work may take
// as long as that, but no longer than a task may be that nobody notices (50 ms, with what else a frame does); unless drawing alone
// is longer, as thousands of nodes are. A click, or another link, waits no longer than the most of it.
constexpr std::chrono::milliseconds kLeastWork{8}, kUnnoticed{32}, kLongDrawing{120}, kMostWork{100};

Platform platform;
std::optional<App> app;  // made once there is a Dear ImGui context

Clock::time_point work_ended;
bool frames_follow = false;  // the last frame asked for this one, which so came as soon as that one was drawn

std::chrono::milliseconds time_for_work() {
  if (!frames_follow) return kLeastWork;
  const auto drawing = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - work_ended);
  return std::clamp(drawing, kLeastWork, drawing < kLongDrawing ? kUnnoticed : kMostWork);
}

int frame() {
  if (!platform.begin_frame()) return kFrameIdle;
  ui::begin_probes();
  ClockBudget budget(time_for_work());
  app->frame(budget);
  work_ended = Clock::now();
  platform.end_frame();
  const bool busy = app->busy() || platform.input_waits();
  frames_follow = busy;
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
