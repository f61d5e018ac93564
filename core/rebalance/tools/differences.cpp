#include "core/rebalance/tools/differences.h"

namespace reshard::rebalance::tools {

std::vector<Move> moves_to(const Problem& problem, std::span<const std::uint32_t> holders) {
  std::vector<Move> moves;
  std::vector<std::uint32_t> leaders(problem.entries());
  for (std::uint32_t entry = 0; entry < problem.entries(); ++entry)
    leaders[entry] = problem.holders[problem.first[entry]];
  differences(problem, holders, [&](std::uint32_t entry, std::uint32_t from, std::uint32_t to) {
    moves.push_back({entry, from, to});
    if (leaders[entry] == from) leaders[entry] = to;
  });
  bool matters = false;
  for (const Limit& limit : problem.limits) matters = matters || !limit.follower.empty();
  for (std::uint32_t entry = 0; matters && entry < problem.entries(); ++entry) {
    const std::uint32_t leader = holders[problem.first[entry]];
    if (leaders[entry] != leader) moves.push_back({entry, leaders[entry], leader, true});
  }
  return moves;
}

}  // namespace reshard::rebalance::tools
