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
  std::string_view moved_label = {};       ///< label of the mark beside the caption
  std::string_view caption = {};           ///< under the map
  std::optional<std::size_t> marked = {};  ///< the cell with a frame
};

/// Where the cells are in `area` when nothing is magnified.
GridPlan key_map_grid(Rect area, const KeyMap& map);

/// Cells row by row, each in its owner's colour; if the keys of a cell have several owners, the largest of them share
/// it, as many as fit. Keys that moved leave a hole, larger for a larger part of the cell; in large cells the hole has
/// their former owner's colour. Returns the cell under the pointer.
std::optional<std::size_t> draw_key_map(const Canvas& canvas, Rect area, const KeyMapPicture& picture);

}  // namespace reshard::ui
