#pragma once

#include <string>

#include "web/state/ui_state.h"

namespace reshard::ui {

/// Why this node holds as many keys as it does under the main strategy: its weight, chance, its parts of the ring, the
/// hash function, a limit, or one hot key. "" if the node holds none.
std::string node_words(const Results& results, const UiState& ui, NodeId node);

}  // namespace reshard::ui
