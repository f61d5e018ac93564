// The flows: how many keys went from which node to which. The key map is behind a tab beside them, unless an author
// asked for one of the two.

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/panels/panels.h"
#include "web/panels/picture_place.h"
#include "web/panels/views.h"
#include "web/text/words.h"

namespace reshard::ui {

void flows_panel(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  if (!ui.link_view.view.empty()) {
    section_title(say(Word::flows));
  } else {
    if (tab(ui.theme, say(Word::flows), "tab-flows", !ui.shows_map)) ui.shows_map = false;
    ImGui::SameLine(0, 2 * kGrid);
    if (tab(ui.theme, say(Word::key_map), "tab-map", ui.shows_map)) ui.shows_map = true;
    if (ui.shows_map) return key_map_panel(scenario, results, ui, commands);
  }
  if (results.revision == 0) return;
  PicturePlace place("flows", ui);
  place.points_at(draw_movement(place.view(), place.area(), results));
}

}  // namespace reshard::ui
