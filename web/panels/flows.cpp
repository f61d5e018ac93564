// The flows: how many keys went from which node to which.

#include "imgui.h"
#include "web/controls.h"
#include "web/panels/panels.h"
#include "web/words.h"

namespace reshard::ui {
namespace {

std::string name_of(const Results& results, NodeId id) {
  if (id == kNoNode) return say(Word::no_node);
  const Cluster& now = results.scenario->cluster;
  return index_of(id) < now.known() ? now.name_of(id) : results.before->cluster.name_of(id);
}

}  // namespace

void flows_panel(const Scenario&, const Results& results, UiState& ui, Commands&) {
  section_title(say(Word::flows));
  if (results.revision == 0 || results.strategies[0].movement.flows.empty()) {
    quiet_paragraph(ui.theme, say(Word::nothing_moved));
    return;
  }
  for (const Flow& flow : results.strategies[0].movement.flows) {
    quiet_text(ui.theme, say(Word::flow, {name_of(results, flow.from), name_of(results, flow.to),
                                          format_count(flow.keys, locale())}));
    if (ImGui::GetContentRegionAvail().y < ImGui::GetTextLineHeight()) return;
  }
}

}  // namespace reshard::ui
