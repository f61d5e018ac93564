#pragma once

#include "web/state/commands.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

// What can be done with a node: why it holds what it holds, its state, weight and zone, one of its keys, its name, and the
// way out. Where a figure's readers may not change nodes, only what changes none.

/// The button at a node's row, and the menu that it opens.
void node_menu_button(const Scenario& scenario, const Node& node, const Results& results, UiState& ui,
                      Commands& commands);

/// The same menu, for whichever node it was asked of in a picture or by key (UiState::asks_menu). Belongs into the window
/// that it is to open over.
void asked_node_menu(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands);

}  // namespace reshard::ui
