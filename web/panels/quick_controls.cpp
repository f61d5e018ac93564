#include "web/panels/quick_controls.h"

#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/controls/slider.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kLeastSlider = 200;  // with its label and its field

Word controls_word(const UiState& ui) { return ui.preferences.simple() ? Word::all_controls : Word::fewer_controls; }

bool remove_button(const Theme& theme, bool words, float width, bool enabled) {
  if (!words) return icon_button(theme, Icon::kRemove, say(Word::remove_last), "remove-last", enabled);
  ImGui::BeginDisabled(!enabled);
  const bool pressed = button(theme, say(Word::remove_one), "remove-last", ButtonKind::kPlain, width);
  ImGui::SetItemTooltip("%s", say(Word::remove_last));
  ImGui::EndDisabled();
  return pressed;
}

}  // namespace

bool may_change_controls(const UiState& ui) {
  return ui.preferences.controls != Preferences::Controls::kAlwaysAll && ui.link_view.view.empty();
}

float controls_button_width(const UiState& ui) { return ImGui::CalcTextSize(say(controls_word(ui))).x + 3 * kGrid; }

void controls_button(UiState& ui) {
  if (button(ui.theme, say(controls_word(ui)), "all-controls", ButtonKind::kPlain, controls_button_width(ui)))
    ui.preferences.controls = ui.preferences.simple() ? Preferences::Controls::kAll : Preferences::Controls::kSimple;
}

float button_width(Word label) { return std::ceil(ImGui::CalcTextSize(say(label)).x) + 3 * kGrid; }

float node_buttons_width() { return button_width(Word::remove_one) + kGrid + button_width(Word::add_node); }

void node_buttons(const Scenario& scenario, UiState& ui, float width, Commands& commands) {
  const Theme& theme = ui.theme;
  const auto nodes = scenario.cluster.nodes();
  const bool words = node_buttons_width() <= width;
  const float less = words ? button_width(Word::remove_one) : theme.control_height();
  ImGui::BeginDisabled(ui.link_view.nodes == Access::kLocked);
  if (remove_button(theme, words, less, nodes.size() > 1)) commands.push(RemoveNode{nodes.back().id});
  ImGui::SameLine(0, kGrid);
  if (button(theme, say(Word::add_node), "add-node", ButtonKind::kPrimary, width - less - kGrid))
    commands.push(AddNode{});
  ImGui::SetItemDefaultFocus();
  ImGui::EndDisabled();
}

void first_number(const StrategyChoice& choice, const Theme& theme, float width, NumberIn in, Commands& commands) {
  const auto specs = choice.strategy->params;
  std::size_t i = 0;
  while (i < specs.size() && (specs[i].kind == ParamSpec::Kind::kChoice || !in_effect(specs, choice.params, i))) ++i;
  if (i == specs.size() || width < kLeastSlider) return ImGui::Dummy({});  // its place may end the window
  ParamSpec spec = specs[i];
  spec.unit = spec.unit.substr(0, spec.unit.find(" ("));  // weights, “(× weight)”, are in All controls
  const auto slide = in == NumberIn::kColumn
                         ? number_control(theme, spec, choice.params[i])
                         : number_control_in_row(theme, spec, choice.params[i], std::min(width, 2 * kLeastSlider));
  if (slide) commands.drag(SetParam{0, std::string(spec.key), slide->value}, slide->continues);
}

}  // namespace reshard::ui
