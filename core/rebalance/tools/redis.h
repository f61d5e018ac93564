#pragma once

#include "core/rebalance/tools/tool.h"

namespace reshard::rebalance::tools {

inline constexpr std::string_view kRedisOptions = "threshold use_empty_masters";

/// `redis-cli --cluster rebalance`, with the nodes' capacities as weights and 0 for those that are drained. The nodes
/// are in the order in which CLUSTER NODES lists them, which decides which of equal masters gets a slot left over.
/// valkey-cli does the same, in the same arithmetic. A problem's entries are the 16,384 slots, each at one master.
Result<Plan> redis_rebalance(const Problem& problem, Options options);

}  // namespace reshard::rebalance::tools
