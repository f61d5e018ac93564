#include "web/draw/icons.h"

#include <array>

namespace reshard::ui {
namespace {

constexpr float kPi = 3.14159265f;

// A pen on a square from (-1, -1) to (1, 1), y down.
class Pen {
 public:
  Pen(ImDrawList& list, ImVec2 center, float size, Color color)
      : list_(list), center_(center), half_(size / 2), width_(size / 10), color_(color.u32()) {}

  ImVec2 at(float x, float y) const { return {center_.x + x * half_, center_.y + y * half_}; }

  void line(float x0, float y0, float x1, float y1) { list_.AddLine(at(x0, y0), at(x1, y1), color_, width_); }

  template <std::size_t N>
  void path(const std::array<ImVec2, N>& points) {
    for (const ImVec2& p : points) list_.PathLineTo(at(p.x, p.y));
    list_.PathStroke(color_, 0, width_);
  }

  /// Angles in turns from three o'clock, clockwise.
  void arc(float x, float y, float radius, float from, float to) {
    list_.PathArcTo(at(x, y), radius * half_, from * 2 * kPi, to * 2 * kPi);
    list_.PathStroke(color_, 0, width_);
  }

  void dot(float x, float y, float radius) { list_.AddCircleFilled(at(x, y), radius * half_, color_); }

 private:
  ImDrawList& list_;
  ImVec2 center_;
  float half_, width_;
  ImU32 color_;
};

void draw_turned_arrow(Pen& pen, float side) {  // side -1: to the left
  pen.path<3>({{{side * 0.35f, -0.75f}, {side * 0.75f, -0.35f}, {side * 0.35f, 0.05f}}});
  pen.line(side * 0.7f, -0.35f, -side * 0.2f, -0.35f);
  side < 0 ? pen.arc(0.2f, 0.15f, 0.5f, -0.25f, 0.25f) : pen.arc(-0.2f, 0.15f, 0.5f, 0.25f, 0.75f);
  pen.line(-side * 0.2f, 0.65f, side * 0.35f, 0.65f);
}

void draw_link(Pen& pen) {
  pen.arc(-0.4f, 0, 0.32f, 0.25f, 0.75f);
  pen.arc(0.4f, 0, 0.32f, -0.25f, 0.25f);
  for (const float y : {-0.32f, 0.32f}) {
    pen.line(-0.4f, y, -0.15f, y);
    pen.line(0.4f, y, 0.15f, y);
  }
  pen.line(-0.35f, 0, 0.35f, 0);
}

void draw_sun(Pen& pen) {
  pen.arc(0, 0, 0.36f, 0, 1);
  for (const ImVec2 d : {ImVec2(0, 1), ImVec2(0.707f, 0.707f), ImVec2(1, 0), ImVec2(0.707f, -0.707f)}) {
    pen.line(d.x * 0.62f, d.y * 0.62f, d.x * 0.86f, d.y * 0.86f);
    pen.line(-d.x * 0.62f, -d.y * 0.62f, -d.x * 0.86f, -d.y * 0.86f);
  }
}

void draw_moon(Pen& pen) {
  pen.arc(0, 0, 0.75f, 0.0f, 0.70f);
  pen.arc(0.42f, -0.42f, 0.62f, 0.11f, 0.59f);
}

void draw_reset(Pen& pen) {
  pen.arc(0, 0.05f, 0.65f, -0.15f, 0.62f);
  pen.path<3>({{{-0.72f, -0.75f}, {-0.62f, -0.28f}, {-0.15f, -0.38f}}});
}

void draw_question(Pen& pen) {
  pen.arc(0, -0.32f, 0.38f, 0.5f, 1.13f);
  pen.line(0.25f, -0.04f, 0, 0.22f);
  pen.line(0, 0.2f, 0, 0.36f);
  pen.dot(0, 0.68f, 0.11f);
}

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 center, float size, Color color) {
  Pen pen(list, center, size, color);
  switch (icon) {
    case Icon::kAdd: pen.line(0, -0.65f, 0, 0.65f); [[fallthrough]];
    case Icon::kRemove: pen.line(-0.65f, 0, 0.65f, 0); return;
    case Icon::kClose:
      pen.line(-0.5f, -0.5f, 0.5f, 0.5f);
      pen.line(-0.5f, 0.5f, 0.5f, -0.5f);
      return;
    case Icon::kUndo: draw_turned_arrow(pen, -1); return;
    case Icon::kRedo: draw_turned_arrow(pen, 1); return;
    case Icon::kReset: draw_reset(pen); return;
    case Icon::kLink: draw_link(pen); return;
    case Icon::kPlay: pen.path<4>({{{-0.4f, -0.65f}, {0.65f, 0}, {-0.4f, 0.65f}, {-0.4f, -0.65f}}}); return;
    case Icon::kDone: pen.path<3>({{{-0.6f, 0.05f}, {-0.15f, 0.5f}, {0.65f, -0.45f}}}); return;
    case Icon::kHelp: draw_question(pen); return;
    case Icon::kLight: draw_sun(pen); return;
    case Icon::kDark: draw_moon(pen); return;
    case Icon::kList:
      for (const float y : {-0.6f, 0.0f, 0.6f}) pen.line(-0.75f, y, 0.75f, y);
      return;
    case Icon::kCompare:
      for (const float x : {-0.45f, 0.45f}) {
        pen.path<5>({{{x - 0.3f, -0.7f}, {x + 0.3f, -0.7f}, {x + 0.3f, 0.7f}, {x - 0.3f, 0.7f}, {x - 0.3f, -0.7f}}});
      }
      return;
    case Icon::kMore:
      for (const float x : {-0.6f, 0.0f, 0.6f}) pen.dot(x, 0, 0.14f);
      return;
    case Icon::kLine:
      pen.line(-0.8f, 0, 0.8f, 0);
      for (const float x : {-0.8f, -0.2f, 0.8f}) pen.line(x, -0.35f, x, 0.35f);
      return;
    case Icon::kRing:
      pen.arc(0, 0, 0.65f, 0, 1);
      for (const ImVec2 at : {ImVec2(0, -0.65f), ImVec2(0.56f, 0.33f)}) pen.dot(at.x, at.y, 0.22f);
      return;
    case Icon::kOpen: pen.path<3>({{{-0.7f, -0.3f}, {0, 0.4f}, {0.7f, -0.3f}}}); return;
  }
}

}  // namespace reshard::ui
