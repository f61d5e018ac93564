#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/rebalance/model.h"

namespace reshard::rebalance {

/// What a complete search of a small problem says.
struct SmallPlan {
  bool target_found = false;     ///< a placement keeps the rules
  bool target_complete = false;  ///< none is better, whatever the way there
  Figures target;
  bool found = false;     ///< such a placement can be reached step by step
  bool complete = false;  ///< no plan is better
  Figures figures;
  std::vector<Move> moves;
};

inline constexpr std::uint32_t kSmallPairs = 60;  ///< entries times nodes

/// nullopt where the problem is not small.
std::optional<SmallPlan> plan_small(const Model& model, std::uint64_t steps);

}  // namespace reshard::rebalance
