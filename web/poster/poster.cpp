// reshard-poster.wasm: a scenario's figure as SVG, for who writes posts. It is the playground without a window, and asks
// the system for nothing; web/poster/reshard-poster.mjs gives it the fonts and the link, and writes what it answers.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "imgui.h"
#include "web/app.h"
#include "web/figure_svg.h"
#include "web/fonts.h"

// clang-format off
#define EXPORT(name) extern "C" __attribute__((export_name("reshard_" #name)))
// clang-format on

namespace reshard {
namespace {

std::array<std::vector<std::uint8_t>, 3> given;  // the two fonts and the link
std::string reply;
std::string refused;  // what of the link could not be taken

// One link per instance: Dear ImGui's context lives as long as it.
std::string poster_of(std::string_view link, ImVec2 size, bool dark) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = size;
  ui::build_fonts({given[0], given[1]}, 1);
  Page page;
  page.tell_refused = [](const std::string& text) { refused = text; };
  App app(page);
  Preferences preferences;
  preferences.dark = dark;
  preferences.reduced_motion = true;  // the picture is of the end
  app.prefer(preferences);
  app.open(link);
  NoLimit all_at_once;
  do {
    io.DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    app.frame(all_at_once);
    ImGui::EndFrame();
  } while (app.busy());
  ImGui::NewFrame();  // texts are measured in its font
  std::string svg = ui::figure_svg(app.results(), app.ui(), size, dark);
  ImGui::EndFrame();
  return svg;
}

}  // namespace
}  // namespace reshard

using namespace reshard;

/// Room for the regular font (0), the semibold one (1) and the link (2).
EXPORT(room) std::uint8_t* room(std::uint32_t which, std::uint32_t bytes) {
  given[which].resize(bytes);
  return given[which].data();
}

/// Makes the picture, once; its size is in CSS pixels.
EXPORT(draw) void draw(float width, float height, std::uint32_t dark) {
  const std::vector<std::uint8_t>& link = given[2];
  reply = poster_of({reinterpret_cast<const char*>(link.data()), link.size()}, {width, height}, dark != 0);
}

/// The document, and what of the link could not be taken.
EXPORT(picture) const char* picture() { return reply.c_str(); }
EXPORT(refused) const char* refused_text() { return refused.c_str(); }
