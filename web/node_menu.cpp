#include "web/node_menu.h"

#include "imgui.h"
#include "web/controls.h"
#include "web/keyboard.h"
#include "web/words.h"

namespace reshard::ui {

void node_menu(const Node& node, const Theme& theme, Commands& commands) {
  constexpr float kZoneWidth = 160;
  if (icon_button(theme, Icon::kMore, say(Word::node_menu, {node.name}).c_str(), "node-menu:" + node.name)) {
    ImGui::OpenPopup("node");
  }
  if (!ImGui::BeginPopup("node")) return;
  close_on_escape();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(kGrid, kGrid));  // rows of nodes have none
  section_title(node.name.c_str());
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
