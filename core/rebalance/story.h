#pragma once

#include <cstdint>
#include <vector>

#include "core/rebalance/order.h"

namespace reshard::rebalance {

/// Why a step is in a plan.
struct Reason {
  enum class Kind : std::uint8_t {
    kForced,   ///< somebody wants it
    kDrained,  ///< its source is drained
    kZones,    ///< two replicas are in one zone at the start
    kDisk,     ///< its source's disk is too full at the start, by `amount`
    kOver,     ///< its source is above `limit` at the start, by `amount`
    kBelow,    ///< its target is below the lower limit at the start, by `amount`
    kRoom,     ///< it makes room at its source, or in its source's zone, for step `step`
    kDetour,   ///< the same, and the copy goes on later, by step `onward`
    kOnward    ///< it goes on after the detour of step `step`
  };
  Kind kind;
  std::uint32_t node = kNone;  ///< that is over, below, drained, full
  std::uint32_t limit = 0;
  std::uint64_t amount = 0;
  std::uint32_t step = kNone, onward = kNone;

  bool operator==(const Reason&) const = default;
};
std::vector<Reason> reasons_of(const Model& model, const std::vector<Ordered::Step>& steps);

/// How even it is after so many steps. A plan may be stopped at any of these points.
struct Point {
  std::uint32_t steps = 0;
  std::uint64_t bytes = 0, excess = 0;
  std::uint64_t ratio = 0;  ///< see busiest_ratio()

  bool operator==(const Point&) const = default;
};
/// The start, the end, and of the ends of groups between them as many as `most` allows, evenly.
std::vector<Point> curve_of(const Model& model, const std::vector<Ordered::Step>& steps, std::uint32_t most);

}  // namespace reshard::rebalance
