#include "web/draw/color.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace reshard::ui {
namespace {

double to_linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

int to_channel(double linear) {
  const double c = std::clamp(linear, 0.0, 1.0);
  const double encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
  return static_cast<int>(std::lround(encoded * 255));
}

// https://bottosson.github.io/posts/oklab/
std::array<double, 3> linear_of_oklch(double lightness, double chroma, double hue_degrees) {
  constexpr double kDegree = 3.14159265358979323846 / 180;
  const double a = chroma * std::cos(hue_degrees * kDegree), b = chroma * std::sin(hue_degrees * kDegree);
  const auto cube = [](double x) { return x * x * x; };
  const double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
  const double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
  const double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
  return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
          -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
          -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

bool in_srgb(const std::array<double, 3>& rgb) {
  return std::all_of(rgb.begin(), rgb.end(), [](double c) { return c >= -0.0005 && c <= 1.0005; });
}

}  // namespace

Color mix(Color from, Color to, float t) {
  const auto channel = [t](std::uint8_t a, std::uint8_t b) {
    const auto x = static_cast<float>(a), y = static_cast<float>(b);
    return static_cast<int>(x + (y - x) * std::clamp(t, 0.0f, 1.0f) + 0.5f);
  };
  return Color(channel(from.r, to.r), channel(from.g, to.g), channel(from.b, to.b), channel(from.a, to.a));
}

double luminance(Color color) {
  return 0.2126 * to_linear(color.r) + 0.7152 * to_linear(color.g) + 0.0722 * to_linear(color.b);
}

double contrast(Color a, Color b) {
  const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
  return (light + 0.05) / (dark + 0.05);
}

Color from_oklch(double lightness, double chroma, double hue_degrees) {
  std::array<double, 3> rgb = linear_of_oklch(lightness, chroma, hue_degrees);
  while (chroma > 0 && !in_srgb(rgb)) {
    chroma = std::max(0.0, chroma - 0.005);
    rgb = linear_of_oklch(lightness, chroma, hue_degrees);
  }
  return Color(to_channel(rgb[0]), to_channel(rgb[1]), to_channel(rgb[2]));
}

}  // namespace reshard::ui
