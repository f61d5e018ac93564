#include "web/panels/strategy_menu.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include "core/strategies/strategies.h"
#include "imgui.h"
#include "web/controls/controls.h"
#include "web/controls/keyboard.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr std::size_t kSearchFrom = 8;  // fewer can be seen at a glance

constexpr Family kFamilies[] = {Family::kArithmetic, Family::kRing, Family::kJump,     Family::kRendezvous,
                                Family::kTable,      Family::kTree, Family::kDirectory};

bool begins_a_word(std::string_view text, std::string_view word) {
  const std::string where = lower(text), what = lower(word);
  const auto in_word = [](unsigned char c) { return c >= 0x80 || std::isalnum(c); };
  for (std::size_t at = where.find(what); at != std::string::npos; at = where.find(what, at + 1)) {
    if (at == 0 || !in_word(static_cast<unsigned char>(where[at - 1]))) return true;
  }
  return false;
}

// Whether each word of the search starts a word in one of the texts.
bool all_found(std::string_view search, const std::vector<std::string_view>& texts) {
  while (true) {
    const std::size_t begin = search.find_first_not_of(' ');
    if (begin == std::string_view::npos) return true;
    search.remove_prefix(begin);
    const std::string_view word = search.substr(0, search.find(' '));
    if (std::none_of(texts.begin(), texts.end(), [&](auto text) { return begins_a_word(text, word); })) return false;
    search.remove_prefix(word.size());
  }
}

bool is_name_of(const Strategy& strategy, std::string_view search) {
  return all_found(search, {strategy.title, strategy.id, translated(strategy.title)});
}

// What people search for besides names: what a strategy can do, with at least one of its options.
struct Ability {
  std::initializer_list<Trait> traits;
  Word words;
};
const Ability kAbilities[] = {{{Trait::kWeights}, Word::can_weights},
                              {{Trait::kReplicas}, Word::can_replicas},
                              {{Trait::kZones}, Word::can_zones},
                              {{Trait::kAnyRemoval}, Word::can_any_removal},
                              {{Trait::kLeastOnAdd, Trait::kLeastOnRemove}, Word::can_least},
                              {{Trait::kMovesByHand}, Word::can_moves_by_hand}};

bool can(const Strategy& strategy, std::initializer_list<Trait> wanted) {
  const auto under = [&](const ParamValues& values) {
    const Traits traits = traits_of(strategy, values);
    return std::all_of(wanted.begin(), wanted.end(), [&](Trait trait) { return traits.has(trait); });
  };
  const ParamValues usual = default_params(strategy.params);
  if (under(usual)) return true;
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    ParamValues values = usual;
    for (std::size_t option = 1; option < strategy.params[i].options.size(); ++option) {
      values[i] = static_cast<double>(option);
      if (under(values)) return true;
    }
  }
  return false;
}

// Everything by which a search finds a strategy, in English and in the language of the page.
std::vector<std::string_view> texts_of(const Strategy& strategy) {
  std::vector<std::string_view> texts = {strategy.source, strategy.id};
  const auto add = [&](std::string_view english) { texts.insert(texts.end(), {english, translated(english)}); };
  for (const std::string_view text : {strategy.title, strategy.summary, family_title(strategy.family)}) add(text);
  for (const ParamSpec& spec : strategy.params) {
    texts.push_back(spec.key);
    add(spec.label);
    texts.insert(texts.end(), spec.options.begin(), spec.options.end());
  }
  for (const Ability& ability : kAbilities) {
    if (can(strategy, ability.traits)) texts.insert(texts.end(), {in_english(ability.words), say(ability.words)});
  }
  return texts;
}

std::vector<const Strategy*> of_family(Family family, std::string_view search) {
  std::vector<const Strategy*> found;
  for (const Strategy* strategy : strategies()) {
    if (strategy->family == family && search_finds(*strategy, search)) found.push_back(strategy);
  }
  return found;
}

// The strategy that Enter picks during a search: the one with that name, else the first found. Null if nothing is
// found.
const Strategy* best_match(std::string_view search) {
  const Strategy* first = nullptr;
  for (const Family family : kFamilies) {
    for (const Strategy* strategy : of_family(family, search)) {
      if (is_name_of(*strategy, search)) return strategy;
      if (first == nullptr) first = strategy;
    }
  }
  return first;
}

// The first build names the strategies that it lacks.
void offer_more(const Theme& theme, Commands& commands) {
  if (find_strategy("partitions") != nullptr) return;
  ImGui::Dummy(ImVec2(0, kGrid / 2));
  if (choice_item(theme, {"strategy.more", say(Word::more_systems), say(Word::more_systems_are), false})) {
    commands.ask(Open{"systems"});
    ImGui::CloseCurrentPopup();
  }
}

// Draws the items and returns the one that was picked. `next` is the one that Enter in the search field picks.
const Strategy* draw_items(const Theme& theme, const Strategy* current, std::string_view search, const Strategy* next,
                           bool bring_next_up) {
  const Strategy* picked = nullptr;
  bool any = false;
  for (const Family family : kFamilies) {
    const auto found = of_family(family, search);
    if (found.empty()) continue;
    if (any) ImGui::Dummy(ImVec2(0, kGrid / 2));
    quiet_text(theme, translated(family_title(family)));
    for (const Strategy* strategy : found) {
      const std::string name = "strategy." + std::string(strategy->id);
      if (choice_item(theme, {name, translated(strategy->title), translated(strategy->summary), strategy == current,
                              strategy->id, strategy == next})) {
        picked = strategy;
      }
      if (strategy == next && bring_next_up) ImGui::SetScrollHereY();
      any = true;
    }
  }
  if (!any) quiet_paragraph(theme, say(Word::no_strategy_found));
  return picked;
}

// Draws the open menu. Returns the strategy that was picked, and then closes the menu.
const Strategy* draw_list(UiState& ui, const Strategy* current, Commands& commands) {
  close_on_escape();
  if (ImGui::IsWindowAppearing()) ui.strategy_search.clear();
  const Strategy* picked = nullptr;
  if (strategies().size() < kSearchFrom) {
    picked = draw_items(ui.theme, current, "", nullptr, false);
  } else {
    // Typing searches at once; but on a touch screen, the on-screen keyboard would cover the list.
    if (ImGui::IsWindowAppearing() && !ui.theme.coarse_pointer) ImGui::SetKeyboardFocusHere();
    const TextInput search{.name = "search-strategy", .hint = say(Word::search_strategy), .width = choice_item_width()};
    const bool changed = live_text_input(ui.theme, search, ui.strategy_search);
    if (ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
    const bool entered = ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Enter);
    const bool searches = (entered || ImGui::IsItemActive()) && !ui.strategy_search.empty();
    const Strategy* best = searches ? best_match(ui.strategy_search) : nullptr;
    // The height does not depend on what is found, so that nothing jumps while somebody types.
    const ImVec2 size(choice_item_width() + kGrid, ImGui::GetIO().DisplaySize.y / 2);
    ImGui::BeginChild("strategies", size, 0, ImGuiWindowFlags_NavFlattened);
    picked = draw_items(ui.theme, current, ui.strategy_search, best, changed);
    if (entered) picked = best;
    ImGui::EndChild();
    offer_more(ui.theme, commands);  // in sight wherever the list is scrolled to
  }
  // An item closes only its own window, which is the list inside the menu.
  if (picked != nullptr) ImGui::CloseCurrentPopup();
  return picked;
}

}  // namespace

bool search_finds(const Strategy& strategy, std::string_view search) { return all_found(search, texts_of(strategy)); }

void strategy_menu(const Strategy& current, UiState& ui, Commands& commands, float width) {
  if (!begin_choice(ui.theme, "strategy-menu", translated(current.title).data(), width)) return;
  if (const Strategy* picked = draw_list(ui, &current, commands)) commands.push(SetStrategy{0, picked});
  ImGui::EndCombo();
}

float compare_width() { return ImGui::CalcTextSize(say(Word::compare)).x + 3 * kGrid; }

void compare_menu(const Scenario& scenario, CompareButton as, UiState& ui, Commands& commands) {
  const bool room = scenario.strategies.size() < kMaxStrategies;
  const char* hint = say(room ? Word::compare_with : Word::compare_full);
  bool pressed = false;
  if (as == CompareButton::kSign) {
    pressed = icon_button(ui.theme, Icon::kCompare, hint, "compare", room);
  } else {
    ImGui::BeginDisabled(!room);
    pressed = button(ui.theme, say(Word::compare), as == CompareButton::kWord ? "compare" : "compare-in-setup",
                     ButtonKind::kPlain, compare_width());
    ImGui::SetItemTooltip("%s", hint);
    ImGui::EndDisabled();
  }
  if (pressed) ImGui::OpenPopup("compare-menu");
  if (!ImGui::BeginPopup("compare-menu")) return;
  quiet_text(ui.theme, say(Word::compare_with));
  if (const Strategy* picked = draw_list(ui, nullptr, commands)) commands.push(AddStrategy{picked});
  ImGui::EndPopup();
}

}  // namespace reshard::ui
