#include "web/draw/fonts.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/check.h"

namespace reshard::ui {
namespace {

// Wide on purpose: every glyph in the font files is rasterised, and cmake/fonts.mjs alone decides which those are.
constexpr ImWchar kText[] = {0x0020, 0x052F, 0x2000, 0x27BF, 0};
constexpr ImWchar kFigures[] = {0x0020, 0x00FF, 0x2000, 0x22FF, 0};  // few: each is large

constexpr std::size_t kRegular = 0, kSemibold = 1, kWeights = 2;

struct FontSpec {
  FontRole role;
  std::size_t weight;  // which file of a pair
  float size;          // as in CSS, in pixels
  const ImWchar* ranges;
};

constexpr FontSpec kSpecs[] = {
    {FontRole::kBody, kRegular, 14, kText},       {FontRole::kStrong, kSemibold, 14, kText},
    {FontRole::kSmall, kRegular, 12, kText},      {FontRole::kSection, kSemibold, 16.5f, kText},
    {FontRole::kFigure, kSemibold, 23, kFigures},
};

// Dear ImGui's size is a font's ascent and descent together, of which Inter has 1.21 of what CSS calls its size.
constexpr float kLinePerSize = 1.21f;

std::array<ImFont*, std::size(kSpecs)> fonts{};

// Dear ImGui ignores OpenType's "tnum", so the digits are centred in the widest one's advance.
void give_digits_one_width(ImFont& font) {
  const auto is_digit = [](const ImFontGlyph& g) { return g.Codepoint >= '0' && g.Codepoint <= '9'; };
  float widest = 0;
  for (const ImFontGlyph& glyph : font.Glyphs) {
    if (is_digit(glyph)) widest = std::max(widest, glyph.AdvanceX);
  }
  for (ImFontGlyph& glyph : font.Glyphs) {
    if (!is_digit(glyph)) continue;
    const float shift = (widest - glyph.AdvanceX) / 2;
    glyph.X0 += shift;
    glyph.X1 += shift;
    glyph.AdvanceX = widest;
    font.IndexAdvanceX[static_cast<int>(glyph.Codepoint)] = widest;
  }
}

}  // namespace

void build_fonts(std::span<const FontFile> files, float pixels_per_unit) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  for (const FontSpec& spec : kSpecs) {
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    config.RasterizerDensity = pixels_per_unit;
    config.OversampleH = pixels_per_unit < 1.5f ? 2 : 1;  // dense screens need no subpixel copies
    for (std::size_t i = spec.weight; i < files.size(); i += kWeights) {
      // The atlas only reads what it does not own; its signature predates const.
      void* bytes = const_cast<std::uint8_t*>(files[i].data());
      const int size = static_cast<int>(files[i].size());
      ImFont* made = atlas.AddFontFromMemoryTTF(bytes, size, spec.size * kLinePerSize, &config, spec.ranges);
      CHECK(made != nullptr);
      fonts[static_cast<std::size_t>(spec.role)] = made;  // the same font: later files are merged into it
      config.MergeMode = true;
    }
  }
  CHECK(atlas.Build());
  for (ImFont* made : fonts) give_digits_one_width(*made);
}

ImFont* font(FontRole role) { return fonts[static_cast<std::size_t>(role)]; }

}  // namespace reshard::ui
