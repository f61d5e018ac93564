#pragma once

#include "core/model/node.h"
#include "web/commands.h"
#include "web/theme.h"

namespace reshard::ui {

/// The button at a node's row, and the menu that it opens: take the node down or bring it back, and its zone.
void node_menu(const Node& node, const Theme& theme, Commands& commands);

}  // namespace reshard::ui
