#pragma once

#include <cstdint>
#include <vector>

#include "core/rebalance/model.h"

namespace reshard::rebalance {

inline constexpr int kPriceBits = 20;  ///< prices are in 2^-20 of a byte

/// What no plan can do without. Those of cost hold for plans that leave no more than `cost_excess`.
struct Bounds {
  std::uint64_t excess = 0;        ///< now
  std::uint64_t least_excess = 0;  ///< in the end: entries that are too hot for any node, zones that are too small
  std::uint64_t cost_excess = 0;   ///< of hot entries alone
  std::uint64_t fractional = 0;    ///< cost, from fractions of entries
  std::uint64_t cost = 0;          ///< from whole entries, where that was computed, and at least `fractional`
  bool whole = false;              ///< `cost` is from whole entries for every node
  std::uint32_t moves = 0;
  std::uint64_t ratio = 0;        ///< of the busiest node, in millionths: one entry cannot be on two nodes
  std::uint32_t hottest = kNone;  ///< that entry
  /// Where lower limits decide: what a unit of load of limit `priced` is worth that leaves a node, by node.
  std::vector<std::uint64_t> prices;
  std::uint32_t priced = 0;
};

/// Where zones are distinct: by how much what has to go into some zones is above what their nodes may bear together, and a
/// node of the smallest of them.
struct ZoneShortage {
  std::uint64_t load = 0;
  std::uint32_t node = kNone;
};
ZoneShortage zone_shortage(const Model& model, std::uint32_t limit);

/// Whether every entry has a replica in each zone, now and in the end: no zone's load can change.
bool closed_zones(const Model& model);

/// `states` bounds the work for whole entries on each node; 0: fractions only.
Bounds bounds_of(const Model& model, std::uint64_t states);

}  // namespace reshard::rebalance
