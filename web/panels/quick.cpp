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

void more_and_less(const Scenario& scenario, const Theme& theme, float add_width, Commands& commands) {
  const auto nodes = scenario.cluster.nodes();
  if (icon_button(theme, Icon::kRemove, say(Word::remove_last), "remove-last", nodes.size() > 1)) {
    commands.push(RemoveNode{nodes.back().id});
  }
  ImGui::SameLine(0, kGrid);
  if (button(theme, say(Word::add_node), "add-node", ButtonKind::kPrimary, add_width)) commands.push(AddNode{});
  ImGui::SameLine(0, kGrid);
}

void sheet_buttons(UiState& ui) {
  if (button(ui.theme, say(Word::nodes_sheet), "open-nodes", ButtonKind::kPlain, button_width(Word::nodes_sheet))) {
    ui.open_sheet = "nodes-sheet";
  }
  ImGui::SameLine(0, kGrid);
  if (button(ui.theme, say(Word::setup_sheet), "open-setup", ButtonKind::kPlain, button_width(Word::setup_sheet))) {
    ui.open_sheet = "setup-sheet";
  }
}

// The parameter that a reader is most likely to turn: the first number, in the order of the strategy's own list.
void first_number(const StrategyChoice& choice, const Theme& theme, float width, Commands& commands) {
  const auto specs = choice.strategy->params;
  const auto spec =
      std::find_if(specs.begin(), specs.end(), [](const ParamSpec& s) { return s.kind != ParamSpec::Kind::kChoice; });
  if (spec == specs.end() || width < kLeastSlider) return;
  const double value = choice.params[static_cast<std::size_t>(spec - specs.begin())];
  if (const auto slide = number_control_in_row(theme, *spec, value, std::min(width, 2 * kLeastSlider))) {
    commands.drag(SetParam{0, std::string(spec->key), slide->value}, slide->continues);
  }
}

}  // namespace

void quick_panel(const Scenario& scenario, const Results&, UiState& ui, Commands& commands) {
  const ImVec2 at = ImGui::GetCursorPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float sheets = button_width(Word::nodes_sheet) + kGrid + button_width(Word::setup_sheet);
  const float around = ui.theme.control_height() + 2 * kGrid + sheets;
  const float natural = button_width(Word::add_node) + 2 * kGrid;
  const bool roomy = width - around - natural > kLeastSlider;
  more_and_less(scenario, ui.theme, roomy ? natural : width - around, commands);
  if (roomy) {
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + kGrid, at.y});
    first_number(scenario.strategies[0], ui.theme, width - around - natural - 3 * kGrid, commands);
  }
  ImGui::SetCursorPos({at.x + width - sheets, at.y});
  sheet_buttons(ui);
}

}  // namespace reshard::ui
