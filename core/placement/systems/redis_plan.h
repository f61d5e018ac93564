#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/node.h"

// What redis-cli 7.0 (src/redis-cli.c, clusterManager…) does to the slots of a cluster, in the same single-precision
// arithmetic. Where redis-cli leaves an order to qsort or to random node ids, positions decide here.

namespace reshard::redis {

inline constexpr std::size_t kSlots = 16384;

/// `--cluster create`: runs of slots in the order of the masters, alternating between hosts where masters share one.
void create(std::span<const Node> masters, std::span<NodeId> owners);

/// `--cluster rebalance --cluster-use-empty-masters --cluster-weight …`: nothing while every master is within 2 % of
/// its share by weight; else the master with most to get takes from the one with most to give, lowest slots first.
void rebalance(std::span<const Node> masters, std::span<NodeId> owners);

/// A line “Moving … slots from … to …”.
struct SlotMove {
  NodeId from, to;
  std::vector<std::uint32_t> slots;  ///< ascending

  bool operator==(const SlotMove&) const = default;
};

/// The same with `--cluster-threshold` in percent, and `use_empty` if `--cluster-use-empty-masters` is given: what it
/// moves, in its order. 0 percent moves nothing, as in redis-cli.
std::vector<SlotMove> rebalance(std::span<const Node> masters, std::span<NodeId> owners, float threshold,
                                bool use_empty);

/// `--cluster reshard --cluster-from all --cluster-to … --cluster-slots …`: every other master gives its part of
/// `count` slots, the lowest ones first.
void reshard(std::span<const Node> masters, NodeId to, std::size_t count, std::span<NodeId> owners);

}  // namespace reshard::redis
