// The keys: how many, what they look like, and the seed that they are made from.

#include <cmath>

#include "core/base/text.h"
#include "imgui.h"
#include "web/controls.h"
#include "web/panels/panels.h"
#include "web/slider.h"
#include "web/words.h"

namespace reshard::ui {
namespace {

// What the slider offers; more or fewer may be typed, the core says how far.
ParamSpec count_spec() {
  return {.key = "keys",
          .label = say(Word::key_count),
          .min = 1'000,
          .max = 1'000'000,
          .scale = ParamSpec::Scale::kLog,
          .unit = {}};
}

// Two digits are as fine as a slider over three powers of ten can be set by hand.
std::uint64_t rounded(double count) {
  const double unit = std::pow(10, std::floor(std::log10(count)) - 1);
  return static_cast<std::uint64_t>(std::round(count / unit) * unit);
}

// What is no count at all becomes 0, which the core refuses in words.
std::uint64_t whole(double count) { return count >= 0 && count < 1e12 ? static_cast<std::uint64_t>(count) : 0; }

void kind_menu(const Theme& theme, const KeySpec& keys, Commands& commands) {
  row_label(theme, say(Word::key_kind));
  std::string shown = say(Word::given_keys);
  for (const KeyKindInfo& info : key_kinds()) {
    if (info.kind == keys.kind) shown = key_kind_title(info.id);
  }
  if (!begin_choice(theme, "kind", shown.c_str())) return;
  for (const KeyKindInfo& info : key_kinds()) {
    const std::string name = "kind." + std::string(info.id);
    if (choice_item(theme, {name, key_kind_title(info.id), {}, info.kind == keys.kind})) {
      commands.push(SetKeys{{.kind = info.kind, .count = keys.count, .prefix = std::string(info.default_prefix)}});
    }
  }
  ImGui::EndCombo();
}

void seed_field(std::uint64_t seed, UiState& ui, Commands& commands) {
  row_label(ui.theme, say(Word::seed));
  const std::string shown = decimal(seed);
  const auto typed = text_input(ui.theme, {.name = "seed", .value = shown, .numeric = true});
  if (!typed) return;
  if (const auto number = parse_u64(*typed)) {
    commands.push(SetSeed{*number});
  } else {
    ui.refusal = Refusal{error_text({ErrorCode::malformed, "seed", {*typed, say(Word::a_seed)}}), {}};
  }
}

}  // namespace

void keys_panel(const Scenario& scenario, const Results&, UiState& ui, Commands& commands) {
  section_title(say(Word::keys));
  KeySpec keys = scenario.keys;
  if (const auto slide = number_control(ui.theme, count_spec(), static_cast<double>(keys.count))) {
    keys.count = slide->typed ? whole(slide->value) : rounded(slide->value);
    commands.drag(SetKeys{keys}, slide->continues);
  }
  kind_menu(ui.theme, scenario.keys, commands);
  seed_field(scenario.seed, ui, commands);
}

}  // namespace reshard::ui
