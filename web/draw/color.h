#pragma once

#include <cstdint>

#include "imgui.h"

namespace reshard::ui {

/// An sRGB colour of eight bits per channel.
struct Color {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;

  constexpr Color() = default;
  constexpr Color(int red, int green, int blue, int alpha = 255)
      : r(static_cast<std::uint8_t>(red)),
        g(static_cast<std::uint8_t>(green)),
        b(static_cast<std::uint8_t>(blue)),
        a(static_cast<std::uint8_t>(alpha)) {}

  /// 0xRRGGBB, as designers write it.
  static constexpr Color hex(std::uint32_t rgb) {
    return Color(static_cast<int>(rgb >> 16), static_cast<int>(rgb >> 8 & 0xFF), static_cast<int>(rgb & 0xFF));
  }

  /// The same colour, `opacity` (0 to 1) times as opaque.
  constexpr Color faded(float opacity) const {
    return Color(r, g, b, static_cast<int>(static_cast<float>(a) * opacity + 0.5f));
  }

  constexpr ImU32 u32() const { return IM_COL32(r, g, b, a); }
  ImVec4 vec4() const {
    constexpr float kUnit = 1.0f / 255;
    return ImVec4(static_cast<float>(r) * kUnit, static_cast<float>(g) * kUnit, static_cast<float>(b) * kUnit,
                  static_cast<float>(a) * kUnit);
  }

  constexpr bool operator==(const Color&) const = default;
};

/// From `from` (t = 0) to `to` (t = 1), channel by channel.
Color mix(Color from, Color to, float t);

/// Relative luminance as WCAG 2 defines it, 0 (black) to 1 (white); opacity is ignored.
double luminance(Color color);

/// Contrast ratio as WCAG 2 defines it, 1 to 21.
double contrast(Color a, Color b);

/// Björn Ottosson's OKLCH: lightness 0 to 1, chroma about 0 to 0.3, hue in degrees. Chroma is lowered until the
/// colour exists in sRGB.
Color from_oklch(double lightness, double chroma, double hue_degrees);

}  // namespace reshard::ui
