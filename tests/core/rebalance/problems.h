#pragma once

#include "core/base/text.h"
#include "core/rebalance/problem.h"

namespace reshard::testing {

/// n0, n1, … of capacity 1 without entries.
inline rebalance::Problem nodes_of(std::uint32_t count) {
  rebalance::Problem problem;
  problem.nodes.resize(count);
  for (std::uint32_t i = 0; i < count; ++i) problem.nodes[i].name = "n" + decimal(i);
  return problem;
}

}  // namespace reshard::testing
