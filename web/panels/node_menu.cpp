#include "web/panels/node_menu.h"

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/controls/keyboard.h"
#include "web/controls/probes.h"
#include "web/insight/node_words.h"
#include "web/text/words.h"

namespace reshard::ui {

void node_menu(const Node& node, const Results& results, const UiState& ui, Commands& commands) {
  constexpr float kZoneWidth = 220;
  const Theme& theme = ui.theme;
  if (icon_button(theme, Icon::kMore, say(Word::node_menu, {node.name}).c_str(), "node-menu:" + node.name)) {
    ImGui::OpenPopup("node");
  }
  if (!begin_menu("node")) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(kGrid, kGrid));  // rows of nodes have none
  section_title(node.name.c_str());
  if (const std::string words = node_words(results, ui, node.id); !words.empty()) {
    quiet_text(theme, broken_into_lines(words, kZoneWidth + ImGui::CalcTextSize(say(Word::zone)).x));
    probe("node-words");
  }
  const bool down = node.state == NodeState::kDown;
  if (button(theme, say(down ? Word::bring_back : Word::mark_down), "node-state", ButtonKind::kPlain, -1)) {
    commands.push(SetNodeState{node.id, down ? NodeState::kUp : NodeState::kDown});
    ImGui::CloseCurrentPopup();
  }
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(say(Word::zone));
  ImGui::SameLine(0, kGrid);
  if (const auto zone = text_input(theme, {.name = "node-zone", .value = node.zone, .width = kZoneWidth})) {
    commands.push(RelocateNode{node.id, node.data_center, *zone, node.rack});
  }
  ImGui::PopStyleVar();
  ImGui::EndPopup();
}

}  // namespace reshard::ui
