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

bool has_counts(const Results& results) { return results.revision > 0 && !results.keys->counts().empty(); }

// Without a change there are no flows to show: the panel then begins with the map.
Moves shown(const Results& results, UiState& ui) {
  if (!has_counts(results) && ui.shown_moves == Moves::kCounts) ui.shown_moves.reset();
  return ui.shown_moves.value_or(results.before == nullptr ? Moves::kMap : Moves::kKeys);
}

Moves tabs(const Results& results, UiState& ui) {
  struct Tab {
    Moves shows;
    Word title;
    const char* name;
  };
  constexpr Tab kAll[] = {{Moves::kKeys, Word::flows, "tab-flows"},
                          {Moves::kCounts, Word::flows_of_requests, "tab-counts"},
                          {Moves::kMap, Word::key_map, "tab-map"}};
  const Moves now = shown(results, ui);
  for (const auto& [shows, title, name] : kAll) {
    if (shows == Moves::kCounts && !has_counts(results)) continue;
    if (shows != Moves::kKeys) ImGui::SameLine(0, 2 * kGrid);
    if (tab(ui.theme, say(title), name, now == shows)) ui.shown_moves = shows;
  }
  return now;
}

}  // namespace

void flows_panel(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  Moves now = Moves::kKeys;
  if (!ui.link_view.view.empty()) {
    section_title(say(Word::flows));
  } else {
    now = tabs(results, ui);
    if (now == Moves::kMap) return key_map_panel(scenario, results, ui, commands);
  }
  if (results.revision == 0) return;
  const auto counted = now == Moves::kCounts ? flows_of_counts(results, ui.counted_flows) : std::vector<Flow>();
  PicturePlace place("flows", ui);
  place.points_at(draw_movement(place.view(), place.area(), results, counted));
}

}  // namespace reshard::ui
