// What there is to try with the simple controls: another strategy, its first number, one node more or less.

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/controls/keyboard.h"
#include "web/controls/slider.h"
#include "web/panels/panels.h"
#include "web/panels/quick_controls.h"
#include "web/panels/strategy_menu.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kBeside = 744;         // if the card is narrower, controls are stacked
constexpr float kPadding = 3 * kGrid;  // of the narrowest such card, left and right
constexpr float kLabel = 20;           // above a control
constexpr float kScale = 12;           // below a slider
constexpr float kNodesWidth = 260;     // one node more or less
constexpr float kLeastChoice = 240;    // the menu of strategies

float row_height(float control_height) { return kLabel + control_height + kScale; }

void choose_strategy(const Scenario& scenario, UiState& ui, ImVec2 at, float width, Commands& commands) {
  ImGui::SetCursorPos(at);
  quiet_text(ui.theme, say(Word::strategy));
  ImGui::SetCursorPos({at.x, at.y + kLabel});
  strategy_menu(*scenario.strategies[0].strategy, ui, commands, width);
}

}  // namespace

bool play_has_nodes(float card) { return card >= kBeside; }

float play_height(float card, float control_height) {
  return play_has_nodes(card) ? row_height(control_height) : 2 * row_height(control_height) + kGrid;
}

void play_panel(const Scenario& scenario, const Results&, UiState& ui, Commands& commands) {
  const ImVec2 at = ImGui::GetCursorPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const bool beside = play_has_nodes(width + kPadding);
  float x = at.x;
  if (beside) {
    ImGui::SetCursorPos({x, at.y + kLabel});
    node_buttons(scenario, ui, kNodesWidth, commands);
    begin_focus_here();
    x += kNodesWidth + 4 * kGrid;
  }
  const float rest = at.x + width - x;
  const float choice = beside ? std::max(kLeastChoice, rest * 0.42f) : rest;
  choose_strategy(scenario, ui, {x, at.y}, choice, commands);
  const float second = at.y + row_height(ui.theme.control_height()) + kGrid;
  const ImVec2 number = beside ? ImVec2{x + choice + 4 * kGrid, at.y} : ImVec2{x, second};
  ImGui::SetCursorPos(number);
  first_number(scenario.strategies[0], ui.theme, at.x + width - number.x, NumberIn::kColumn, commands);
}

}  // namespace reshard::ui
