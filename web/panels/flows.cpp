// The flows: how many keys went from which node to which, and what these keys count, if they do. The key map is behind a tab
// beside them, unless an author asked for one of the two.

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/insight/counted_flows.h"
#include "web/panels/panels.h"
#include "web/panels/picture_place.h"
#include "web/panels/views.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

void tabs(bool counts, UiState& ui) {
  struct Tab {
    Moves shows;
    Word title;
    const char* name;
  };
  constexpr Tab kAll[] = {{Moves::kKeys, Word::flows, "tab-flows"},
                          {Moves::kCounts, Word::flows_of_requests, "tab-counts"},
                          {Moves::kMap, Word::key_map, "tab-map"}};
  if (!counts && ui.shown_moves == Moves::kCounts) ui.shown_moves = Moves::kKeys;
  for (const auto& [shows, title, name] : kAll) {
    if (shows == Moves::kCounts && !counts) continue;
    if (shows != Moves::kKeys) ImGui::SameLine(0, 2 * kGrid);
    if (tab(ui.theme, say(title), name, ui.shown_moves == shows)) ui.shown_moves = shows;
  }
}

}  // namespace

void flows_panel(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  if (!ui.link_view.view.empty()) {
    section_title(say(Word::flows));
  } else {
    tabs(results.revision > 0 && !results.keys->counts().empty(), ui);
    if (ui.shown_moves == Moves::kMap) return key_map_panel(scenario, results, ui, commands);
  }
  if (results.revision == 0) return;
  const bool counts = ui.link_view.view.empty() && ui.shown_moves == Moves::kCounts;
  const auto counted = counts ? flows_of_counts(results, ui.counted_flows) : std::vector<Flow>();
  PicturePlace place("flows", ui);
  place.points_at(draw_movement(place.view(), place.area(), results, counted));
}

}  // namespace reshard::ui
