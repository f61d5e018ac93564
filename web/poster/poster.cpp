// reshard-poster.wasm: a scenario's figure as SVG, for authors of posts. It is the playground without a window and
// makes no system calls; web/poster/reshard-poster.mjs passes it the fonts and the link, and writes what it returns.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/scenario/json.h"
#include "core/scenario/link.h"
#include "imgui.h"
#include "web/api/figure_svg.h"
#include "web/app/app.h"
#include "web/draw/fonts.h"

// clang-format off
#define EXPORT(name) extern "C" __attribute__((export_name("reshard_" #name)))
// clang-format on

namespace reshard {
namespace {

std::vector<ui::FontFile> fonts;
std::array<std::vector<std::uint8_t>, 2> given;  // the link and another language
std::array<std::string, 2> pictures;             // in light and in dark colours
std::string reply;
std::string refused;  // what in the link was refused

std::string_view text_of(std::size_t which) {
  return {reinterpret_cast<const char*>(given[which].data()), given[which].size()};
}

// One link per instance: Dear ImGui's context lives as long as the instance.
void draw_in_both(std::string_view link, ImVec2 size) {
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.DisplaySize = size;
  ui::build_fonts(fonts, 1);
  Page page;
  page.tell_refused = [](const std::string& text) { refused = text; };
  App app(page);
  app.speak(text_of(1));
  Preferences preferences;
  preferences.reduced_motion = true;  // the picture shows the end state
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
  for (const bool dark : {false, true}) pictures[dark] = ui::figure_svg(app.results(), app.ui(), size, dark);
  ImGui::EndFrame();
}

// What the link says, without its picture; what was refused is in `refused`.
std::string scenario_of(std::string_view link) {
  const LinkContents contents = parse_link(link);
  refused = contents.refused.empty() ? "" : message(contents.refused.front());
  return format_scenario(contents.scenario);
}

}  // namespace
}  // namespace reshard

using namespace reshard;

/// Reserves space for one more font file, in the order of web/draw/fonts.h (0), the link (1), or a language as
/// ui::speak() takes it (2).
EXPORT(room) std::uint8_t* room(std::uint32_t which, std::uint32_t bytes) {
  std::vector<std::uint8_t>& place = which == 0 ? fonts.emplace_back() : given[which - 1];
  place.resize(bytes);
  return place.data();
}

/// Makes the pictures, once; their size is in CSS pixels.
EXPORT(draw) void draw(float width, float height) { draw_in_both(text_of(0), {width, height}); }

/// Instead of the pictures: the link's scenario as JSON (core/scenario/json.h), for callers that draw it themselves.
EXPORT(read) void read_link() { reply = scenario_of(text_of(0)); }

/// What reshard_read() read.
EXPORT(reply) const char* reply_text() { return reply.c_str(); }

/// A document that reshard_draw() made, and what in the link was refused.
EXPORT(picture) const char* picture(std::uint32_t dark) { return pictures[dark].c_str(); }
EXPORT(refused) const char* refused_text() { return refused.c_str(); }
