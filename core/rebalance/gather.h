#pragma once

#include <vector>

#include "core/rebalance/order.h"

namespace reshard::rebalance {

/// Entries that are alike (as large, as busy, on the same nodes) change places in a plan, so that in the order of entries
/// those with the same way are one run. Whoever does not look at names sees no difference at any step.
void exchange_alike(const Model& model, std::vector<Ordered::Step>& steps);

/// The same, and before it entries of one copy that are moved one after the other at about the same price, or off drained
/// nodes, change targets with each other; at last such steps of the same way are put side by side. What plans promise
/// stays: after each stretch of such steps every node bears what it bore, to the last unit, and no disk is fuller at any
/// step within it. Where nothing is about bytes, neither a disk nor a limit, the bytes of a node may differ by a 32nd. The
/// excess may rise for some steps where it did not.
void gather(const Placement& start, std::vector<Ordered::Step>& steps);

}  // namespace reshard::rebalance
