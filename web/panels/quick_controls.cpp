#include "web/panels/quick_controls.h"

#include <algorithm>

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/controls/slider.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kLeastSlider = 200;  // with its label and its field

Word controls_word(const UiState& ui) { return ui.preferences.simple() ? Word::all_controls : Word::fewer_controls; }

}  // namespace

bool may_change_controls(const UiState& ui) {
  return ui.preferences.controls != Preferences::Controls::kAlwaysAll && ui.link_view.view.empty();
}

float controls_button_width(const UiState& ui) { return ImGui::CalcTextSize(say(controls_word(ui))).x + 3 * kGrid; }

void controls_button(UiState& ui) {
  if (button(ui.theme, say(controls_word(ui)), "all-controls", ButtonKind::kPlain, controls_button_width(ui)))
    ui.preferences.controls = ui.preferences.simple() ? Preferences::Controls::kAll : Preferences::Controls::kSimple;
}

void node_buttons(const Scenario& scenario, UiState& ui, float add_width, Commands& commands) {
  const Theme& theme = ui.theme;
  const auto nodes = scenario.cluster.nodes();
  ImGui::BeginDisabled(ui.link_view.nodes == Access::kLocked);
  if (icon_button(theme, Icon::kRemove, say(Word::remove_last), "remove-last", nodes.size() > 1)) {
    commands.push(RemoveNode{nodes.back().id});
  }
  ImGui::SameLine(0, kGrid);
  if (button(theme, say(Word::add_node), "add-node", ButtonKind::kPrimary, add_width)) commands.push(AddNode{});
  ImGui::SetItemDefaultFocus();
  ImGui::EndDisabled();
}

void first_number(const StrategyChoice& choice, const Theme& theme, float width, NumberIn in, Commands& commands) {
  const auto specs = choice.strategy->params;
  std::size_t i = 0;
  while (i < specs.size() && (specs[i].kind == ParamSpec::Kind::kChoice || !in_effect(specs, choice.params, i))) ++i;
  if (i == specs.size() || width < kLeastSlider) return;
  const auto slide = in == NumberIn::kColumn
                         ? number_control(theme, specs[i], choice.params[i])
                         : number_control_in_row(theme, specs[i], choice.params[i], std::min(width, 2 * kLeastSlider));
  if (slide) commands.drag(SetParam{0, std::string(specs[i].key), slide->value}, slide->continues);
}

}  // namespace reshard::ui
