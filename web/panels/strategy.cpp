// The strategy: which one, its strengths and limits, its parameters and its hash function, all from the registries.

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/controls/probes.h"
#include "web/controls/slider.h"
#include "web/draw/painter.h"
#include "web/panels/panels.h"
#include "web/panels/strategy_menu.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

void fixed_hash_row(const Theme& theme, const std::string& text) {
  if (text.empty()) return;
  row_label(theme, say(Word::hash_function));
  const float y = ImGui::GetCursorPosY(), height = theme.control_height();
  ImGui::SetCursorPosY(y + (height - ImGui::GetTextLineHeight()) / 2);
  quiet_paragraph(theme, text);
  probe("fixed-hash");
  const float missing = y + height - ImGui::GetCursorPosY();  // up to the height of a control
  if (missing > 0) ImGui::Dummy({0, missing});
}

// Controls of strategies other than the main one have names of their own: "vnodes:2".
std::string name_in(std::size_t slot, std::string_view name) {
  return std::string(name) + (slot == 0 ? "" : ":" + std::to_string(slot + 1));
}

void hash_menu(const Theme& theme, const StrategyChoice& choice, std::size_t slot, Commands& commands) {
  if (const auto fixed = fixed_hash(choice)) return fixed_hash_row(theme, *fixed);
  row_label(theme, say(Word::hash_function));
  if (begin_choice(theme, name_in(slot, "hash"), hash_title(choice, *choice.hash).c_str())) {
    for (const OfferedHash& offered : offered_hashes(*choice.strategy, choice.params)) {
      const HashFunction* hash = offered.hash;
      const std::string name = "hash." + std::string(hash->id);
      const std::string title = hash_title(choice, *hash);
      if (choice_item(theme, {name, title, {}, hash == choice.hash, hash->id})) commands.push(SetHash{slot, hash});
    }
    ImGui::EndCombo();
  }
  if (const auto notice = hash_notice(choice)) quiet_paragraph(theme, *notice);
}

// In CSS pixels: the layout does not depend on which option is chosen.
float longest_option(const ParamSpec& spec) {
  float longest = 0;
  for (std::size_t i = 0; i < spec.options.size(); ++i)
    longest = std::max(longest, ImGuiPainter().text_size(option_title(spec, i), FontRole::kBody).x);
  return longest;
}

void choice_control(const Theme& theme, const ParamSpec& spec, double value, std::size_t slot, Commands& commands) {
  row_label(theme, translated(spec.label).data(), longest_option(spec));
  const auto chosen = static_cast<std::size_t>(value);
  if (!begin_choice(theme, name_in(slot, spec.key), option_title(spec, chosen).c_str())) return;
  for (std::size_t i = 0; i < spec.options.size(); ++i) {
    const std::string name = std::string(spec.key) + "." + std::string(spec.options[i]);
    const std::string title = option_title(spec, i);
    if (choice_item(theme, {name, title, {}, i == chosen, spec.options[i]})) {
      commands.push(SetParam{slot, std::string(spec.key), static_cast<double>(i)});
    }
  }
  ImGui::EndCombo();
}

void param_control(const Theme& theme, const ParamSpec& spec, double value, std::size_t slot, Commands& commands) {
  if (spec.kind == ParamSpec::Kind::kChoice) return choice_control(theme, spec, value, slot, commands);
  ParamSpec named = spec;
  const std::string name = name_in(slot, spec.key);
  named.key = name;
  if (const auto slide = number_control(theme, named, value)) {
    commands.drag(SetParam{slot, std::string(spec.key), slide->value}, slide->continues);
  }
}

}  // namespace

void strategy_settings(const Theme& theme, const StrategyChoice& choice, std::size_t slot, Commands& commands) {
  const auto specs = choice.strategy->params;
  for (std::size_t i = 0; i < choice.params.size(); ++i) {
    if (in_effect(specs, choice.params, i)) param_control(theme, specs[i], choice.params[i], slot, commands);
  }
  hash_menu(theme, choice, slot, commands);
}

void strategy_panel(const Scenario& scenario, const Results&, UiState& ui, Commands& commands) {
  const StrategyChoice& choice = scenario.strategies[0];
  const Strategy& strategy = *choice.strategy;
  const bool compare =
      ui.form == LayoutForm::kStack && ui.link_view.strategy == Access::kFree;  // its bar may have the icon only
  if (compare) ImGui::AlignTextToFramePadding();
  section_title(say(Word::strategy));
  if (compare) {
    ImGui::SameLine(ImGui::GetContentRegionMax().x - compare_width());
    compare_menu(scenario, CompareButton::kInSetup, ui, commands);
  }
  strategy_menu(strategy, ui, commands);
  quiet_paragraph(ui.theme, translated(strategy.summary));
  quiet_paragraph(ui.theme, translated(strategy.limits));
  strategy_settings(ui.theme, choice, 0, commands);
}

}  // namespace reshard::ui
