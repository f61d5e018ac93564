#pragma once

#include <span>
#include <string>

#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

struct LegendItem {
  NodeId node;
  std::string figure;  ///< beside the name, such as a share; may be empty
};

/// Names with their colours: a column at the right where `area` is broad or only there all have room, else rows at the bottom. Takes its
/// part off `area`. What has no room is counted in a last item ("+95").
NodeId draw_legend(const Canvas& canvas, Rect& area, std::span<const LegendItem> items);

}  // namespace reshard::ui
