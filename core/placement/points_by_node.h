#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/flags.h"

namespace reshard {

/// A ring's points by node. Where a few nodes have nearly all points, the next ones of the others are far: this finds
/// them without a walk past all points in between.
class PointsByNode {
 public:
  /// `node_of`: of each point, clockwise; below `nodes`.
  PointsByNode(std::size_t nodes, std::span<const std::uint32_t> node_of);

  /// The first point clockwise from this one whose node has not been met; this one if there is none.
  std::size_t next(std::size_t point, const Flags& met) const;

 private:
  std::vector<std::vector<std::uint32_t>> points_;  // by node
  std::size_t size_;
};

/// Whether PointsByNode is quicker for the rest of a block of keys, if walks for `done` keys came by `walked` points.
inline bool walks_far(std::uint64_t walked, std::uint32_t done, std::size_t nodes) {
  constexpr std::uint64_t kAtLeast = 16, kTimesQuicker = 32;
  return done >= kAtLeast && walked > kTimesQuicker * nodes * done;
}

}  // namespace reshard
