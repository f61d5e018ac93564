// What is always within reach if there is no room for all panels: one node more or less, buttons that open the other
// panels and, if it fits, the strategy's first parameter.

#include <algorithm>

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/panels/panels.h"
#include "web/panels/quick_controls.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kLeastSlider = 280;  // with its label and its field

bool has_setup(const LinkView& figure) { return figure.strategy != Access::kHidden || figure.keys != Access::kHidden; }

float sheet_buttons_width(const UiState& ui) {
  if (ui.preferences.simple()) return controls_button_width(ui);
  const LinkView& figure = ui.link_view;
  const float nodes = figure.nodes != Access::kHidden ? button_width(Word::nodes_sheet) : 0;
  const float setup = has_setup(figure) ? button_width(Word::setup_sheet) : 0;
  return nodes + setup + (nodes > 0 && setup > 0 ? kGrid : 0);
}

void sheet_buttons(UiState& ui) {
  if (ui.preferences.simple()) return controls_button(ui);
  if (ui.link_view.nodes != Access::kHidden) {
    if (button(ui.theme, say(Word::nodes_sheet), "open-nodes", ButtonKind::kPlain, button_width(Word::nodes_sheet))) {
      ui.open_sheet = "nodes-sheet";
    }
    ImGui::SameLine(0, kGrid);
  }
  if (!has_setup(ui.link_view)) return;
  if (button(ui.theme, say(Word::setup_sheet), "open-setup", ButtonKind::kPlain, button_width(Word::setup_sheet))) {
    ui.open_sheet = "setup-sheet";
  }
}

}  // namespace

void quick_panel(const Scenario& scenario, const Results&, UiState& ui, Commands& commands) {
  const ImVec2 at = ImGui::GetCursorPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float sheets = sheet_buttons_width(ui);
  const bool nodes = ui.link_view.nodes != Access::kHidden;
  const float natural = nodes ? node_buttons_width() + 2 * kGrid : 0;
  const float slider = width - natural - sheets - 3 * kGrid;
  const bool roomy = slider > kLeastSlider;
  if (nodes) {
    node_buttons(scenario, ui, roomy ? natural : width - sheets - kGrid, commands);
    ImGui::SameLine(0, kGrid);
  }
  if (roomy && !ui.preferences.simple() && ui.link_view.strategy != Access::kHidden) {
    ImGui::SetCursorPos({ImGui::GetCursorPosX() + (nodes ? kGrid : 0), at.y});
    ImGui::BeginDisabled(ui.link_view.strategy == Access::kLocked);
    first_number(scenario.strategies[0], ui.theme, slider, NumberIn::kRow, commands);
    ImGui::EndDisabled();
  }
  ImGui::SetCursorPos({at.x + width - sheets, at.y});
  sheet_buttons(ui);
}

}  // namespace reshard::ui
