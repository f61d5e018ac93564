#pragma once

#include <string_view>

#include "core/strategies/picture.h"
#include "web/widgets/canvas.h"

namespace reshard::ui {

struct SlotGrid {
  const TablePicture& after;
  const TablePicture* before = nullptr;  ///< of another size, it is drawn beneath
  std::string_view inspected_key = {};   ///< whose slot is marked; "" where nobody asks
  std::string_view before_label = {};    ///< over a table of another size
};

/// A table as cells, row by row. A slot that changed hands keeps a core of its former owner's colour, and
/// where cells are too small for that the slots that stayed fade. Large cells hold slot and name. Beyond
/// kMostCells every n-th slot.
NodeId draw_slot_grid(const Canvas& canvas, Rect area, const SlotGrid& grid);

inline constexpr std::size_t kMostCells = 16'384;

/// How `slots` cells fill a room.
struct GridPlan {
  ImVec2 origin;
  ImVec2 cell;  ///< from one to the next, gaps included
  std::size_t columns, rows;
  std::size_t stride;  ///< slots from one cell to the next
  std::size_t cells;

  Rect rect(std::size_t cell_index) const;  ///< of a cell, without its gap
};
GridPlan plan_grid(Rect area, std::size_t slots);

}  // namespace reshard::ui
