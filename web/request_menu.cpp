#include "web/request_menu.h"

#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "web/controls.h"
#include "web/keyboard.h"
#include "web/load_words.h"
#include "web/slider.h"
#include "web/words.h"

namespace reshard::ui {
namespace {

constexpr float kMenuWidth = 400;

ParamSpec number(std::string_view key, Word label, Word unit, double max, ParamSpec::Kind kind) {
  return {.key = key, .label = say(label), .kind = kind, .min = 0, .max = max, .unit = say(unit)};
}

std::optional<Slide> row(const Theme& theme, const ParamSpec& spec, double value) {
  return number_control_in_row(theme, spec, value, ImGui::GetContentRegionAvail().x);
}

// Two digits are as fine as a slider of this length can be set by hand.
double fine(const Slide& slide) { return slide.typed ? slide.value : std::round(slide.value * 100) / 100; }

// What is no count at all becomes one that the core refuses in words.
template <typename Count>
Count whole(double count) { return count >= 0 && count < 1e6 ? static_cast<Count>(count) : static_cast<Count>(1'000'000); }

void request_controls(const Scenario& scenario, const Theme& theme, Commands& commands) {
  using enum ParamSpec::Kind;
  RequestSpec next = scenario.requests;
  std::optional<Slide> slide;
  if ((slide = row(theme, number("skew", Word::skew, Word::skew_unit, kMaxSkew, kReal), next.skew))) {
    next.skew = fine(*slide);
    commands.drag(SetRequests{next}, slide->continues);
  }
  // The slider offers what helps; more may be typed, the core says how far.
  if ((slide = row(theme, number("spread", Word::spread, Word::spread_unit, 50, kInteger), static_cast<double>(next.spread)))) {
    next.spread = whole<std::uint64_t>(slide->value);
    commands.drag(SetRequests{next}, slide->continues);
  }
  if ((slide = row(theme, number("node-capacity", Word::capacity, Word::capacity_unit, 4, kReal), next.capacity))) {
    next.capacity = fine(*slide);
    commands.drag(SetRequests{next}, slide->continues);
  }
}

void replica_control(const Scenario& scenario, const Theme& theme, Commands& commands) {
  const StrategyChoice& main = scenario.strategies[0];
  const bool knows = traits_of(*main.strategy, main.params).has(Trait::kReplicas);
  ParamSpec spec = number("key-replicas", Word::replicas, knows ? Word::replicas_unit : Word::no_replicas, kMaxReplicas,
                          ParamSpec::Kind::kInteger);
  spec.min = 1;
  ImGui::BeginDisabled(!knows);
  if (const auto slide = row(theme, spec, scenario.replicas)) {
    commands.drag(SetReplicas{whole<unsigned>(slide->value)}, slide->continues);
  }
  ImGui::EndDisabled();
  if (!knows) quiet_paragraph(theme, say(Word::no_replicas));
}

}  // namespace

void request_menu(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  const char* label = say(Word::requests_menu);
  const float width = ImGui::CalcTextSize(label).x + 3 * kGrid;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
  if (button(ui.theme, label, "requests", ButtonKind::kPlain, width)) ImGui::OpenPopup("requests");
  ImGui::SetNextWindowSize({std::min(kMenuWidth, ImGui::GetIO().DisplaySize.x - 2 * kGrid), 0});
  if (!ImGui::BeginPopup("requests")) return;
  close_on_escape();
  section_title(say(Word::requests));
  request_controls(scenario, ui.theme, commands);
  replica_control(scenario, ui.theme, commands);
  if (const std::string words = replica_words(results, ui); !words.empty()) quiet_paragraph(ui.theme, words);
  ImGui::EndPopup();
}

}  // namespace reshard::ui
