#include "core/rebalance/tools/elasticsearch.h"

// nodeWeight() of WeightFunction.java (Elasticsearch 8 and 9), as read: the sum of factors normalises each of them.

namespace reshard::rebalance::tools {

std::vector<float> elasticsearch_weights(const Problem& problem, std::span<const std::uint32_t> holders,
                                         const ElasticsearchFactors& factors) {
  struct Held {
    int shards = 0;
    double load = 0, bytes = 0;
  };
  std::vector<Held> held(problem.nodes.size());
  Held all;
  for (std::uint32_t entry = 0; entry < problem.entries(); ++entry) {
    for (std::uint32_t at = problem.first[entry]; at < problem.first[entry + 1]; ++at) {
      const bool leads = at == problem.first[entry];
      const auto load = static_cast<double>(leads ? problem.leader_load(0, entry) : problem.follower_load(0, entry));
      for (Held* each : {&held[holders[at]], &all}) {
        ++each->shards;
        each->load += load;
        each->bytes += static_cast<double>(problem.bytes[entry]);
      }
    }
  }
  std::size_t nodes = 0;
  for (const Node& node : problem.nodes) nodes += node.drained ? 0 : 1;
  const float sum = factors.shard + factors.index + factors.write_load + factors.disk_usage;
  const float mean_shards = static_cast<float>(all.shards) / static_cast<float>(nodes);
  const double mean_load = all.load / static_cast<double>(nodes), mean_bytes = all.bytes / static_cast<double>(nodes);
  std::vector<float> weights(held.size());
  for (std::size_t n = 0; n < held.size(); ++n) {
    if (problem.nodes[n].drained) continue;
    const float shards = static_cast<float>(held[n].shards) - mean_shards;
    const auto load = static_cast<float>(held[n].load - mean_load);
    const auto bytes = static_cast<float>(held[n].bytes - mean_bytes);
    weights[n] = factors.shard / sum * shards + factors.write_load / sum * load + factors.disk_usage / sum * bytes;
  }
  return weights;
}

}  // namespace reshard::rebalance::tools
