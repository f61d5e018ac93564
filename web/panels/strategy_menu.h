#pragma once

#include <string_view>

#include "web/state/commands.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

/// The main strategy, and a menu of all strategies by family, each with its sentence; a long menu can be searched.
void strategy_menu(const Strategy& current, UiState& ui, Commands& commands, float width = 0);

/// A button, with a word or only an icon, that opens the same menu to add a strategy to the comparison.
enum class CompareButton { kSign, kWord, kInSetup };  // the last with its word too, and a probe of its own
float compare_width();                                ///< of the button with the word, in CSS pixels
void compare_menu(const Scenario& scenario, CompareButton as, UiState& ui, Commands& commands);

/// The parameters and the hash function of the strategy in `slot` of the scenario, as far as they can be set.
void strategy_settings(const Theme& theme, const StrategyChoice& choice, std::size_t slot, Commands& commands);

/// Whether each word of `search` starts a word, in any case, of what the menu says about the strategy.
bool search_finds(const Strategy& strategy, std::string_view search);

}  // namespace reshard::ui
