#pragma once

#include <string_view>

#include "core/placement/picture.h"
#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

struct Scores {
  const ScorePicture& after;
  const ScorePicture* before = nullptr;
  std::string_view key = {};           ///< whose scores are drawn
  std::string_view before_label = {};  ///< beside the former winner
};

/// Bars of the nodes' scores for one key, the largest first: the first is the owner, the next ones its replicas. A new
/// winner is hatched, the former one outlined. Draws as many as fit, and counts the rest ("+95").
NodeId draw_scores(const Canvas& canvas, Rect area, const Scores& scores);

}  // namespace reshard::ui
