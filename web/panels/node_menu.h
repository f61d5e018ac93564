#pragma once

#include "web/state/commands.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

// A node's menu: why it holds what it holds, its state, weight and zone, one of its keys, its name, and its removal. If
// a figure's readers may not change nodes, only what changes nothing.

/// The button in a node's row, and the menu that it opens.
void node_menu_button(const Scenario& scenario, const Node& node, const Results& results, UiState& ui,
                      Commands& commands);

/// The same menu, for the node asked for in a picture or by keyboard (UiState::asks_menu). Call it in the window over
/// which it is to open.
void asked_node_menu(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands);

}  // namespace reshard::ui
