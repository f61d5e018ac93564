#include "web/panels/node_menu.h"

#include <algorithm>
#include <utility>

#include "imgui_internal.h"
#include "web/controls/controls.h"
#include "web/controls/keyboard.h"
#include "web/controls/probes.h"
#include "web/insight/node_words.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kFieldWidth = 220;
constexpr float kListHeight = 320;  // at most; more nodes scroll

struct NodeMenu {
  const Scenario& scenario;
  const Node& node;
  const Results& results;
  UiState& ui;
  Commands& commands;

  float label_width() const {
    return std::max(ImGui::CalcTextSize(say(Word::zone)).x, ImGui::CalcTextSize(say(Word::weight)).x);
  }
  bool item(const char* label, std::string_view name) const {
    const bool pressed = button(ui.theme, label, name, ButtonKind::kPlain, label_width() + kGrid + kFieldWidth);
    if (pressed) ImGui::CloseCurrentPopup();
    return pressed;
  }
  void field_label(Word word) const {
    const float left = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(say(word));
    ImGui::SameLine(left + label_width() + kGrid);
  }
};

void state_item(const NodeMenu& menu) {
  const bool down = menu.node.state == NodeState::kDown;
  if (menu.item(say(down ? Word::bring_back : Word::mark_down), "node-state"))
    menu.commands.push(SetNodeState{menu.node.id, down ? NodeState::kUp : NodeState::kDown});
}

void weight_field(const NodeMenu& menu) {
  const StrategyChoice& main = menu.scenario.strategies[0];
  const Traits traits = traits_of(*main.strategy, main.params);
  if (!traits.has(Trait::kWeights) && !traits.has(Trait::kLooseWeights)) return;
  menu.field_label(Word::weight);
  const std::string shown = format_number(menu.node.weight, locale());
  if (const auto weight =
          text_input(menu.ui.theme, {.name = "menu-weight", .value = shown, .numeric = true, .width = kFieldWidth})) {
    menu.commands.push(WeighNode{menu.node.id, read_number(*weight).value_or(-1)});
  }
}

void zone_field(const NodeMenu& menu) {
  const Node& node = menu.node;
  menu.field_label(Word::zone);
  if (const auto zone = text_input(menu.ui.theme, {.name = "node-zone", .value = node.zone, .width = kFieldWidth})) {
    menu.commands.push(RelocateNode{node.id, node.data_center, *zone, node.rack});
  }
}

// Looks up the first of the node's keys, if there is a panel that shows its path.
void look_up_item(const NodeMenu& menu) {
  if (menu.results.revision == 0 || menu.ui.preferences.simple() || menu.ui.form == LayoutForm::kEmbed) return;
  const StrategyResult& main = menu.results.strategies[0];
  const auto nodes = menu.results.scenario->cluster.nodes();
  const auto node = std::find_if(nodes.begin(), nodes.end(), [&](const Node& each) { return each.id == menu.node.id; });
  if (node == nodes.end() || main.load.keys[static_cast<std::size_t>(node - nodes.begin())] == 0) return;
  if (!menu.item(say(Word::look_up_key), "menu-look-up")) return;
  const KeySet& keys = *menu.results.keys;
  std::uint32_t key = 0;
  while (key < keys.size() && main.owner(key) != menu.node.id) ++key;
  std::string buffer;
  if (key < keys.size()) menu.ui.inspected_key = std::string(keys.name(key, buffer));
}

void remove_item(const NodeMenu& menu) {
  const bool alone = menu.scenario.cluster.nodes().size() == 1;
  ImGui::BeginDisabled(alone);
  if (menu.item(say(Word::remove_node, {menu.node.name}).c_str(), "menu-remove"))
    menu.commands.push(RemoveNode{menu.node.id});
  ImGui::EndDisabled();
  if (alone && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("%s", say(Word::last_node_stays));
}

void draw_items(const NodeMenu& menu) {
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(kGrid, kGrid));  // rows of nodes have no spacing
  section_title(menu.node.name.c_str());
  if (const std::string words = node_words(menu.results, menu.ui, menu.node.id); !words.empty()) {
    quiet_text(menu.ui.theme, broken_into_lines(words, kFieldWidth + menu.label_width()));
    probe("node-words");
  }
  const bool changes = menu.ui.link_view.nodes == Access::kFree;
  if (changes) state_item(menu);
  if (changes && !menu.ui.preferences.simple()) {
    weight_field(menu);
    zone_field(menu);
  }
  look_up_item(menu);
  if (menu.item(say(Word::copy_name), "menu-copy")) ImGui::SetClipboardText(menu.node.name.c_str());
  if (changes) remove_item(menu);
  ImGui::PopStyleVar();
}

// For the keyboard in a picture, where no node has the focus.
void choose_node(const Scenario& scenario, UiState& ui) {
  section_title(say(Word::which_node));
  ImGui::BeginChild("nodes", {kFieldWidth, std::min(kListHeight, ImGui::GetIO().DisplaySize.y / 2)}, 0,
                    ImGuiWindowFlags_NavFlattened);
  for (const Node& node : scenario.cluster.nodes()) {
    const std::string name = "menu-of." + node.name;
    if (!choice_item(ui.theme, {name, node.name, {}, false})) continue;
    ui.asks_menu = node.id;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndChild();
}

}  // namespace

void node_menu_button(const Scenario& scenario, const Node& node, const Results& results, UiState& ui,
                      Commands& commands) {
  if (icon_button(ui.theme, Icon::kMore, say(Word::node_menu, {node.name}).c_str(), "node-menu:" + node.name)) {
    ImGui::OpenPopup("node");
  }
  if (!begin_menu("node")) return;
  draw_items({scenario, node, results, ui, commands});
  ImGui::EndPopup();
}

void asked_node_menu(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  constexpr const char* kMenu = "asked node";
  if (ui.asks_menu) {
    ui.menu_node = *std::exchange(ui.asks_menu, std::nullopt);
    ImGui::ClearActiveID();  // the long press had pressed a control
    ImGui::OpenPopup(kMenu);
  }
  if (!begin_menu(kMenu)) return;
  const Node* node = scenario.cluster.find(ui.menu_node);
  if (node != nullptr) {
    draw_items({scenario, *node, results, ui, commands});
  } else {
    choose_node(scenario, ui);
  }
  ImGui::EndPopup();
}

}  // namespace reshard::ui
