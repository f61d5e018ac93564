#pragma once

#include <optional>

#include "web/draw/painter.h"

namespace reshard::ui {

/// How a picture is magnified: a point p of the whole picture is seen at p * scale + shift.
struct Zoom {
  float scale = 1;
  ImVec2 shift{0, 0};

  ImVec2 at(ImVec2 p) const { return {p.x * scale + shift.x, p.y * scale + shift.y}; }
  ImVec2 back(ImVec2 seen) const { return {(seen.x - shift.x) / scale, (seen.y - shift.y) / scale}; }
};

/// A circle on which all that matters of a picture lies.
struct Rim {
  ImVec2 center;
  float radius;
};

/// What part of a picture somebody looks at. It belongs to the view: neither links nor undo know it, and exports show
/// the whole picture.
class Lens {
 public:
  static constexpr float kMost = 64;
  static constexpr float kStep = 1.6f;  ///< of a press of a button or a key

  /// Until lie_on() says where the picture is in this frame, it is not shown; buttons before it go by the last place.
  void begin_frame() { shown_ = false; }
  void lie_on(Rect area) { area_ = area, shown_ = true; }
  bool shows(ImVec2 at) const { return shown_ && area_->contains(at); }

  /// Of a ring, whose band keeps its breadth: its rim, as the whole picture has it. Nothing for other pictures.
  void keep_to(std::optional<Rim> rim) { rim_ = rim; }

  Zoom zoom() const;
  float scale() const { return scale_; }
  bool whole() const { return scale_ == 1; }
  void reset() { scale_ = 1; }

  /// Magnifies by `factor`. What is seen at `at` stays there, as far as the picture's edges allow.
  void magnify(float factor, ImVec2 at);

  /// The same around the middle of what is seen, or the place of the rim that is nearest to it.
  void magnify(float factor);

  /// Moves the picture so that the point p of the whole one is in the middle, as far as its edges allow.
  void look_at(ImVec2 p) { bring(p, area_->center()); }

  /// Moves the picture under the eye. False where its edge was reached.
  bool move(ImVec2 by);

 private:
  ImVec2 on_rim(ImVec2 p) const;
  void bring(ImVec2 p, ImVec2 to);

  std::optional<Rect> area_;
  bool shown_ = false;
  std::optional<Rim> rim_;
  float scale_ = 1;
  ImVec2 middle_{0.5f, 0.5f};  // of what is seen, as shares of the whole picture's width and height
};

}  // namespace reshard::ui
