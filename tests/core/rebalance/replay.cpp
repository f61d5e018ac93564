#include "tests/core/rebalance/replay.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>

namespace reshard::testing {
namespace {

using rebalance::Limit;
using rebalance::Move;
using rebalance::Problem;

/// Who holds each entry: the leader first, then the others in ascending order. And at last where forced copies are.
using Holders = std::vector<std::vector<std::uint32_t>>;

Holders start_of(const Problem& problem) {
  Holders holders;
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    holders.emplace_back(problem.holders.begin() + problem.first[e], problem.holders.begin() + problem.first[e + 1]);
    std::sort(holders.back().begin() + 1, holders.back().end());
  }
  holders.emplace_back();
  for (const auto& forced : problem.forced) holders.back().push_back(forced.from);
  return holders;
}

std::uint64_t amount(const Problem& problem, const Limit& limit, std::uint32_t entry, bool leads) {
  if (limit.of == "bytes") return problem.bytes[entry];
  if (limit.of == "count") return 1;
  return leads || limit.follower.empty() ? limit.leader[entry] : limit.follower[entry];
}

std::uint64_t total_of(const Problem& problem, const Limit& limit) {
  std::uint64_t total = 0;
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    for (std::uint32_t i = 0; i < problem.replicas(e); ++i) total += amount(problem, limit, e, i == 0);
  }
  return total;
}

std::uint64_t excess_of(const Problem& problem, const Holders& holders) {
  std::uint64_t capacity = 0, largest = 1, sum = 0;
  for (const auto& node : problem.nodes) capacity += node.drained ? 0 : node.capacity;
  for (const Limit& limit : problem.limits) largest = std::max(largest, total_of(problem, limit));
  for (const Limit& limit : problem.limits) {
    const std::uint64_t total = total_of(problem, limit);
    const std::uint64_t weight = problem.limits.size() == 1 ? 1 : largest / std::max<std::uint64_t>(total, 1);
    std::vector<std::uint64_t> load(problem.nodes.size());
    for (std::uint32_t e = 0; e < problem.entries(); ++e) {
      for (std::size_t i = 0; i < holders[e].size(); ++i) load[holders[e][i]] += amount(problem, limit, e, i == 0);
    }
    for (std::size_t n = 0; n < load.size(); ++n) {
      const std::uint64_t c = problem.nodes[n].drained ? 0 : problem.nodes[n].capacity;
      const std::uint64_t most = (limit.upper.den + limit.upper.num) * total * c / (limit.upper.den * capacity);
      if (load[n] > most) sum += weight * (load[n] - most);
      if (!limit.lower) continue;
      const std::uint64_t by = limit.lower->den * capacity;
      const std::uint64_t least = ((limit.lower->den - limit.lower->num) * total * c + by - 1) / by;
      if (load[n] < least) sum += weight * (least - load[n]);
    }
  }
  return sum;
}

std::size_t zones_of(const Problem& problem, const std::vector<std::uint32_t>& on) {
  std::set<std::string> zones;
  for (const std::uint32_t n : on) zones.insert(problem.nodes[n].zone);
  return zones.size();
}

std::uint64_t used_at(const Problem& problem, const Holders& holders, std::uint32_t node) {
  std::uint64_t used = 0;
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    used += static_cast<std::uint64_t>(std::count(holders[e].begin(), holders[e].end(), node)) * problem.bytes[e];
  }
  return used;
}

bool may_end(const Problem& problem, const Holders& holders) {
  for (std::uint32_t e = 0; e < problem.entries(); ++e) {
    for (const std::uint32_t n : holders[e]) {
      if (problem.nodes[n].drained) return false;
    }
    if (problem.zones_distinct && zones_of(problem, holders[e]) < holders[e].size()) return false;
  }
  for (std::size_t i = 0; i < problem.forced.size(); ++i) {
    const auto& [entry, from, to] = problem.forced[i];
    if (holders.back()[i] != to || std::count(holders[entry].begin(), holders[entry].end(), from) > 0) return false;
  }
  for (std::uint32_t n = 0; n < problem.nodes.size(); ++n) {
    if (used_at(problem, holders, n) > problem.nodes[n].disk.value_or(~std::uint64_t{0})) return false;
  }
  return true;
}

/// Carries the step out; what is wrong with it, or "".
std::string carry_out(const Problem& problem, Holders& holders, const Move& move) {
  auto& on = holders[move.entry];
  const auto from = std::find(on.begin(), on.end(), move.from), to = std::find(on.begin(), on.end(), move.to);
  if (from == on.end()) return "is not there";
  if (problem.pinned[move.entry] != 0) return "is pinned";
  if (problem.nodes[move.to].drained) return "goes to a drained node";
  if (move.lead) {
    if (from != on.begin() || to == on.end() || to == from) return "does not lead, or does not follow";
    std::swap(*from, *to);
  } else {
    if (to != on.end()) return "is there already";
    const std::uint64_t used = used_at(problem, holders, move.to) + problem.bytes[move.entry];
    if (used > problem.nodes[move.to].disk.value_or(~std::uint64_t{0})) return "has no room";
    *from = move.to;
    for (std::size_t i = 0; i < problem.forced.size(); ++i) {
      std::uint32_t& at = holders.back()[i];
      if (problem.forced[i].entry == move.entry && at == move.from) at = move.to;
    }
    const auto* start = &problem.holders[problem.first[move.entry]];
    if (problem.zones_distinct && zones_of(problem, on) < zones_of(problem, {start, start + on.size()})) {
      return "shares a zone";
    }
  }
  std::sort(on.begin() + 1, on.end());
  return "";
}

}  // namespace

Replayed replay(const Problem& problem, const std::vector<rebalance::Ordered::Step>& steps) {
  Replayed replayed;
  Holders holders = start_of(problem);
  std::uint64_t before = excess_of(problem, holders);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Move& move = steps[i].move;
    if (const std::string wrong = carry_out(problem, holders, move); !wrong.empty()) {
      replayed.fault = problem.names[move.entry] + " " + wrong + " (step " + std::to_string(i) + ")";
      return replayed;
    }
    ++replayed.moves;
    replayed.bytes += move.lead ? 0 : problem.bytes[move.entry];
    replayed.cost += move.lead ? 0 : problem.bytes[move.entry] + problem.per_move;
    if (i + 1 < steps.size() && steps[i + 1].group == steps[i].group) continue;
    const std::uint64_t excess = excess_of(problem, holders);
    replayed.excess_rose |= excess > before;
    before = excess;
  }
  replayed.excess = excess_of(problem, holders);
  if (!may_end(problem, holders)) replayed.fault = "the end breaks a rule";
  return replayed;
}

std::optional<Optimum> best_reachable(const Problem& problem) {
  using Paid = std::pair<std::uint64_t, std::uint64_t>;
  std::map<Holders, Paid> best;
  std::priority_queue<std::pair<Paid, Holders>, std::vector<std::pair<Paid, Holders>>, std::greater<>> open;
  best[start_of(problem)] = {0, 0};
  open.push({{0, 0}, start_of(problem)});
  std::optional<Optimum> optimum;
  while (!open.empty()) {
    const auto [paid, holders] = open.top();
    open.pop();
    if (best[holders] != paid) continue;
    if (may_end(problem, holders)) {
      const std::uint64_t excess = excess_of(problem, holders);
      if (!optimum || excess < optimum->excess) optimum = Optimum{excess, paid.first, paid.second};
    }
    for (std::uint32_t e = 0; e < problem.entries(); ++e) {
      for (const std::uint32_t from : holders[e]) {
        for (std::uint32_t to = 0; to < problem.nodes.size(); ++to) {
          const bool lead = std::count(holders[e].begin(), holders[e].end(), to) > 0;
          if (lead && (from != holders[e][0] || problem.limits[0].follower.empty())) continue;
          Holders next = holders;
          if (!carry_out(problem, next, {e, from, to, lead}).empty()) continue;
          const Paid sum{paid.first + (lead ? 0 : problem.bytes[e] + problem.per_move), paid.second + 1};
          const auto [known, fresh] = best.try_emplace(next, sum);
          if (!fresh && known->second <= sum) continue;
          known->second = sum;
          open.push({sum, std::move(next)});
        }
      }
    }
  }
  return optimum;
}

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
    problem.add_entry("e" + std::to_string(e), 1 + random.below(60), 1 + random.below(60), on);
    if (leaders) problem.limits[0].follower.push_back(random.below(problem.limits[0].leader.back() + 1));
    problem.pinned[e] = chance(8) ? 1 : 0;
  }
  const std::uint64_t percents[] = {2, 5, 10, 20, 30};
  problem.limits[0].upper = {percents[random.below(5)], 100};
  if (further && chance(50)) problem.limits[0].lower = {3 * percents[random.below(5)], 100};
  if (further && chance(50)) {
    problem.limits.emplace_back();
    problem.limits.back().of = chance(70) ? "bytes" : "count";
    problem.limits.back().upper = {percents[random.below(5)], 50};
  }
  if (further && chance(30)) problem.per_move = random.below(50);
  if (chance(50)) {
    for (std::uint32_t n = 0; n < nodes; ++n) {
      problem.nodes[n].disk = used_at(problem, start_of(problem), n) + random.below(60);
    }
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
    std::vector<std::uint32_t> on;
    while (on.size() < replicas) {
      const auto n = static_cast<std::uint32_t>(random.below(chance(70) ? nodes - 1 : nodes / 2));
      const bool shared = std::any_of(on.begin(), on.end(), [&](std::uint32_t other) {
        return other == n || (problem.zones_distinct && problem.nodes[other].zone == problem.nodes[n].zone);
      });
      if (!shared) on.push_back(n);
      if (!shared || chance(90)) continue;
      on.clear();
    }
    const std::uint64_t hot = chance(5) ? 20 : 1;
    problem.add_entry("e" + std::to_string(e), 1 + random.below(1000), hot * (1 + random.below(100)), on);
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
    const std::uint64_t used = used_at(problem, start_of(problem), n);
    problem.nodes[n].disk = std::max(used + 200, all / nodes) * (100 + percent) / 100;
  }
  return problem;
}

}  // namespace reshard::testing
