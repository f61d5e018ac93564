#pragma once

#include <optional>
#include <string_view>

#include "web/pictures/key_map_cells.h"
#include "web/pictures/picture_canvas.h"
#include "web/pictures/slot_grid.h"

namespace reshard::ui {

struct KeyMapPicture {
  const KeyMap& map;
  Moment moment = Moment::kDifference;
  std::string_view moved_label = {};       ///< of the mark beside the caption
  std::string_view caption = {};           ///< under the map
  std::optional<std::size_t> marked = {};  ///< a cell with a frame
};

/// Where the cells are in `area` while nothing is magnified.
GridPlan key_map_grid(Rect area, const KeyMap& map);

/// Cells row by row, each in its owner's colour; of several owners the largest, as many as it has room for, share it.
/// Keys that moved leave a hole, the larger the more of the cell they are; in large
/// cells it has their former owner's colour inside. Gives the cell under the pointer.
std::optional<std::size_t> draw_key_map(const Canvas& canvas, Rect area, const KeyMapPicture& picture);

}  // namespace reshard::ui
