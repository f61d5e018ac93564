#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/placement/picture.h"
#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

/// The keys of every slot, and what each frame needs of them: looking at a million slots takes too long for a frame.
struct SlotKeys {
  std::vector<std::uint32_t> of_slot;  ///< empty: not counted
  std::vector<std::uint32_t> of_cell;  ///< of the fullest slot that each cell of the grid stands for
  double mean = 0;                     ///< of a slot
  std::vector<std::uint32_t> hot;      ///< slots, the fullest first
};
SlotKeys sum_up(std::vector<std::uint32_t> of_slot);

struct SlotGrid {
  const TablePicture& after;
  const TablePicture* before = nullptr;  ///< drawn beneath if its size differs
  std::string_view inspected_key = {};   ///< whose slot is marked; "" for none
  std::string_view before_label = {};    ///< above a table of another size
  const SlotKeys* keys = nullptr;        ///< of `after`; null or empty: not counted
};

/// A table as cells, row by row. A slot that changed hands keeps a core in its former owner's colour; if cells are too
/// small for that, the slots that stayed are faded. Large cells show slot and name. Beyond kMostCells, only every n-th
/// slot is drawn. A hot slot has a frame, a cold one is pale. Returns the index of the slot under the pointer.
std::optional<std::size_t> draw_slot_grid(const Canvas& canvas, Rect area, const SlotGrid& grid);

/// How a slot compares with the others, beyond chance: twice the mean or half of it, and six standard deviations away.
enum class Heat : std::uint8_t { kCold, kUsual, kHot };
Heat heat_of(double keys, double mean);

inline constexpr std::size_t kMostCells = 16'384;
constexpr std::size_t slots_a_cell(std::size_t slots) {
  return std::max<std::size_t>(1, (slots + kMostCells - 1) / kMostCells);
}

/// How the cells of a table fill an area.
struct GridPlan {
  ImVec2 origin;
  ImVec2 cell;  ///< from one to the next, gaps included
  std::size_t columns, rows;
  std::size_t stride;  ///< slots from one cell to the next
  std::size_t cells;

  Rect rect(std::size_t cell_index) const;  ///< the cell without its gap
  std::optional<std::size_t> cell_at(ImVec2 at) const;
};
GridPlan plan_grid(Rect area, std::size_t slots);
GridPlan magnified(GridPlan plan, const Zoom& zoom);

}  // namespace reshard::ui
