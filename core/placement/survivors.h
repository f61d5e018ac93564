#pragma once

#include "core/placement/strategy.h"

namespace reshard {

/// The placement of all nodes, and beside it the one that clients make of those that are up, where the strategy's rule
/// for nodes that are down says so; else the placement as it is.
Result<std::unique_ptr<Placement>> with_survivors(const Strategy& strategy, const BuildInput& input,
                                                  std::unique_ptr<Placement> placement);

}  // namespace reshard
