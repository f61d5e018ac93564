#pragma once

#include "web/state/ui_state.h"
#include "web/text/words.h"

namespace reshard::ui {

float button_width(Word label);

/// One node less and one more, in so many CSS pixels: in words where there is room, else the first is a sign.
void node_buttons(const Scenario& scenario, UiState& ui, float width, Commands& commands);
float node_buttons_width();  ///< in words

/// From the simple controls to all of them, or back; for where there is such a way.
bool may_change_controls(const UiState& ui);
void controls_button(UiState& ui);
float controls_button_width(const UiState& ui);

/// Where the number's label stands: over its slider, which takes the width that is left, or before it.
enum class NumberIn { kColumn, kRow };

/// The parameter that a reader is most likely to turn: the first number in effect, in the order of the strategy's own
/// list. Nothing where there is none, or no room for it.
void first_number(const StrategyChoice& choice, const Theme& theme, float width, NumberIn in, Commands& commands);

}  // namespace reshard::ui
