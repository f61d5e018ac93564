// What is always within reach where there is no room for all panels: a node more or less, the ways to the other
// panels, and where it fits the strategy's first parameter.

#include <algorithm>

#include "imgui.h"
#include "web/controls.h"
#include "web/panels/panels.h"
#include "web/slider.h"
#include "web/words.h"

namespace reshard::ui {
namespace {

constexpr float kLeastSlider = 200;  // with its label and its field

float button_width(Word label) { return ImGui::CalcTextSize(say(label)).x + 3 * kGrid; }

void more_and_less(const Scenario& scenario, const UiState& ui, float add_width, Commands& commands) {
  const Theme& theme = ui.theme;
  const auto nodes = scenario.cluster.nodes();
  ImGui::BeginDisabled(ui.figure.nodes == Access::kLocked);
  if (icon_button(theme, Icon::kRemove, say(Word::remove_last), "remove-last", nodes.size() > 1)) {
    commands.push(RemoveNode{nodes.back().id});
  }
  ImGui::SameLine(0, kGrid);
  if (button(theme, say(Word::add_node), "add-node", ButtonKind::kPrimary, add_width)) commands.push(AddNode{});
  ImGui::SetItemDefaultFocus();
  ImGui::EndDisabled();
  ImGui::SameLine(0, kGrid);
}

bool has_setup(const Figure& figure) {
  return figure.strategy != Access::kHidden || figure.keys != Access::kHidden;
}

float sheet_buttons_width(const Figure& figure) {
  const float nodes = figure.nodes != Access::kHidden ? button_width(Word::nodes_sheet) : 0;
  const float setup = has_setup(figure) ? button_width(Word::setup_sheet) : 0;
  return nodes + setup + (nodes > 0 && setup > 0 ? kGrid : 0);
}

void sheet_buttons(UiState& ui) {
  if (ui.figure.nodes != Access::kHidden) {
    if (button(ui.theme, say(Word::nodes_sheet), "open-nodes", ButtonKind::kPlain, button_width(Word::nodes_sheet))) {
      ui.open_sheet = "nodes-sheet";
    }
    ImGui::SameLine(0, kGrid);
  }
  if (!has_setup(ui.figure)) return;
  if (button(ui.theme, say(Word::setup_sheet), "open-setup", ButtonKind::kPlain, button_width(Word::setup_sheet))) {
    ui.open_sheet = "setup-sheet";
  }
}

// The parameter that a reader is most likely to turn: the first number, in the order of the strategy's own list.
void first_number(const StrategyChoice& choice, const Theme& theme, float width, Commands& commands) {
  const auto specs = choice.strategy->params;
  std::size_t i = 0;
  while (i < specs.size() && (specs[i].kind == ParamSpec::Kind::kChoice || !in_effect(specs, choice.params, i))) ++i;
  if (i == specs.size() || width < kLeastSlider) return;
  const float slider_width = std::min(width, 2 * kLeastSlider);
  if (const auto slide = number_control_in_row(theme, specs[i], choice.params[i], slider_width)) {
    commands.drag(SetParam{0, std::string(specs[i].key), slide->value}, slide->continues);
  }
}

}  // namespace

void quick_panel(const Scenario& scenario, const Results&, UiState& ui, Commands& commands) {
  const ImVec2 at = ImGui::GetCursorPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float sheets = sheet_buttons_width(ui.figure);
  const bool nodes = ui.figure.nodes != Access::kHidden;
  const float around = (nodes ? ui.theme.control_height() + 2 * kGrid : 0) + sheets;
  const float natural = nodes ? button_width(Word::add_node) + 2 * kGrid : 0;
  const bool roomy = width - around - natural > kLeastSlider;
  if (nodes) more_and_less(scenario, ui, roomy ? natural : width - around, commands);
  if (roomy && ui.figure.strategy != Access::kHidden) {
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + (nodes ? kGrid : 0), at.y});
    ImGui::BeginDisabled(ui.figure.strategy == Access::kLocked);
    first_number(scenario.strategies[0], ui.theme, width - around - natural - 3 * kGrid, commands);
    ImGui::EndDisabled();
  }
  ImGui::SetCursorPos({at.x + width - sheets, at.y});
  sheet_buttons(ui);
}

}  // namespace reshard::ui
