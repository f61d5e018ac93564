// The page's module: boot, then one call per frame from web/frames.js.
#include <chrono>
#include <optional>

#include "web/app.h"
#include "web/bridge.h"
#include "web/marks.h"
#include "web/state_json.h"

namespace reshard {
namespace {

// What a frame of 60 a second has left beside drawing.
constexpr std::chrono::milliseconds kWorkPerFrame(8);

class Deadline final : public Budget {
 public:
  bool spent() override { return Clock::now() >= end_; }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point end_ = Clock::now() + kWorkPerFrame;
};

Platform platform;
std::optional<App> app;  // from the moment there is something to draw on

int frame() {
  if (!platform.begin_frame()) return kFrameIdle;
  ui::begin_marks();
  Deadline deadline;
  app->frame(deadline);
  platform.end_frame();
  return (app->busy() ? kFrameBusy : kFrameIdle) | (ImGui::GetIO().WantTextInput ? kFrameCaret : kFrameIdle);
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
  attach({
      .platform = &platform,
      .frame = frame,
      .set_preferences = [](const Preferences& preferences) { app->prefer(preferences); },
      .open_link = [](std::string_view fragment) { app->open(fragment); },
      .state = [] { return state_json(*app); },
  });
  return 0;
}
