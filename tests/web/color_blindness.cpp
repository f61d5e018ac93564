#include "tests/web/color_blindness.h"

#include <algorithm>
#include <cmath>

namespace reshard::ui {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr double kPi = 3.14159265358979323846;
constexpr Matrix kIdentity{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
constexpr Matrix kProtan{
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}};
constexpr Matrix kDeutan{
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}};
constexpr Matrix kTritan{
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}};
constexpr Matrix kXyz{
    {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};

const Matrix& matrix(Vision vision) {
  switch (vision) {
    case Vision::kNormal: return kIdentity;
    case Vision::kProtanopia: return kProtan;
    case Vision::kDeuteranopia: return kDeutan;
    case Vision::kTritanopia: return kTritan;
  }
  return kIdentity;
}

Triple times(const Matrix& m, const Triple& v) {
  Triple out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

double linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double degrees_of(double b, double a) {
  if (a == 0 && b == 0) return 0;
  const double h = std::atan2(b, a) * 180 / kPi;
  return h < 0 ? h + 360 : h;
}

double cos_of(double degrees) { return std::cos(degrees * kPi / 180); }

double chroma_curve(double chroma) {
  const double c7 = std::pow(chroma, 7);
  return std::sqrt(c7 / (c7 + std::pow(25.0, 7)));
}

}  // namespace

Triple seen_as(Color color, Vision vision) {
  Triple rgb = times(matrix(vision), {linear(color.r), linear(color.g), linear(color.b)});
  for (double& c : rgb) c = std::clamp(c, 0.0, 1.0);
  const Triple xyz = times(kXyz, rgb);
  const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// The names are those of the paper's equations 2 to 22.
double difference(const Triple& one, const Triple& two) {
  const double g = 0.5 * (1 - chroma_curve((std::hypot(one[1], one[2]) + std::hypot(two[1], two[2])) / 2));
  const double a1 = (1 + g) * one[1], a2 = (1 + g) * two[1];
  const double c1 = std::hypot(a1, one[2]), c2 = std::hypot(a2, two[2]);
  const double h1 = degrees_of(one[2], a1), h2 = degrees_of(two[2], a2);
  const bool grey = c1 * c2 == 0;

  double turn = grey ? 0 : h2 - h1;
  if (turn > 180) turn -= 360;
  if (turn < -180) turn += 360;
  const double dl = two[0] - one[0], dc = c2 - c1;
  const double dh = 2 * std::sqrt(c1 * c2) * std::sin(turn * kPi / 360);

  const double l = (one[0] + two[0]) / 2, c = (c1 + c2) / 2;
  double h = grey ? h1 + h2 : (h1 + h2) / 2;
  if (!grey && std::abs(h1 - h2) > 180) h += h1 + h2 < 360 ? 180 : -180;
  const double t =
      1 - 0.17 * cos_of(h - 30) + 0.24 * cos_of(2 * h) + 0.32 * cos_of(3 * h + 6) - 0.2 * cos_of(4 * h - 63);
  const double theta = 30 * std::exp(-std::pow((h - 275) / 25, 2));
  const double sl = 1 + 0.015 * std::pow(l - 50, 2) / std::sqrt(20 + std::pow(l - 50, 2));
  const double sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t;
  const double rt = -std::sin(2 * theta * kPi / 180) * 2 * chroma_curve(c);
  return std::sqrt(std::pow(dl / sl, 2) + std::pow(dc / sc, 2) + std::pow(dh / sh, 2) + rt * (dc / sc) * (dh / sh));
}

}  // namespace reshard::ui
