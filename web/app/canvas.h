#pragma once

#include "web/state/ui_state.h"

namespace reshard::ui {

/// Draws all panels where the layout puts them, and what is open above them. True if the next frame would look
/// different without any input (a height was measured).
bool draw_canvas(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands);

}  // namespace reshard::ui
