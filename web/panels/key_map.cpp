// The key map: every key, or every group of them, as a cell in its owner's colour. A cell is named under the pointer,
// and once it was clicked or tapped for as long as another is.

#include <algorithm>

#include "imgui.h"
#include "web/controls.h"
#include "web/panels/panels.h"
#include "web/picture_place.h"
#include "web/pictures.h"
#include "web/words.h"

namespace reshard::ui {

void key_map_panel(const Scenario&, const Results& results, UiState& ui, Commands&) {
  if (!ui.figure.view.empty()) section_title(say(Word::key_map));  // else it has a tab among the flows
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
  const auto under = draw_keys(place.view(), place.area(), results, ui.key_map, ui.map_cell);
  if (place.clicked()) ui.map_cell = under;
  if (!under) return;
  place.points_at(ui.key_map.cells[*under].after[0].owner);
  ImGui::SetTooltip("%s", keys_words(results, ui.key_map, *under).c_str());
}

}  // namespace reshard::ui
