#pragma once

#include <vector>

#include "core/placement/strategy.h"

namespace reshard {

/// The owners of all keys of the block, key-major as in Placement::place_replicas(). The placement must be built.
std::vector<NodeId> place_all(const Placement& placement, const KeyBlock& keys, unsigned replicas = 1);

}  // namespace reshard
