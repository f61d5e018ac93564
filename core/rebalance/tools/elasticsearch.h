#pragma once

#include "core/rebalance/tools/tool.h"

namespace reshard::rebalance::tools {

/// cluster.routing.allocation.balance.*, with the defaults of Elasticsearch 8.6 and later.
struct ElasticsearchFactors {
  float shard = 0.45f;
  float index = 0.55f;  ///< its term is not part of a node's weight, but it counts in the sum of all factors
  float write_load = 10;
  float disk_usage = 2e-11f;
};

/// The weight of each node that stays, 0 for the others, in the single precision of its allocator: what it has more than
/// the mean of shards, of write load (the problem's first limit) and of bytes, each times its factor. It moves nothing
/// between two nodes that differ by less than cluster.routing.allocation.balance.threshold, 1.
std::vector<float> elasticsearch_weights(const Problem& problem, std::span<const std::uint32_t> holders,
                                         const ElasticsearchFactors& factors);

}  // namespace reshard::rebalance::tools
