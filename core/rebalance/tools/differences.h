#pragma once

#include "core/rebalance/tools/tool.h"

namespace reshard::rebalance::tools {

/// Calls move(entry, from, to) for each copy that has to be made so that `holders` hold the entries: who goes is paired
/// with who comes, in their order.
template <typename MoveOne>
void differences(const Problem& problem, std::span<const std::uint32_t> holders, const MoveOne& move) {
  for (std::uint32_t entry = 0; entry < problem.entries(); ++entry) {
    const std::uint32_t begin = problem.first[entry], end = problem.first[entry + 1];
    const auto has = [&](std::span<const std::uint32_t> all, std::uint32_t node) {
      for (std::uint32_t at = begin; at < end; ++at) {
        if (all[at] == node) return true;
      }
      return false;
    };
    std::uint32_t leaves = begin;
    for (std::uint32_t at = begin; at < end; ++at) {
      if (has(problem.holders, holders[at])) continue;
      while (has(holders, problem.holders[leaves])) ++leaves;
      move(entry, problem.holders[leaves], holders[at]);
      ++leaves;
    }
  }
}

/// The moves that lead to `holders`, of which the first one of each entry leads.
std::vector<Move> moves_to(const Problem& problem, std::span<const std::uint32_t> holders);

}  // namespace reshard::rebalance::tools
