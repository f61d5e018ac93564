#pragma once

#include <string_view>

#include "core/placement/picture.h"
#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

struct Intervals {
  const IntervalPicture& after;
  const IntervalPicture* before = nullptr;
  std::string_view inspected_key = {};  ///< whose place is marked; "" for none
  std::string_view before_label = {}, after_label = {};
};

/// [0, 1) from left to right as two bands: owners before above, owners after below, and hatched ribbons between them
/// where the owner changed. Labels and names are drawn where they fit. Costs at most O(pixels log intervals).
NodeId draw_intervals(const Canvas& canvas, Rect area, const Intervals& intervals);

}  // namespace reshard::ui
