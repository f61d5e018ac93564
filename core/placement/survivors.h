#pragma once

#include "core/placement/strategy.h"

namespace reshard {

/// If the strategy's rule for nodes that are down says so: the placement of all nodes combined with the one that
/// clients build from the nodes that are up. Otherwise the placement unchanged.
Result<std::unique_ptr<Placement>> with_survivors(const Strategy& strategy, const BuildInput& input,
                                                  std::unique_ptr<Placement> placement);

}  // namespace reshard
