// The keys: how many, what they look like, and the seed that generates them.

#include <cmath>
#include <utility>

#include "core/base/text.h"
#include "imgui.h"
#include "web/controls/controls.h"
#include "web/controls/slider.h"
#include "web/panels/panels.h"
#include "web/panels/request_menu.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

// The slider's range; more or fewer may be typed, and the core sets the limits.
ParamSpec count_spec() {
  return {.key = "keys",
          .label = say(Word::key_count),
          .min = 1'000,
          .max = 1'000'000,
          .scale = ParamSpec::Scale::kLog,
          .unit = {}};
}

// A slider over three powers of ten cannot be set by hand more precisely than two digits.
std::uint64_t rounded(double count) {
  const double unit = std::pow(10, std::floor(std::log10(count)) - 1);
  return static_cast<std::uint64_t>(std::round(count / unit) * unit);
}

// Text that is not a count becomes 0, which the core refuses in words.
std::uint64_t whole(double count) { return count >= 0 && count < 1e12 ? static_cast<std::uint64_t>(count) : 0; }

void kind_menu(const Theme& theme, const KeySpec& keys, float width, Commands& commands) {
  std::string shown = say(Word::own_keys);
  for (const KeyKindInfo& info : key_kinds()) {
    if (info.kind == keys.kind) shown = key_kind_title(info.id);
  }
  if (!begin_choice(theme, "kind", shown.c_str(), width)) return;
  for (const KeyKindInfo& info : key_kinds()) {
    const std::string name = "kind." + std::string(info.id);
    if (choice_item(theme, {name, key_kind_title(info.id), {}, info.kind == keys.kind})) {
      commands.push(SetKeys{{.kind = info.kind, .count = keys.count, .prefix = std::string(info.default_prefix)}});
    }
  }
  const bool own = keys.kind == KeyKind::kGiven;
  if (choice_item(theme, {"kind.own", say(Word::choose_own_keys), {}, own})) commands.ask(ChooseKeys{});
  ImGui::EndCombo();
}

void seed_field(std::uint64_t seed, UiState& ui, Commands& commands) {
  const std::string shown = decimal(seed);
  const auto typed =
      text_input(ui.theme, {.name = "seed", .value = shown, .numeric = true, .width = kNumberFieldWidth});
  if (!typed) return;
  if (const auto number = parse_u64(*typed)) {
    commands.push(SetSeed{*number});
  } else {
    ui.refusal = Refusal{error_text({ErrorCode::malformed, "seed", {*typed, say(Word::a_seed)}}), {}};
  }
}

// One row: the kind on the left, the seed below the other numbers.
void kind_and_seed(const Scenario& scenario, UiState& ui, Commands& commands) {
  const float left = ImGui::GetCursorPosX(), right = left + ImGui::GetContentRegionAvail().x;
  const float y = ImGui::GetCursorPosY();
  const float text_y = y + (ui.theme.control_height() - ImGui::GetTextLineHeight()) / 2;
  const auto width_of = [](Word word) { return ImGui::CalcTextSize(say(word)).x; };
  const float menu = left + width_of(Word::key_kind) + 1.5f * kGrid;
  const float seed = right - kNumberFieldWidth - kGrid - width_of(Word::seed);
  for (const auto& [x, word] : {std::pair(left, Word::key_kind), std::pair(seed, Word::seed)}) {
    ImGui::SetCursorPos({x, text_y});
    ImGui::TextUnformatted(say(word));
  }
  ImGui::SetCursorPos({menu, y});
  kind_menu(ui.theme, scenario.keys, seed - 1.5f * kGrid - menu, commands);
  ImGui::SetCursorPos({right - kNumberFieldWidth, y});
  seed_field(scenario.seed, ui, commands);
}

}  // namespace

void keys_panel(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  ImGui::AlignTextToFramePadding();
  section_title(say(Word::keys));
  request_menu(scenario, results, ui, commands);
  KeySpec keys = scenario.keys;
  ImGui::BeginDisabled(keys.kind == KeyKind::kGiven);  // their number is given too
  if (const auto slide = number_control(ui.theme, count_spec(), static_cast<double>(keys.count))) {
    keys.count = slide->typed ? whole(slide->value) : rounded(slide->value);
    commands.drag(SetKeys{keys}, slide->continues);
  }
  ImGui::EndDisabled();
  kind_and_seed(scenario, ui, commands);
}

}  // namespace reshard::ui
