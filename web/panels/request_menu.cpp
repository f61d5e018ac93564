#include "web/panels/request_menu.h"

#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/controls/keyboard.h"
#include "web/controls/slider.h"
#include "web/insight/load_words.h"
#include "web/insight/zones.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kMenuWidth = 400;

ParamSpec number(std::string_view key, Word label, Word unit, double max, ParamSpec::Kind kind) {
  return {.key = key, .label = say(label), .kind = kind, .min = 0, .max = max, .unit = say(unit)};
}

// A slider of this length cannot be set by hand more precisely than two digits.
double fine(const Slide& slide) { return slide.typed ? slide.value : std::round(slide.value * 100) / 100; }

// Text that is not a count becomes one that the core refuses in words.
template <typename Count>
Count whole(double count) {
  return count >= 0 && count < 1e6 ? static_cast<Count>(count) : static_cast<Count>(1'000'000);
}

void request_controls(const Scenario& scenario, bool counted, const Theme& theme, Commands& commands) {
  using enum ParamSpec::Kind;
  RequestSpec next = scenario.requests;
  std::optional<Slide> slide;
  const Word unit = counted ? Word::skew_counted : Word::skew_unit;
  if ((slide = number_control(theme, number("skew", Word::skew, unit, kMaxSkew, kReal), next.skew))) {
    next.skew = fine(*slide);
    commands.drag(SetRequests{next}, slide->continues);
  }
  // The slider offers the useful range; more may be typed, and the core sets the limit.
  if ((slide = number_control(theme, number("spread", Word::spread, Word::spread_unit, 50, kInteger),
                              static_cast<double>(next.spread)))) {
    next.spread = whole<std::uint64_t>(slide->value);
    commands.drag(SetRequests{next}, slide->continues);
  }
  if ((slide = number_control(theme, number("node-capacity", Word::capacity, Word::capacity_unit, 4, kReal),
                              next.capacity))) {
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
  if (const auto slide = number_control(theme, spec, scenario.replicas)) {
    commands.drag(SetReplicas{whole<unsigned>(slide->value)}, slide->continues);
  }
  ImGui::EndDisabled();
  if (!knows) quiet_paragraph(theme, say(Word::no_replicas));
}

void zone_control(const Cluster& cluster, UiState& ui, Commands& commands) {
  ParamSpec spec = number("zones", Word::zones, Word::zones_unit, static_cast<double>(most_zones(cluster)),
                          ParamSpec::Kind::kInteger);
  spec.min = 1;
  const auto slide = number_control(ui.theme, spec, std::min(static_cast<double>(zones_of(cluster)), spec.max));
  if (!slide) return;
  if (const Status valid = check_param(spec, slide->value); !valid.ok()) {
    ui.refusal = Refusal{error_text(valid.error()), {}};
  } else {
    commands.drag(deal_zones(cluster, static_cast<std::uint64_t>(slide->value)), slide->continues);
  }
}

}  // namespace

void request_menu(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  const char* label = say(Word::requests_menu);
  const float width = ImGui::CalcTextSize(label).x + 3 * kGrid;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
  if (button(ui.theme, label, "requests", ButtonKind::kPlain, width)) ImGui::OpenPopup("requests");
  ImGui::SetNextWindowSize({std::min(kMenuWidth, ImGui::GetIO().DisplaySize.x - 2 * kGrid), 0});
  if (!begin_menu("requests")) return;
  section_title(say(Word::requests));
  request_controls(scenario, results.keys != nullptr && results.keys->counted() > 0, ui.theme, commands);
  replica_control(scenario, ui.theme, commands);
  if (ui.link_view.nodes == Access::kFree) zone_control(scenario.cluster, ui, commands);
  if (const std::string words = replica_words(results, ui); !words.empty()) quiet_paragraph(ui.theme, words);
  ImGui::EndPopup();
}

}  // namespace reshard::ui
