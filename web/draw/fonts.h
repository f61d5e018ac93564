#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "imgui.h"

namespace reshard::ui {

/// The role of a piece of text, not its size: the sizes are in one table in fonts.cpp.
enum class FontRole {
  kBody,     ///< 15 px regular, the default
  kStrong,   ///< 15 px semibold: names, the headline's words
  kSmall,    ///< 13 px regular: secondary text, axis labels
  kSection,  ///< 20 px semibold: section titles
  kFigure,   ///< 28 px semibold: the headline's numbers; digits, Latin and signs only
};

/// The bytes of a TrueType file.
using FontFile = std::vector<std::uint8_t>;

/// Fills Dear ImGui's atlas with every role from `files`: regular and semibold with the letters of English, then any
/// number of such pairs with more letters. The caller keeps the files until the next call: Dear ImGui reads them again
/// whenever the pixel ratio changes. Glyphs are rasterised for `pixels_per_unit` device pixels per CSS pixel; sizes in
/// the layout stay CSS pixels. All digits of a font get the same width, so that a changing number does not move its
/// neighbours. Earlier pointers from font() become invalid; the caller makes the GL texture.
void build_fonts(std::span<const FontFile> files, float pixels_per_unit);

/// For ImGui::PushFont. Null before build_fonts() (headless tests); PushFont then uses the default font.
ImFont* font(FontRole role);

}  // namespace reshard::ui
