#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "core/base/flags.h"
#include "core/placement/strategy.h"

// Helpers for most strategies.

namespace reshard {

/// The nodes' ids by position, including nodes that are down.
std::vector<NodeId> ids_by_position(const Cluster& cluster);

/// Sorts nodes by name, bytewise.
void sort_by_name(std::vector<const Node*>& nodes);

/// Error (field "nodes[…]") where the hash function cannot read the node's name.
Status check_hashable(const HashFunction& hash, const Node& node);

/// The nodes' names hashed with the chosen function, by position. Error (field "nodes[…]") where it cannot read one.
Result<std::vector<std::uint64_t>> hash_node_names(const BuildInput& input);

/// The nodes' weights by position, for strategies that need integers. Error (field "nodes[…].weight") where one is not
/// whole.
Result<std::vector<std::uint64_t>> whole_weights(const Cluster& cluster);

/// A number of `width` bits as a system writes it; kSigned takes one that is extended to 64 bits.
std::string written(std::uint64_t number, unsigned width, Numerals numerals);

/// A tenth of 2^64, rounded up.
inline constexpr std::uint64_t kTenth = ~std::uint64_t{0} / 10 + 1;

/// The last step of a trace.
Step owner_step(NodeId owner);

/// The last step of a trace while nodes are down: who serves (kNoNode: nobody) and why (a key of the languages'
/// tables).
Step served_step(NodeId server, std::string_view why);

/// Which nodes are down, by id.
Flags down_nodes(const Cluster& cluster);

/// Completes the rows of `owners`, whose first entries are who serves, with the next nodes that are up, in replica
/// order.
void fill_with_next(const Placement& placement, const Flags& down, const KeyBlock& keys, unsigned replicas,
                    std::span<NodeId> owners);

template <typename P, typename... Args>
Result<std::unique_ptr<Placement>> make_placement(Args&&... args) {
  return std::unique_ptr<Placement>(std::make_unique<P>(std::forward<Args>(args)...));
}

}  // namespace reshard
