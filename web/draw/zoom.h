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

/// A circle on which everything that matters in a picture lies.
struct Rim {
  ImVec2 center;
  float radius;
};

/// The part of a picture that is in view. It is view state only: links and undo do not include it, and exports show the
/// whole picture.
class Lens {
 public:
  static constexpr float kMost = 64;
  static constexpr float kStep = 1.6f;  ///< per press of a button or key

  /// The picture counts as not shown until lie_on() gives its place in this frame; buttons drawn before that use the
  /// last place.
  void begin_frame() { shown_ = false; }
  void lie_on(Rect area) { area_ = area, shown_ = true; }
  bool shows(ImVec2 at) const { return shown_ && area_->contains(at); }

  /// For a ring, whose band keeps its width when magnified: its rim in the whole picture. Empty for other pictures.
  void keep_to(std::optional<Rim> rim) { rim_ = rim; }

  Zoom zoom() const;
  float scale() const { return scale_; }
  bool whole() const { return scale_ == 1; }
  void reset() { scale_ = 1; }

  /// Magnifies by `factor`. What is at `at` stays there, as far as the picture's edges allow.
  void magnify(float factor, ImVec2 at);

  /// The same around the middle of the view, or the point of the rim nearest to it.
  void magnify(float factor);

  /// Moves the picture so that point p of the whole picture is in the middle, as far as the edges allow.
  void look_at(ImVec2 p) { bring(p, area_->center()); }

  /// Moves the picture within the view. False if its edge was reached.
  bool move(ImVec2 by);

 private:
  ImVec2 on_rim(ImVec2 p) const;
  void bring(ImVec2 p, ImVec2 to);

  std::optional<Rect> area_;
  bool shown_ = false;
  std::optional<Rim> rim_;
  float scale_ = 1;
  ImVec2 middle_{0.5f, 0.5f};  // of the view, as fractions of the whole picture's width and height
};

}  // namespace reshard::ui
