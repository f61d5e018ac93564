// What a table does for every key. In a file of its own because the page compiles it for speed (cmake/page.cmake).
#include "core/placement/table_placement.h"

namespace reshard {

void TablePlacement::place(const KeyBlock& keys, std::span<NodeId> owners) const {
  rule_.each(keys.columns[0].first(keys.size), [&](std::size_t i, std::size_t slot) { owners[i] = slots_[slot]; });
}

}  // namespace reshard
