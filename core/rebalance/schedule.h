#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/rebalance/order.h"

namespace reshard::rebalance {

inline constexpr std::uint64_t kDayMs = 86'400'000;

struct Pace {
  std::uint64_t bytes_per_second = 20'000'000;  ///< of one copy, at least 1
  std::uint64_t fixed_ms = 0;                   ///< of each copy: handshake, switch
  /// Copies run only from `begin_ms` to `end_ms` of each day, and none is under way when a window ends. Equal: always.
  std::uint64_t begin_ms = 0, end_ms = 0;
};

/// When each step runs, at most problem.max_in_flight at a node at a time, in or out.
struct Schedule {
  struct Span {
    std::uint64_t start_ms, end_ms;
  };
  std::vector<Span> spans;  ///< by step, from the midnight before the first window, or from the start
  std::uint64_t end_ms = 0;
  std::uint64_t busy_ms = 0;            ///< during which something is copied
  std::uint64_t bound_ms = 0;           ///< no schedule is busy for less
  std::vector<std::uint32_t> too_long;  ///< steps that no window is long enough for: there is no schedule
};

/// Starts steps in their order as soon as nodes are free, later ones before earlier ones where that takes no room from
/// them, exceeds no limit on the way, and no disk: copies in flight count at both ends. Or the longest ones first, where
/// that ends earlier.
Schedule schedule_of(const Model& model, const std::vector<Ordered::Step>& steps, const Pace& pace);

}  // namespace reshard::rebalance
