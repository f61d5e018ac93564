// The key map: every key, or every group of keys, as a cell in its owner's colour. A cell is described while the
// pointer is over it, and once clicked, tapped or reached by arrow keys, until another one is.

#include "web/pictures/key_map.h"

#include <algorithm>

#include "imgui_internal.h"
#include "web/controls/controls.h"
#include "web/panels/panels.h"
#include "web/panels/picture_place.h"
#include "web/panels/views.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

// Enter activates the map, like a slider: arrow keys then go from cell to cell until Enter releases it.
void walk_by_keys(UiState& ui, Rect area) {
  const std::size_t cells = ui.key_map.cells.size();
  const bool focused = cells > 0 && ImGui::IsItemFocused() && !ImGui::GetCurrentContext()->NavDisableHighlight;
  const bool entered =
      focused && (ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_Space, false));
  ui.walks_map = focused && ui.walks_map != entered;
  if (!ui.walks_map) return;
  const GridPlan grid = key_map_grid(area, ui.key_map);
  std::size_t cell = std::min(ui.map_cell.value_or(0), cells - 1);
  const auto go = [&](ImGuiKey back, ImGuiKey on, std::size_t step) {
    if (ImGui::IsKeyPressed(back) && cell >= step) cell -= step;
    if (ImGui::IsKeyPressed(on) && cell + step < cells) cell += step;
  };
  go(ImGuiKey_LeftArrow, ImGuiKey_RightArrow, 1);
  go(ImGuiKey_UpArrow, ImGuiKey_DownArrow, grid.columns);
  ImGui::NavMoveRequestCancel();
  if (ui.map_cell != cell && !ui.map_lens.whole()) ui.map_lens.look_at(grid.rect(cell).center());
  ui.map_cell = cell;
}

}  // namespace

void key_map_panel(const Scenario&, const Results& results, UiState& ui, Commands&) {
  if (!ui.link_view.view.empty()) section_title(say(Word::key_map));  // else it has a tab among the flows
  if (results.revision == 0) return;
  const float buttons = zoom_buttons_width(ui.theme, ui.map_lens), width = ImGui::GetContentRegionMax().x;
  const ImVec2 below = ImGui::GetCursorPos();
  ImGui::SameLine();
  if (ImGui::GetCursorPosX() + buttons <= width) {
    ImGui::SetCursorPos({width - buttons, ImGui::GetCursorStartPos().y});
    zoom_buttons(ui.theme, ui.map_lens, "map");
  }
  ImGui::SetCursorPos({below.x, std::max(below.y, ImGui::GetCursorPosY())});
  PicturePlace place("map", ui, 0, &ui.map_lens);
  walk_by_keys(ui, place.area());
  const auto under = draw_keys(place.view(), place.area(), results, ui.key_map, ui.map_cell);
  if (place.clicked()) ui.map_cell = under;
  if (!under) return;
  place.points_at(ui.key_map.cells[*under].after[0].owner);
  ImGui::SetTooltip("%s", keys_words(results, ui.key_map, *under).c_str());
}

}  // namespace reshard::ui
