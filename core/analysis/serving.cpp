#include "core/analysis/serving.h"

#include <algorithm>

namespace reshard {

Serving::Serving(const Placement& placement, const Traits& traits, const Cluster& cluster)
    : placement_(placement), down_(cluster.known(), false), nodes_(cluster.nodes().size()), down_count_(cluster.down()),
      has_replicas_(traits.has(Trait::kReplicas)) {
  for (const Node& node : cluster.nodes()) {
    if (node.state == NodeState::kDown) down_[index_of(node.id)] = true;
  }
}

void Serving::place(const KeyBlock& block, std::span<NodeId> owners) const {
  placement_.place(block, owners);
  if (down_count_ == 0) return;
  for (std::uint32_t i = 0; i < block.size; ++i) {
    if (!is_up(owners[i])) place_replicas(block.slice(i, 1), 1, owners.subspan(i, 1));
  }
}

void Serving::place_replicas(const KeyBlock& block, unsigned replicas, std::span<NodeId> owners) const {
  if (down_count_ == 0) return placement_.place_replicas(block, replicas, owners);
  // So many more candidates that enough of them live.
  const auto candidates =
      has_replicas_ ? static_cast<unsigned>(std::min(nodes_, replicas + down_count_)) : 1;
  std::vector<NodeId> row(candidates);
  for (std::uint32_t i = 0; i < block.size; ++i) {
    placement_.place_replicas(block.slice(i, 1), candidates, row);
    const std::span<NodeId> live = owners.subspan(std::size_t{i} * replicas, replicas);
    std::fill(live.begin(), live.end(), kNoNode);
    auto next = live.begin();
    for (const NodeId node : row) {
      if (next != live.end() && is_up(node)) *next++ = node;
    }
  }
}

}  // namespace reshard
