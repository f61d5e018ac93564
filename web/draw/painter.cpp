#include "web/draw/painter.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <vector>

namespace reshard::ui {
namespace {

constexpr float kHatchStep = 6;  // CSS pixels between strokes
constexpr float kHatchWidth = 1.5f;
constexpr std::size_t kLongestLine = 8192;  // bytes: characters may have no width
constexpr float kTurn = 6.28318530718f;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

Rect Rect::cut_top(float height) {
  const float y = std::min(max.y, min.y + height);
  const Rect top{min, {max.x, y}};
  min.y = y;
  return top;
}

Rect Rect::cut_bottom(float height) {
  const float y = std::max(min.y, max.y - height);
  const Rect bottom{{min.x, y}, max};
  max.y = y;
  return bottom;
}

ImVec2 on_circle(ImVec2 center, float radius, float turns) {
  const float angle = turns * kTurn;
  return {center.x + radius * std::sin(angle), center.y - radius * std::cos(angle)};
}

void Painter::line(ImVec2 from, ImVec2 to, Color color, float width) {
  const float pixel = device_pixel();
  if (width <= 0 && (from.x == to.x || from.y == to.y)) {
    const ImVec2 a = snapped(ImVec2(std::min(from.x, to.x), std::min(from.y, to.y)));
    const ImVec2 b = snapped(ImVec2(std::max(from.x, to.x), std::max(from.y, to.y)));
    rect(Rect{a, {std::max(b.x, a.x + pixel), std::max(b.y, a.y + pixel)}}, color);
    return;
  }
  const Segment segment{from, to};
  lines({&segment, 1}, color, width);
}

ImFont* Painter::face(FontRole role) {
  ImFont* made = font(role);
  return made != nullptr ? made : ImGui::GetFont();
}

ImVec2 Painter::text_size(std::string_view text, FontRole role) const {
  ImFont* made = face(role);
  if (text.empty()) return {0, made->FontSize};  // an empty view would give Dear ImGui a null pointer
  return made->CalcTextSizeA(made->FontSize, FLT_MAX, 0, text.data(), text.data() + text.size());
}

// Strokes lie on the lines x + y = k * step, so those of adjacent rectangles line up.
void Painter::hatch(Rect area, Color color) {
  if (area.empty()) return;
  const float step = kHatchStep * 1.41421356f;
  std::vector<Segment> strokes;
  for (float sum = std::ceil((area.min.x + area.min.y) / step) * step; sum < area.max.x + area.max.y; sum += step) {
    const float left = std::max(area.min.x, sum - area.max.y), right = std::min(area.max.x, sum - area.min.y);
    if (right > left) strokes.push_back({{left, sum - left}, {right, sum - right}});
  }
  lines(strokes, color, kHatchWidth);
}

// Strokes are slanted: each starts on the inner edge at a multiple of the step, ends further along on the outer edge,
// and is cut where the sector begins or ends.
void Painter::hatch(const Sector& sector, Color color) {
  const float middle = (sector.inner + sector.outer) / 2, thickness = sector.outer - sector.inner;
  if (middle <= 0 || thickness <= 0) return;
  const float step = kHatchStep * 1.41421356f / (middle * kTurn), lean = thickness / (middle * kTurn);
  std::vector<Segment> strokes;
  for (float turns = std::ceil((sector.from - lean) / step) * step; turns < sector.to; turns += step) {
    const float first = std::max(0.0f, (sector.from - turns) / lean);
    const float last = std::min(1.0f, (sector.to - turns) / lean);
    if (last <= first) continue;
    const auto along = [&](float t) {
      return on_circle(sector.center, sector.inner + t * thickness, turns + t * lean);
    };
    strokes.push_back({along(first), along(last)});
  }
  lines(strokes, color, kHatchWidth);
}

Rect Painter::text(ImVec2 at, std::string_view text, const TextStyle& style) {
  std::string cut;
  if (style.max_width > 0) {
    cut = fit_text(text, style.font, style.max_width);
    text = cut;
  }
  const ImVec2 size = text_size(text, style.font);
  if (style.x != AlignX::kLeft) at.x -= style.x == AlignX::kCenter ? size.x / 2 : size.x;
  if (style.y != AlignY::kTop) at.y -= style.y == AlignY::kMiddle ? size.y / 2 : size.y;
  const Rect box{at, {at.x + size.x, at.y + size.y}};
  if (!text.empty()) draw_text(box, text, style);
  return box;
}

std::string Painter::fit_text(std::string_view text, FontRole font, float max_width) const {
  const float ellipsis = text_size("…", font).x;
  float width = 0;
  std::size_t fits = 0;  // what fits with an ellipsis after it
  for (std::size_t at = 0, next; at < text.size(); at = next) {
    if (width + ellipsis <= max_width) fits = at;
    next = at + 1;
    while (next < text.size() && continues_character(text[next])) ++next;
    width += text_size(text.substr(at, next - at), font).x;
    // The rest is not measured: a text of any length costs as much as a line.
    if (width > max_width || next > kLongestLine) return fits > 0 ? std::string(text.substr(0, fits)) + "…" : "";
  }
  return std::string(text);
}

ImVec2 Painter::snapped(ImVec2 at) const {
  const float pixel = device_pixel();
  return {std::round(at.x / pixel) * pixel, std::round(at.y / pixel) * pixel};
}

Rect Painter::snapped(Rect area) const { return {snapped(area.min), snapped(area.max)}; }

}  // namespace reshard::ui
