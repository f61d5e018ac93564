// The page's module: boot, then one call per frame from web/frames.js.
#include "web/bridge.h"
#include "web/marks.h"

namespace reshard {
namespace {

Platform platform;
Page page;
Preferences preferences;

void draw_scene() {  // replaced by App::frame()
  preferences.dark ? ImGui::StyleColorsDark() : ImGui::StyleColorsLight();
  ImGui::SetNextWindowPos(ImVec2(0, 0));
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::Begin("##scene", nullptr, ImGuiWindowFlags_NoDecoration & ~ImGuiWindowFlags_NoScrollbar);
  static int nodes = 5;
  ImGui::PushFont(ui::font(ui::FontRole::kSection));
  ImGui::TextUnformatted("Reshard Решард → ≤ Σ");
  ImGui::PopFont();
  ImGui::PushFont(ui::font(ui::FontRole::kFigure));
  ImGui::Text("%d nodes 1,111 16.4 %%", nodes);
  ImGui::PopFont();
  if (ImGui::Button("Add")) page.announce("Now there are " + std::to_string(++nodes) + " nodes.");
  ui::mark("add-node");
  static char name[64] = "node-0";
  ImGui::InputText("name", name, sizeof name);
  ui::mark("name");
  static float value = 0.5f;
  ImGui::SliderFloat("value", &value, 0, 1);
  ui::mark("value");
  if (ImGui::Button("Copy link")) page.copy("https://example.org/#v=1");
  ui::mark("copy");
  if (ImGui::Button("Open")) ImGui::OpenPopup("popup");
  ui::mark("open");
  if (ImGui::BeginPopup("popup")) {
    ImGui::TextUnformatted("A popup");
    ui::mark("popup");
    ImGui::EndPopup();
  }
  ImGui::PushFont(ui::font(ui::FontRole::kSmall));
  for (int i = 0; i < 60; ++i) ImGui::Text("line %d", i);
  ImGui::PopFont();
  ui::mark("last-line");
  ImGui::End();
}

int frame() {
  if (!platform.begin_frame()) return kFrameIdle;
  ui::begin_marks();
  draw_scene();
  platform.end_frame();
  return ImGui::GetIO().WantTextInput ? kFrameCaret : kFrameIdle;
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
  page = connect_page();
  attach({&platform, frame, [](const Preferences& p) { preferences = p; }});
  return 0;
}
