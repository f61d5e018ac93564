#include <algorithm>

#include "tests/core/rebalance/replay.h"

namespace reshard::testing {

using rebalance::Problem;

namespace {

std::uint64_t used_at_start(const Problem& problem, std::uint32_t node) {
  std::uint64_t used = 0;
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    for (std::uint32_t i = problem.first[e]; i < problem.first[e + 1]; ++i) {
      used += problem.holders[i] == node ? problem.bytes[e] : 0;
    }
  }
  return used;
}

void add_limits(Random& random, Problem& problem, bool further) {
  const auto chance = [&](std::uint64_t percent) { return random.below(100) < percent; };
  const std::uint64_t percents[] = {2, 5, 10, 20, 30};
  problem.limits[0].upper = {percents[random.below(5)], 100};
  if (further && chance(50)) problem.limits[0].lower = {3 * percents[random.below(5)], 100};
  if (further && chance(50)) {
    problem.limits.emplace_back();
    problem.limits.back().of = chance(70) ? "bytes" : "count";
    problem.limits.back().upper = {percents[random.below(5)], 50};
  }
}

}  // namespace

Problem random_problem(Random& random, std::uint32_t pairs, bool further) {
  Problem problem;
  const auto chance = [&](std::uint64_t percent) { return random.below(100) < percent; };
  const auto nodes = static_cast<std::uint32_t>(2 + random.below(3));
  const auto replicas = static_cast<std::uint32_t>(chance(60) ? 1 : 2);
  const bool leaders = further && replicas > 1 && chance(50);
  const std::uint32_t most = std::min(pairs / nodes, leaders ? 4 : 7 - replicas);
  const auto entries = 2 + static_cast<std::uint32_t>(random.below(most - 1));
  const auto zones = 1 + random.below(nodes);
  problem.zones_distinct = zones > 1 && chance(40);
  for (std::uint32_t n = 0; n < nodes; ++n) {
    problem.nodes.push_back({"n" + std::to_string(n),
                             1 + (chance(30) ? random.below(3) : 0),
                             {},
                             "z" + std::to_string(n % zones),
                             n > 0 && chance(12)});
  }
  for (std::uint32_t e = 0; e < entries; ++e) {
    std::vector<std::uint32_t> on;
    while (on.size() < replicas) {
      const auto n = static_cast<std::uint32_t>(random.below(chance(50) ? nodes : (nodes + 1) / 2 + 1) % nodes);
      if (std::find(on.begin(), on.end(), n) == on.end()) on.push_back(n);
    }
    // One after the other: the order in which arguments are drawn differs between compilers.
    const std::uint64_t load = 1 + random.below(60);
    problem.add_entry("e" + std::to_string(e), 1 + random.below(60), load, on);
    if (leaders) problem.limits[0].follower.push_back(random.below(problem.limits[0].leader.back() + 1));
    problem.pinned[e] = chance(8) ? 1 : 0;
  }
  add_limits(random, problem, further);
  if (further && chance(30)) problem.per_move = random.below(50);
  if (chance(50)) {
    for (std::uint32_t n = 0; n < nodes; ++n) problem.nodes[n].disk = used_at_start(problem, n) + random.below(60);
  }
  return problem;
}

namespace {

Problem of_any_size(Random& random, const Wanted& wanted) {
  Problem problem;
  const auto chance = [&](std::uint64_t percent) { return random.below(100) < percent; };
  const auto nodes = static_cast<std::uint32_t>(2 + random.below(7));
  const auto replicas = static_cast<std::uint32_t>(
      wanted.closed_zones ? 2 : std::min<std::uint64_t>(nodes, (wanted.leaders ? 2 : 1) + random.below(2)));
  const auto entries = static_cast<std::uint32_t>(2 + random.below(40 / nodes - 1));
  const std::uint64_t zones = wanted.closed_zones ? 2 : 1 + random.below(nodes);
  problem.zones_distinct = wanted.closed_zones || (zones > 1 && chance(30));
  for (std::uint32_t n = 0; n < nodes; ++n) {
    problem.nodes.push_back(
        {"n" + std::to_string(n), 1 + random.below(3), {}, "z" + std::to_string(n % zones), n > 0 && chance(12)});
  }
  for (std::uint32_t e = 0; e < entries; ++e) {
    std::vector<std::uint32_t> on;
    while (on.size() < replicas) {
      const auto n = static_cast<std::uint32_t>(random.below(chance(50) ? nodes : (nodes + 1) / 2 + 1) % nodes);
      const bool shared = wanted.closed_zones && !on.empty() && on[0] % 2 == n % 2;
      if (!shared && std::find(on.begin(), on.end(), n) == on.end()) on.push_back(n);
    }
    // One after the other: the order in which arguments are drawn differs between compilers.
    const std::uint64_t load = 1 + random.below(60);
    problem.add_entry("e" + std::to_string(e), 1 + random.below(60), load, on);
    if (wanted.leaders) problem.limits[0].follower.push_back(random.below(problem.limits[0].leader.back() + 1));
    problem.pinned[e] = chance(8) ? 1 : 0;
  }
  return problem;
}

}  // namespace

Problem random_problem_with(Random& random, const Wanted& wanted) {
  Problem problem;
  do problem = of_any_size(random, wanted);
  while (placements_of(problem) > 6000);
  const auto chance = [&](std::uint64_t percent) { return random.below(100) < percent; };
  problem.limits[0].upper = {2 + random.below(30), 100};
  if (wanted.lower) {  // upper ones that are not so low that they do the same
    problem.limits[0].upper = {20 + random.below(100), 100};
    problem.limits[0].lower = {5 + random.below(60), 100};
  }
  if (wanted.limits) {
    auto& second = problem.limits.emplace_back();
    second.of = chance(40) ? "bytes" : chance(50) ? "cpu" : "count";
    second.upper = {5 + random.below(40), 100};
    if (wanted.lower) second.lower = {20 + random.below(60), 100};
    for (std::uint32_t e = 0; second.of == "cpu" && e < problem.entries(); ++e) {
      second.leader.push_back(random.below(1000));
    }
  }
  if (chance(30)) problem.per_move = random.below(50);
  for (std::uint32_t n = 0; chance(50) && n < problem.nodes.size(); ++n) {
    problem.nodes[n].disk = used_at_start(problem, n) + random.below(60);
  }
  return problem;
}

void force_some(Random& random, Problem& problem) {
  const std::uint64_t wanted = 1 + random.below(2);
  for (int i = 0; i < 30 && problem.forced.size() < wanted; ++i) {
    const auto entry = static_cast<std::uint32_t>(random.below(problem.entries()));
    const std::uint32_t from = problem.holders[problem.first[entry] + random.below(problem.replicas(entry))];
    problem.forced.push_back({entry, from, static_cast<std::uint32_t>(random.below(problem.nodes.size()))});
    if (!check(problem).ok()) problem.forced.pop_back();
  }
}

namespace {

/// Nodes for an entry of a cluster, in different zones if they have to be.
std::vector<std::uint32_t> some_nodes(Random& random, const Problem& problem, std::uint32_t replicas) {
  const std::size_t nodes = problem.nodes.size();
  std::vector<std::uint32_t> on;
  while (on.size() < replicas) {
    const bool any = random.below(100) < 70;
    const auto n = static_cast<std::uint32_t>(random.below(any ? nodes - 1 : nodes / 2));
    const bool shared = std::any_of(on.begin(), on.end(), [&](std::uint32_t other) {
      return other == n || (problem.zones_distinct && problem.nodes[other].zone == problem.nodes[n].zone);
    });
    if (!shared) on.push_back(n);
    if (!shared || random.below(100) < 90) continue;
    on.clear();
  }
  return on;
}

}  // namespace

Problem random_cluster(Random& random, std::uint32_t entries, std::uint32_t nodes, std::uint64_t percent,
                       bool further) {
  Problem problem;
  const auto chance = [&](std::uint64_t of_hundred) { return random.below(100) < of_hundred; };
  const auto replicas = static_cast<std::uint32_t>(1 + random.below(3));
  const auto zones = replicas + random.below(2);
  problem.zones_distinct = chance(60);
  for (std::uint32_t n = 0; n < nodes; ++n) {
    problem.nodes.push_back(
        {"n" + std::to_string(n), 1 + random.below(2), {}, "z" + std::to_string(n % zones), n == 3});
  }
  const bool leaders = further && replicas > 1 && chance(50);
  for (std::uint32_t e = 0; e < entries; ++e) {
    const std::vector<std::uint32_t> on = some_nodes(random, problem, replicas);
    const std::uint64_t hot = chance(5) ? 20 : 1;
    const std::uint64_t load = hot * (1 + random.below(100));
    problem.add_entry("e" + std::to_string(e), 1 + random.below(1000), load, on);
    if (leaders) problem.limits[0].follower.push_back(random.below(problem.limits[0].leader.back() + 1));
    problem.pinned[e] = chance(2) && std::count(on.begin(), on.end(), 3u) == 0 ? 1 : 0;
  }
  problem.limits[0].upper = {1 + random.below(20), 100};
  if (further && chance(50)) problem.limits[0].lower = {20 + random.below(50), 100};
  if (further && chance(50)) {
    problem.limits.emplace_back();
    problem.limits.back().of = "bytes";
    problem.limits.back().upper = {20, 100};
  }
  problem.max_in_flight = static_cast<std::uint32_t>(1 + random.below(3));
  std::uint64_t all = 0;
  for (std::uint32_t e = 0; e < entries; ++e) all += problem.bytes[e] * replicas;
  for (std::uint32_t n = 0; percent > 0 && n < nodes; ++n) {
    const std::uint64_t used = used_at_start(problem, n);
    problem.nodes[n].disk = std::max(used + 200, all / nodes) * (100 + percent) / 100;
  }
  return problem;
}

}  // namespace reshard::testing
