#pragma once

#include <string>

#include "web/ui_state.h"

namespace reshard::ui {

/// Why this node holds as many keys as it does: its weight, chance, its parts of the ring, the hash function, or one hot
/// key. `seen` is the main strategy's; "" where the node holds none.
std::string node_words(const Results& results, const Inspection& seen, NodeId node);

}  // namespace reshard::ui
