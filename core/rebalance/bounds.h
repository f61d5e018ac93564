#pragma once

#include <cstdint>
#include <vector>

#include "core/rebalance/model.h"

namespace reshard::rebalance {

/// What no plan can do without. Those of cost hold for plans that leave no more than `least_excess`.
struct Bounds {
  std::uint64_t excess = 0;        ///< now
  std::uint64_t least_excess = 0;  ///< in the end: entries that are hotter than any node may be
  std::uint64_t fractional = 0;    ///< cost, from fractions of entries
  std::uint64_t cost = 0;          ///< from whole entries, where that was computed, and at least `fractional`
  bool whole = false;              ///< `cost` is from whole entries for every node
  std::uint32_t moves = 0;
  std::uint64_t ratio = 0;        ///< of the busiest node, in millionths: one entry cannot be on two nodes
  std::uint32_t hottest = kNone;  ///< that entry
};

/// `states` bounds the work for whole entries on each node; 0: fractions only.
Bounds bounds_of(const Model& model, std::uint64_t states);

}  // namespace reshard::rebalance
