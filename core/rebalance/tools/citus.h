#pragma once

#include "core/rebalance/tools/tool.h"

namespace reshard::rebalance::tools {

inline constexpr std::string_view kCitusOptions =
    "strategy threshold improvement_threshold drain_only max_shard_moves base_cost";

/// `get_rebalance_table_shards_plan()` of one colocation group: an entry is a shard group, a node is a worker, in order
/// of nodeid; shouldhaveshards is false on those that are drained. `strategy` is by_disk_size (bytes, and 100 MB for
/// each shard group, `citus.rebalancer_by_disk_size_base_cost`), by_shard_count, or by_load: a cost function of one's
/// own that returns the load. Costs are single precision, as Citus has them.
Result<Plan> citus_rebalance(const Problem& problem, Options options);

}  // namespace reshard::rebalance::tools
