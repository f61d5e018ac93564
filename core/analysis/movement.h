#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/cluster.h"

namespace reshard {

/// Keys that went from one node to another; kNoNode where they had or have no owner.
struct Flow {
  NodeId from, to;
  std::uint64_t keys;

  bool operator==(const Flow&) const = default;
};

/// What a change did, by the identity of nodes and keys.
struct Movement {
  std::uint64_t keys = 0;      ///< all keys
  std::uint64_t moved = 0;     ///< whose owner differs
  std::uint64_t least = 0;     ///< sum over nodes of max(0, after - before): what any scheme must move to get here
  std::uint64_t needless = 0;  ///< moved - least
  std::vector<Flow> flows;     ///< the largest first, then by node ids

  double moved_share() const { return keys == 0 ? 0 : static_cast<double>(moved) / static_cast<double>(keys); }
  double least_share() const { return keys == 0 ? 0 : static_cast<double>(least) / static_cast<double>(keys); }
};

/// From the owners before and after, for the keys listed in `moved` (indices, each once).
Movement movement(std::span<const NodeId> before, std::span<const NodeId> after, std::span<const std::uint32_t> moved,
                  std::size_t known_nodes);

}  // namespace reshard
