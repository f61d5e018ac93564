#pragma once

#include "web/state/ui_state.h"

namespace reshard::ui {

/// The button beside the title of the keys, and the menu that it opens: how unevenly keys are requested, what a node
/// can serve, and how many nodes hold a key.
void request_menu(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands);

}  // namespace reshard::ui
