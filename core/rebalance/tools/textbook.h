#pragma once

#include "core/rebalance/tools/tool.h"

namespace reshard::rebalance::tools {

/// Largest first: each entry, the one with most load first, goes to the node that is then least full for its capacity,
/// wherever it is now (Graham, "Bounds on multiprocessing timing anomalies", 1969: at most 4/3 of the least possible on
/// nodes of equal capacity). Pinned entries stay.
Result<Plan> largest_first(const Problem& problem, Options options);

/// Every node gets its share of the copies, counted, within one; nothing moves that need not: the sum over nodes of
/// max(0, copies − share), unless replicas or zones are in the
/// way; drained nodes end empty then, too. Of a full node the smallest entries go.
Result<Plan> least_moves(const Problem& problem, Options options);

}  // namespace reshard::rebalance::tools
