#pragma once

#include <cstdint>
#include <vector>

#include "imgui.h"

namespace reshard::ui {

/// What a piece of text is, not how large it is: the sizes are one table in fonts.cpp.
enum class FontRole {
  kBody,     ///< 15 px regular, the default
  kStrong,   ///< 15 px semibold: names, the headline's words
  kSmall,    ///< 13 px regular: secondary text, axis labels
  kSection,  ///< 20 px semibold: section titles
  kFigure,   ///< 28 px semibold: the headline's numbers; digits, Latin and signs only
};

/// TrueType bytes of the two weights. Dear ImGui reads them again whenever the pixel ratio changes,
/// so they live as long as its context.
struct FontFiles {
  std::vector<std::uint8_t> regular;
  std::vector<std::uint8_t> semibold;
};

/// Fills Dear ImGui's atlas with every role, rasterised for `pixels_per_unit` device pixels per CSS pixel;
/// sizes in the layout stay CSS pixels. All digits of a font get one width, so that a changing number
/// does not move its neighbours. Pointers from font() are new afterwards; the GL texture is the caller's.
void build_fonts(const FontFiles& files, float pixels_per_unit);

/// For ImGui::PushFont. Null before build_fonts (headless tests), which PushFont takes for the default font.
ImFont* font(FontRole role);

}  // namespace reshard::ui
