#pragma once

#include "web/state/commands.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

/// The button at a node's row, and the menu that it opens: why it holds what it holds, take it down or bring it back, and
/// its zone.
void node_menu(const Node& node, const Results& results, const UiState& ui, Commands& commands);

}  // namespace reshard::ui
