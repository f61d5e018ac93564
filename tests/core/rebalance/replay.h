#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/rebalance/planner.h"
#include "core/rebalance/problem.h"

namespace reshard::testing {

// The rules of a rebalance once more, written apart from the planner and as plainly as possible: every step looks at
// everything again.

/// What plain arithmetic says of some steps.
struct Replayed {
  std::string fault;  ///< empty: every step keeps the hard rules, and so does the end
  std::uint64_t excess = 0, bytes = 0, cost = 0, moves = 0;
  bool excess_rose = false;  ///< after a whole group it was above what it was before

  bool operator==(const Replayed&) const = default;
};
Replayed replay(const rebalance::Problem& problem, const std::vector<rebalance::Ordered::Step>& steps);

/// The best that can be reached, by Dijkstra over every placement; nullopt where no reachable placement keeps the rules.
struct Optimum {
  std::uint64_t excess = 0, cost = 0, moves = 0;

  bool operator==(const Optimum&) const = default;
};
std::optional<Optimum> best_reachable(const rebalance::Problem& problem);

/// How many placements there are to look at, or so many that it cannot be done.
std::size_t placements_of(const rebalance::Problem& problem);

/// A random problem of at most `pairs` entries times nodes: disks, zones, drained nodes, pinned entries, and with
/// `further` also a second limit, lower limits, leaders that bear more, and costs of a move.
rebalance::Problem random_problem(Random& random, std::uint32_t pairs, bool further);

/// A random problem of at most 40 entries times nodes, and of few enough placements for brute force, that has what it
/// should have for certain: two limits, lower limits, leaders that bear more than followers.
struct Wanted {
  bool limits = false, lower = false, leaders = false;
  bool closed_zones = false;  ///< a replica of each entry in each of two zones
};
rebalance::Problem random_problem_with(Random& random, const Wanted& wanted);

/// Forces one or two copies to go where check() lets them; fewer where there are none.
void force_some(Random& random, rebalance::Problem& problem);

/// A larger one, with more nodes than a complete search takes: `percent` is how much of a disk may be free.
rebalance::Problem random_cluster(Random& random, std::uint32_t entries, std::uint32_t nodes, std::uint64_t percent,
                                  bool further);

}  // namespace reshard::testing
