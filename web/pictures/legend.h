#pragma once

#include <span>
#include <string>

#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

struct LegendItem {
  NodeId node;
  std::string figure;  ///< shown beside the name, such as a share; may be empty
};

/// Names with their colours: a column on the right if `area` is wide or if only there all of them have room, else rows
/// at the bottom. Takes its part off `area`. A last item ("+95") counts those that do not fit.
NodeId draw_legend(const Canvas& canvas, Rect& area, std::span<const LegendItem> items);

}  // namespace reshard::ui
