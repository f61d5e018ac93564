#include <algorithm>
#include <array>
#include <cmath>

#include "imgui_internal.h"
#include "web/draw/painter.h"

namespace reshard::ui {
namespace {

constexpr float kTurn = 6.28318530718f;

// A strip of quadrilaterals whose two long edges are anti-aliased, as Dear ImGui does for convex polygons. Its ends are
// not: the next strip begins there, and two anti-aliased edges would leave a seam.
class Strip {
 public:
  Strip(ImDrawList* list, int samples, Color color) : list_(list), color_(color.u32()) {
    clear_ = color_ & ~IM_COL32_A_MASK;
    list_->PrimReserve((samples - 1) * 18, samples * 4);
    first_ = list_->_VtxCurrentIdx;
  }

  // `outward` points from `one` to `other` and is as long as the anti-aliased edge is wide.
  void add(ImVec2 one, ImVec2 other, ImVec2 outward) {
    const ImVec2 uv = list_->_Data->TexUvWhitePixel;
    const float half_x = outward.x / 2, half_y = outward.y / 2;
    list_->PrimWriteVtx({one.x - half_x, one.y - half_y}, uv, clear_);
    list_->PrimWriteVtx({one.x + half_x, one.y + half_y}, uv, color_);
    list_->PrimWriteVtx({other.x - half_x, other.y - half_y}, uv, color_);
    list_->PrimWriteVtx({other.x + half_x, other.y + half_y}, uv, clear_);
    if (samples_++ > 0) join();
  }

 private:
  void join() {
    const unsigned left = first_ + static_cast<unsigned>(samples_ - 2) * 4;
    for (unsigned row = 0; row < 3; ++row) {
      const unsigned a = left + row, b = left + row + 4;
      for (const unsigned index : {a, b, b + 1, a, b + 1, a + 1}) list_->PrimWriteIdx(static_cast<ImDrawIdx>(index));
    }
  }

  ImDrawList* list_;
  ImU32 color_, clear_;
  unsigned first_;
  int samples_ = 0;
};

}  // namespace

ImGuiPainter::ImGuiPainter() : ImGuiPainter(ImGui::GetWindowDrawList()) {}

// Dear ImGui anti-aliases edges over one CSS pixel, which looks blurred on a dense screen.
ImGuiPainter::ImGuiPainter(ImDrawList* list) : list_(list), fringe_before_(list->_FringeScale) {
  const float scale = ImGui::GetIO().DisplayFramebufferScale.x;
  pixel_ = scale > 0 ? 1 / scale : 1;
  list_->_FringeScale = pixel_;
}

ImGuiPainter::~ImGuiPainter() { list_->_FringeScale = fringe_before_; }

void ImGuiPainter::lines(std::span<const Segment> segments, Color color, float width) {
  for (const Segment& s : segments) {
    list_->PathLineTo(s.from);
    list_->PathLineTo(s.to);
    list_->PathStroke(color.u32(), ImDrawFlags_None, stroke(width));
  }
}

void ImGuiPainter::polyline(std::span<const ImVec2> points, Color color, float width) {
  list_->AddPolyline(points.data(), static_cast<int>(points.size()), color.u32(), ImDrawFlags_None, stroke(width));
}

void ImGuiPainter::polygon(std::span<const ImVec2> points, Color fill) {
  list_->AddConvexPolyFilled(points.data(), static_cast<int>(points.size()), fill.u32());
}

void ImGuiPainter::band(std::span<const ImVec2> one, std::span<const ImVec2> other, Color fill) {
  const std::size_t samples = std::min(one.size(), other.size());
  if (samples < 2) return;
  Strip strip(list_, static_cast<int>(samples), fill);
  for (std::size_t i = 0; i < samples; ++i) {
    const float x = other[i].x - one[i].x, y = other[i].y - one[i].y, length = std::hypot(x, y);
    const float unit = length > 0 ? pixel_ / length : 0;
    strip.add(one[i], other[i], {x * unit, y * unit});
  }
}

void ImGuiPainter::rect(Rect rect, Color fill, float radius) {
  if (!rect.empty()) list_->AddRectFilled(rect.min, rect.max, fill.u32(), radius);
}

void ImGuiPainter::outline(Rect rect, Color color, float width, float radius) {
  const Rect middle = rect.inset(stroke(width) / 2);
  list_->PathRect(middle.min, middle.max, radius);
  list_->PathStroke(color.u32(), ImDrawFlags_Closed, stroke(width));
}

void ImGuiPainter::circle(ImVec2 center, float radius, Color fill) {
  list_->AddCircleFilled(center, radius, fill.u32());
}

void ImGuiPainter::circle_outline(ImVec2 center, float radius, Color color, float width) {
  list_->AddCircle(center, radius, color.u32(), 0, stroke(width));
}

void ImGuiPainter::sector(const Sector& sector, Color fill) {
  const float length = (sector.to - sector.from) * kTurn * sector.outer;
  const int steps = std::clamp(static_cast<int>(std::ceil(length / 6)), 1, 256);
  Strip strip(list_, steps + 1, fill);
  for (int i = 0; i <= steps; ++i) {
    const float turns = sector.from + (sector.to - sector.from) * static_cast<float>(i) / static_cast<float>(steps);
    const ImVec2 unit = on_circle({0, 0}, 1, turns);
    const ImVec2 c = sector.center;
    strip.add({c.x + unit.x * sector.inner, c.y + unit.y * sector.inner},
              {c.x + unit.x * sector.outer, c.y + unit.y * sector.outer}, {unit.x * pixel_, unit.y * pixel_});
  }
}

void ImGuiPainter::sector_outline(const Sector& sector, Color color, float width) {
  const auto angle = [](float turns) { return (turns - 0.25f) * kTurn; };
  list_->PathArcTo(sector.center, sector.outer, angle(sector.from), angle(sector.to));
  list_->PathArcTo(sector.center, sector.inner, angle(sector.to), angle(sector.from));
  list_->PathStroke(color.u32(), ImDrawFlags_Closed, stroke(width));
}

void ImGuiPainter::clip(Rect to) { list_->PushClipRect(to.min, to.max, true); }
void ImGuiPainter::unclip() { list_->PopClipRect(); }

void ImGuiPainter::draw_text(Rect box, std::string_view text, const TextStyle& style) {
  ImFont* made = face(style.font);
  list_->AddText(made, made->FontSize, snapped(box.min), style.color.u32(), text.data(), text.data() + text.size());
}

}  // namespace reshard::ui
