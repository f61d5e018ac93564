#pragma once

#include "web/state/ui_state.h"
#include "web/text/words.h"

namespace reshard::ui {

float button_width(Word label);

/// One node less and one more, in so many CSS pixels: as words if there is room, else the first is an icon.
void node_buttons(const Scenario& scenario, UiState& ui, float width, Commands& commands);
float node_buttons_width();  ///< as words

/// Whether the reader can switch between the simple controls and all of them.
bool may_change_controls(const UiState& ui);
void controls_button(UiState& ui);
float controls_button_width(const UiState& ui);

/// Where the number's label is: above its slider, which takes the remaining width, or before it.
enum class NumberIn { kColumn, kRow };

/// The parameter that a reader is most likely to change: the first number in effect, in the order of the strategy's own
/// list. Nothing if there is none, or no room for it.
void first_number(const StrategyChoice& choice, const Theme& theme, float width, NumberIn in, Commands& commands);

}  // namespace reshard::ui
