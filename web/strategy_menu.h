#pragma once

#include <string_view>

#include "web/commands.h"
#include "web/ui_state.h"

namespace reshard::ui {

/// The main strategy, and a menu of all of them by family, each with its sentence; a long one can be searched.
void strategy_menu(const Strategy& current, UiState& ui, Commands& commands);

/// A button that opens the same menu to add a strategy beside those that are there.
void compare_menu(const Scenario& scenario, UiState& ui, Commands& commands);

/// Whether each word of `search` begins a word, whatever the case, of what the menu says about the strategy.
bool search_finds(const Strategy& strategy, std::string_view search);

}  // namespace reshard::ui
