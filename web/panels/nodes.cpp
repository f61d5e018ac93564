// The nodes: each with an editable name, its weight, its keys against its fair share, and a button to remove it.

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "imgui_internal.h"
#include "web/controls/controls.h"
#include "web/controls/keyboard.h"
#include "web/controls/probes.h"
#include "web/panels/move_menu.h"
#include "web/panels/node_menu.h"
#include "web/panels/panels.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kWeightWidth = 40, kCountWidth = 72;

struct Columns {
  float name, weight, count, menu, remove;  // left edges, in the window

  Columns(const Theme& theme, float left, float right) {
    name = left + 2.5f * kGrid;
    remove = right - theme.control_height();
    menu = remove - theme.control_height();
    count = menu - kCountWidth;
    weight = count - kWeightWidth;
  }
};

void right_aligned(float right, const std::string& text, Color color) {
  ImGui::SameLine(right - ImGui::CalcTextSize(text.c_str()).x);
  ImGui::PushStyleColor(ImGuiCol_Text, color.u32());
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

// The keys of each node id in the results.
struct Loads {
  std::vector<std::uint64_t> keys;
  std::vector<double> fair;
  double most = 1;

  explicit Loads(const Results& results) {
    if (results.revision == 0) return;
    const LoadStats& load = results.strategies[0].load;
    keys.resize(results.scenario->cluster.known());
    fair.resize(keys.size());
    std::size_t position = 0;
    for (const Node& node : results.scenario->cluster.nodes()) {
      keys[index_of(node.id)] = load.keys[position];
      fair[index_of(node.id)] = load.fair[position];
      most = std::max({most, static_cast<double>(load.keys[position]), load.fair[position]});
      ++position;
    }
  }
  bool knows(NodeId id) const { return index_of(id) < keys.size(); }
};

// A bar under the row, and the fair share as a tick on it.
void draw_load(const Theme& theme, const Loads& loads, NodeId id, float left, float right, float y) {
  const float width = right - left;
  const auto x_of = [&](double keys) { return left + width * static_cast<float>(keys / loads.most); };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({left, y - 3}, {right, y}, theme.colors.control.u32(), 1.5f);
  list.AddRectFilled({left, y - 3}, {x_of(static_cast<double>(loads.keys[index_of(id)])), y}, theme.node(id).u32(),
                     1.5f);
  const float fair = std::round(x_of(loads.fair[index_of(id)]));
  list.AddRectFilled({fair - 1, y - 6}, {fair + 1, y + 1}, theme.colors.text_quiet.u32());
}

void name_and_weight(const Scenario& scenario, const Node& node, const Columns& at, UiState& ui, Commands& commands) {
  const std::string name_mark = "node-name:" + node.name, weight_mark = "node-weight:" + node.name;
  ImGui::SetCursorPosX(at.name);
  if (const auto name = text_input(
          ui.theme, {.name = name_mark, .value = node.name, .quiet = true, .width = at.weight - at.name - 4})) {
    commands.push(RenameNode{node.id, *name});
  }
  const bool cut = ImGui::CalcTextSize(node.name.c_str()).x > ImGui::GetItemRectSize().x;
  if (cut && !ImGui::IsItemActive()) ImGui::SetItemTooltip("%s", node.name.c_str());
  const StrategyChoice& first = scenario.strategies[0];
  const Traits traits = traits_of(*first.strategy, first.params);
  const bool weights = traits.has(Trait::kWeights) || traits.has(Trait::kLooseWeights);
  ImGui::SameLine(at.weight);
  ImGui::BeginDisabled(!weights);
  const std::string shown = format_number(node.weight, locale());
  if (const auto weight = text_input(
          ui.theme, {.name = weight_mark, .value = shown, .numeric = true, .quiet = true, .width = kWeightWidth})) {
    commands.push(WeighNode{node.id, read_number(*weight).value_or(-1)});
  }
  if (!weights && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled))
    ImGui::SetTooltip("%s", say(Word::no_weights));
  ImGui::EndDisabled();
}

// With the keyboard, the row that takes this one's place gets the focus, so that several nodes can be removed one after
// the other.
void remove_node(const Scenario& scenario, const Node& node, UiState& ui, Commands& commands) {
  commands.push(RemoveNode{node.id});
  if (ImGui::GetCurrentContext()->NavDisableHighlight) return;
  const auto nodes = scenario.cluster.nodes();
  const auto next = static_cast<std::size_t>(&node - nodes.data()) + 1;
  ui.row_heir = UiState::Heir{node.id, nodes[next < nodes.size() ? next : next - 2].id};
}

void take_over_keys(const Scenario& scenario, NodeId node, UiState& ui) {
  if (!ui.row_heir || ui.row_heir->next != node || scenario.cluster.find(ui.row_heir->gone) != nullptr) return;
  ui.row_heir.reset();
  take_focus();
}

void draw_swatch(const Theme& theme, const Node& node, ImVec2 top) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float middle = top.y + theme.control_height() / 2;
  if (node.state == NodeState::kDown) {  // hollow
    list.AddRect({top.x + 1, middle - 5}, {top.x + 11, middle + 5}, theme.node(node.id).u32(), 3, 0, 2);
  } else {
    list.AddRectFilled({top.x, middle - 6}, {top.x + 12, middle + 6}, theme.node(node.id).u32(), 3);
  }
}

void draw_row(const Scenario& scenario, const Results& results, const Node& node, const Loads& loads, UiState& ui,
              Commands& commands) {
  const Theme& theme = ui.theme;
  const ImVec2 top = ImGui::GetCursorScreenPos();
  const float left = ImGui::GetCursorPosX(), right = left + ImGui::GetContentRegionAvail().x;
  const float height = theme.control_height() + kLoadBarRoom;
  const Columns at(theme, left, right);
  const ImVec2 bottom(top.x + right - left, top.y + height);
  if (ui.pointed_at == node.id) {
    ImGui::GetWindowDrawList()->AddRectFilled({top.x - 6, top.y}, {bottom.x, bottom.y}, theme.colors.control.u32(),
                                              kRadius);
  }
  const bool down = node.state == NodeState::kDown;
  draw_swatch(theme, node, top);

  ImGui::PushID(static_cast<int>(index_of(node.id)));
  const float y = ImGui::GetCursorPosY();
  name_and_weight(scenario, node, at, ui, commands);
  if (loads.knows(node.id)) {
    ImGui::SetCursorPosY(y);
    right_aligned(at.menu - 4, down ? say(Word::is_down) : format_count(loads.keys[index_of(node.id)], locale()),
                  down ? theme.colors.text_quiet : theme.colors.text);
    draw_load(theme, loads, node.id, top.x + at.name - left, top.x + at.remove - left - 4, bottom.y - 2);
  }
  ImGui::SameLine(at.menu);
  node_menu_button(scenario, node, results, ui, commands);
  ImGui::SameLine(at.remove);
  const bool alone = scenario.cluster.nodes().size() == 1;
  const std::string hint = alone ? say(Word::last_node_stays) : say(Word::remove_node, {node.name});
  if (icon_button(theme, Icon::kClose, hint.c_str(), "remove-node:" + node.name, !alone))
    remove_node(scenario, node, ui, commands);
  take_over_keys(scenario, node.id, ui);
  if (const auto entry = dropped_entry(top, bottom)) commands.push(MoveEntries{0, *entry, *entry, node.id});
  ImGui::PopID();
  if (ImGui::IsMouseHoveringRect(top, bottom) && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows))
    ui.pointed_at_next = node.id;
  if (focus_within(top, bottom)) ui.focused_node = node.id;
  ImGui::SetCursorPosY(y + height);
}

// The column headings, level with the panel's title. Drawn from within the rows, whose columns a scroll bar shifts.
void draw_heads(const Theme& theme, const Columns& at, ImVec2 rows) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ImGui::PushFont(font(FontRole::kSmall));
  const float y = rows.y - section_title_height();
  const auto draw = [&](float x, Word word) {
    list.AddText({std::floor(rows.x + x), y}, theme.colors.text_quiet.u32(), say(word));
  };
  list.PushClipRectFullScreen();
  draw(at.weight + 6, Word::weight_column);
  draw(at.menu - 4 - ImGui::CalcTextSize(say(Word::keys_column)).x, Word::keys_column);
  list.PopClipRect();
  ImGui::PopFont();
}

void draw_rows(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  draw_heads(ui.theme, Columns(ui.theme, 0, ImGui::GetContentRegionAvail().x), ImGui::GetWindowPos());
  const Loads loads(results);
  const auto nodes = scenario.cluster.nodes();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(kGrid, 0));
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(nodes.size()), ui.theme.control_height() + kLoadBarRoom);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      draw_row(scenario, results, nodes[static_cast<std::size_t>(i)], loads, ui, commands);
    }
  }
  ImGui::PopStyleVar();
}

// The width of the first of two buttons: half of the room, unless one text needs more. Then both have the same margin
// around their text.
float first_of_two(const char* first, const char* second, float room) {
  const float one = ImGui::CalcTextSize(first).x, two = ImGui::CalcTextSize(second).x;
  return std::max(one, two) + 3 * kGrid <= room / 2 ? room / 2 : one + (room - one - two) / 2;
}

// Above the rows, so that the buttons stay under the pointer while nodes come and go.
void change_count(const Scenario& scenario, const Theme& theme, Commands& commands) {
  const std::size_t count = scenario.cluster.nodes().size();
  const float room = ImGui::GetContentRegionAvail().x - theme.control_height() - 2 * kGrid;
  const std::string twice = say(Word::double_nodes, {format_count(2 * count, locale())});
  const float first = first_of_two(say(Word::add_node), twice.c_str(), room);
  if (button(theme, say(Word::add_node), "add-node", ButtonKind::kPrimary, first)) commands.push(AddNode{});
  begin_focus_here();  // the hint points to it
  ImGui::SameLine(0, kGrid);
  ImGui::BeginDisabled(2 * count > kMaxNodes);
  if (button(theme, twice.c_str(), "double-nodes", ButtonKind::kPlain, room - first))
    commands.push(SetNodeCount{2 * count});
  ImGui::EndDisabled();
  ImGui::SameLine(0, kGrid);
  if (icon_button(theme, Icon::kList, say(Word::list_nodes), "list-nodes")) commands.ask(Open{"nodes"});
}

}  // namespace

void nodes_panel(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  const Theme& theme = ui.theme;
  section_title(say(Word::nodes, {format_count(scenario.cluster.nodes().size(), locale())}).c_str());
  change_count(scenario, theme, commands);
  ImGui::Dummy({0, section_title_height() - ImGui::GetStyle().ItemSpacing.y});
  ImGui::BeginChild("rows", ImVec2(0, 0), 0, ImGuiWindowFlags_NavFlattened);
  draw_rows(scenario, results, ui, commands);
  ImGui::EndChild();
}

}  // namespace reshard::ui
