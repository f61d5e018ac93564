#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/rebalance/model.h"

namespace reshard::rebalance {

/// The steps to a target in an order in which none of them breaks a rule.
struct Ordered {
  struct Step {
    Move move;
    /// Steps with the same number are one to whoever watches: while they go on the excess may be higher than before.
    std::uint32_t group = 0;
    bool detour = false;  ///< the copy goes on from there later
  };
  std::vector<Step> steps;
  bool whole = false;  ///< the target is reached
  /// Where it is not: bytes that are missing on this node for the smallest copy that waits for it.
  std::uint64_t missing = 0;
  std::uint32_t missing_at = kNone;
};

/// The bytes that a direct move copies for what it takes off an overloaded node, so to say: the cheapest go first.
std::uint64_t price_of(const Placement& start, const Move& move);

/// Orders direct moves by what they take off overloaded nodes for their bytes, so that a plan may be stopped anywhere:
/// every step is possible when its turn comes, and the excess never rises except within a group. Where moves wait for each
/// other's room, the smallest copy takes a detour over another node.
Ordered order_moves(const Placement& target);

/// The direct moves entry by entry, where only the end matters.
Ordered any_order(const Placement& target);

}  // namespace reshard::rebalance
