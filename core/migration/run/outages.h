#pragma once

#include "core/migration/run/move_spec.h"
#include "core/migration/run/timeline.h"

namespace reshard {

/// Who is down when, and whose clock is wrong. It has no state: the spec and the time decide, so that whoever asks
/// twice about the same moment hears the same.
class Outages {
 public:
  explicit Outages(const MoveSpec& spec) : spec_(spec) {}

  bool node_is_down(std::uint32_t node, Time at) const {
    const auto begins = static_cast<Time>(spec_.faults.node_down_at_us);
    return node == spec_.faults.node && at >= begins && at < node_is_back();
  }
  /// Whether both nodes of a key are up.
  bool reaches(const Plan& plan, std::uint32_t key, Time at) const {
    return !node_is_down(plan.from[key], at) && !node_is_down(plan.to[key], at);
  }
  Time node_is_back() const { return static_cast<Time>(spec_.faults.node_down_at_us + spec_.faults.node_down_us); }
  bool holder_is_down(std::uint32_t holder, Time at) const {
    const auto begins = static_cast<Time>(spec_.faults.holder_down_at_us);
    return holder == spec_.faults.holder && at >= begins && at < holder_is_back();
  }
  Time holder_is_back() const {
    return static_cast<Time>(spec_.faults.holder_down_at_us + spec_.faults.holder_down_us);
  }
  /// The number that a holder's clock gives a write.
  std::uint32_t clock_of(std::uint32_t holder, Time now) const;

 private:
  const MoveSpec& spec_;
};

}  // namespace reshard
