#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/strategies/strategy.h"

// What the files of most strategies share.

namespace reshard {

/// The nodes' ids in the order of their positions, down ones included.
std::vector<NodeId> ids_by_position(const Cluster& cluster);

/// Error (field "nodes[…]") where the hash function cannot read the node's name.
Status check_hashable(const HashFunction& hash, const Node& node);

/// The chosen hash function over the nodes' names, by position. Error (field "nodes[…]") where it cannot read one.
Result<std::vector<std::uint64_t>> hash_node_names(const BuildInput& input);

/// The nodes' weights by position, for schemes that count them. Error (field "nodes[…].weight") where one is not whole.
Result<std::vector<std::uint64_t>> whole_weights(const Cluster& cluster);

/// The last step of a trace.
Step owner_step(NodeId owner);

template <typename P, typename... Args>
Result<std::unique_ptr<Placement>> make_placement(Args&&... args) {
  return std::unique_ptr<Placement>(std::make_unique<P>(std::forward<Args>(args)...));
}

}  // namespace reshard
