#pragma once

#include <string_view>

#include "core/placement/picture.h"
#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

struct Scores {
  const ScorePicture& after;
  const ScorePicture* before = nullptr;
  std::string_view key = {};           ///< whose scores they are
  std::string_view before_label = {};  ///< beside the winner of before
};

/// Bars of the nodes' scores for one key, the largest first: the first is the owner, the next ones its
/// replicas. A winner that is new is hatched, the one before it outlined. As many as fit; the rest is counted
/// ("+95").
NodeId draw_scores(const Canvas& canvas, Rect area, const Scores& scores);

}  // namespace reshard::ui
