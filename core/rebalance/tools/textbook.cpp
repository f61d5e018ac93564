#include "core/rebalance/tools/textbook.h"

#include <algorithm>
#include <numeric>

#include "core/base/ranking.h"
#include "core/base/uint128.h"
#include "core/rebalance/tools/differences.h"
#include "core/rebalance/tools/options.h"

namespace reshard::rebalance::tools {
namespace {

/// Where copies may go.
class Rules {
 public:
  explicit Rules(const Problem& problem) : problem_(problem) {}

  /// Whether the copy of the entry that is `leaving` (kNone: a new one) may be on the node, with the others in `on`.
  bool allow(std::span<const std::uint32_t> on, std::uint32_t leaving, std::uint32_t node) const {
    if (problem_.nodes[node].drained) return false;
    for (const std::uint32_t other : on) {
      if (other == node) return false;
      if (problem_.zones_distinct && other != leaving && problem_.nodes[other].zone == problem_.nodes[node].zone) {
        return false;
      }
    }
    return true;
  }

 private:
  const Problem& problem_;
};

/// Of the nodes that the rules allow, the one that is least full with `load` more; kNone if there is none.
std::uint32_t least_full(const Problem& problem, const std::vector<std::uint64_t>& loads,
                         std::span<const std::uint32_t> on, std::uint64_t load) {
  const Rules rules(problem);
  std::uint32_t best = kNone;
  for (std::uint32_t n = 0; n < problem.nodes.size(); ++n) {
    if (!rules.allow(on, kNone, n)) continue;
    if (best != kNone &&
        U128{loads[n] + load} * problem.nodes[best].capacity >= U128{loads[best] + load} * problem.nodes[n].capacity) {
      continue;
    }
    best = n;
  }
  return best;
}

/// How many copies each node should have: shares rounded down, and one more for some, those first that have too many.
std::vector<std::uint64_t> shares(const Problem& problem, const std::vector<std::uint64_t>& counts) {
  std::uint64_t capacity = 0, rest = problem.holders.size();
  for (const Node& node : problem.nodes) capacity += node.drained ? 0 : node.capacity;
  std::vector<std::uint64_t> result(problem.nodes.size());
  std::vector<bool> broken(problem.nodes.size());
  for (std::size_t n = 0; n < result.size(); ++n) {
    if (problem.nodes[n].drained) continue;
    const std::uint64_t part = std::uint64_t{problem.nodes[n].capacity} * problem.holders.size();
    result[n] = part / capacity;
    broken[n] = part % capacity > 0;
    rest -= result[n];
  }
  for (const bool full : {true, false}) {
    for (std::size_t n = 0; n < result.size(); ++n) {
      if (rest == 0 || !broken[n] || (counts[n] > result[n]) != full) continue;
      ++result[n];
      broken[n] = false;
      --rest;
    }
  }
  return result;
}

std::vector<std::uint64_t> counts_of(const Problem& problem) {
  std::vector<std::uint64_t> counts(problem.nodes.size());
  for (const std::uint32_t node : problem.holders) ++counts[node];
  return counts;
}

constexpr std::uint64_t kMostLooks = 200'000'000;

/// Moves copies from nodes that have too many, directly or by way of nodes that have enough.
class Leveller {
 public:
  explicit Leveller(const Problem& problem)
      : problem_(problem),
        rules_(problem),
        holders_(problem.holders),
        counts_(counts_of(problem)),
        shares_(shares(problem, counts_)),
        entries_(problem.nodes.size()) {
    const auto smallest =
        in_order(problem.entries(), [&](auto a, auto b) { return problem.bytes[a] < problem.bytes[b]; });
    for (const std::uint32_t entry : smallest) {
      if (problem.pinned[entry]) continue;
      for (const std::uint32_t node : on(entry)) entries_[node].push_back(entry);
    }
  }

  std::vector<Move> run() {
    for (std::uint32_t node = 0; node < counts_.size(); ++node) {
      for (std::size_t i = 0; counts_[node] > shares_[node] && i < entries_[node].size(); ++i) {
        const std::uint32_t entry = entries_[node][i];
        const std::uint32_t to = emptiest_for(entry, node);
        if (to != kNone) move(entry, node, to);
      }
      while (counts_[node] > shares_[node] && detour(node)) {}
    }
    for (std::uint32_t node = 0; node < counts_.size(); ++node) {
      if (problem_.nodes[node].drained) empty(node);
    }
    return joined();
  }

 private:
  std::span<const std::uint32_t> on(std::uint32_t entry) const {
    return {holders_.data() + problem_.first[entry], problem_.replicas(entry)};
  }

  bool holds(std::uint32_t entry, std::uint32_t node) const {
    const auto held = on(entry);
    return std::find(held.begin(), held.end(), node) != held.end();
  }

  std::uint64_t lacks(std::uint32_t node) const {
    return shares_[node] > counts_[node] ? shares_[node] - counts_[node] : 0;
  }

  std::uint32_t emptiest_for(std::uint32_t entry, std::uint32_t from) const {
    std::uint32_t best = kNone;
    for (std::uint32_t to = 0; to < counts_.size(); ++to) {
      if (lacks(to) == 0 || (best != kNone && lacks(to) <= lacks(best))) continue;
      if (rules_.allow(on(entry), from, to)) best = to;
    }
    return best;
  }

  /// What zones do not let go to nodes below their share goes to the least full.
  void empty(std::uint32_t node) {
    const auto entries = entries_[node];
    for (const std::uint32_t entry : entries) {
      if (!holds(entry, node)) continue;
      std::uint32_t best = kNone;
      for (std::uint32_t to = 0; to < counts_.size(); ++to) {
        if (!rules_.allow(on(entry), node, to)) continue;
        if (best != kNone && U128{counts_[to] + 1} * problem_.nodes[best].capacity >=
                                 U128{counts_[best] + 1} * problem_.nodes[to].capacity) {
          continue;
        }
        best = to;
      }
      if (best != kNone) move(entry, node, best);
    }
  }

  void move(std::uint32_t entry, std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t at = problem_.first[entry]; at < problem_.first[entry + 1]; ++at) {
      if (holders_[at] == from) holders_[at] = to;
    }
    --counts_[from];
    ++counts_[to];
    entries_[to].insert(entries_[to].begin(), entry);  // gone on with first: its two moves are then one
    moves_.push_back({entry, from, to});
  }

  /// One copy leaves the node by way of others, each of which gives another entry on, along the shortest such way.
  bool detour(std::uint32_t start) {
    std::vector<std::uint32_t> before(counts_.size(), kNone), by(counts_.size(), kNone), queue{start};
    before[start] = start;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const std::uint32_t node = queue[i];
      for (const std::uint32_t entry : entries_[node]) {
        if (!holds(entry, node)) continue;
        if ((looks_ += counts_.size()) > kMostLooks) return false;
        for (std::uint32_t to = 0; to < counts_.size(); ++to) {
          if (before[to] != kNone || !rules_.allow(on(entry), node, to)) continue;
          before[to] = node;
          by[to] = entry;
          if (lacks(to) > 0) return follow(start, to, before, by);
          queue.push_back(to);
        }
      }
    }
    return false;
  }

  bool follow(std::uint32_t start, std::uint32_t end, const std::vector<std::uint32_t>& before,
              const std::vector<std::uint32_t>& by) {
    std::vector<Move> way;
    for (std::uint32_t at = end; at != start; at = before[at]) way.push_back({by[at], before[at], at});
    for (const Move& step : way) {  // the last step first, so that no node has more than before
      if (!holds(step.entry, step.from) || !rules_.allow(on(step.entry), step.from, step.to)) return false;
      move(step.entry, step.from, step.to);
    }
    return true;
  }

  /// The moves, with one from a to c where there are one from a to b and then one from b to c.
  std::vector<Move> joined() const {
    std::vector<Move> moves;
    std::vector<std::uint32_t> last(problem_.entries(), kNone);  // of an entry: its move in that list
    for (const Move& move : moves_) {
      const std::uint32_t before = last[move.entry];
      last[move.entry] = static_cast<std::uint32_t>(moves.size());
      if (before == kNone || moves[before].to != move.from) {
        moves.push_back(move);
        continue;
      }
      // No other copy of the entry has moved since, so it may go there directly.
      moves[before].to = move.to;
      last[move.entry] = before;
    }
    std::erase_if(moves, [](const Move& move) { return move.from == move.to; });
    return moves;
  }

  const Problem& problem_;
  Rules rules_;
  std::vector<std::uint32_t> holders_;
  std::vector<std::uint64_t> counts_, shares_;
  std::vector<std::vector<std::uint32_t>> entries_;  // by node, smallest first; may list some that have left
  std::vector<Move> moves_;
  std::uint64_t looks_ = 0;  // for detours, so that a large problem in which zones leave none does not take for ever
};

}  // namespace

Result<Plan> largest_first(const Problem& problem, Options given) {
  OptionReader options(given, "");
  if (options.error()) return *options.error();
  std::vector<std::uint32_t> holders = problem.holders;
  std::vector<std::uint64_t> loads(problem.nodes.size());
  const auto load_at = [&](std::uint32_t entry, std::uint32_t replica) {
    return replica == 0 ? problem.leader_load(0, entry) : problem.follower_load(0, entry);
  };
  for (std::uint32_t entry = 0; entry < problem.entries(); ++entry) {
    for (std::uint32_t i = 0; problem.pinned[entry] && i < problem.replicas(entry); ++i) {
      loads[problem.holders[problem.first[entry] + i]] += load_at(entry, i);
    }
  }
  const auto largest = in_order(problem.entries(),
                                [&](auto a, auto b) { return problem.leader_load(0, a) > problem.leader_load(0, b); });
  for (const std::uint32_t entry : largest) {
    if (problem.pinned[entry]) continue;
    std::uint32_t* on = holders.data() + problem.first[entry];
    for (std::uint32_t i = 0; i < problem.replicas(entry); ++i) {
      const std::uint64_t load = load_at(entry, i);
      on[i] = least_full(problem, loads, {on, i}, load);
      if (on[i] == kNone) return Error{ErrorCode::unsupported, "entries", {"too few nodes or zones for the replicas"}};
      loads[on[i]] += load;
    }
  }
  return Plan{.moves = moves_to(problem, holders)};
}

Result<Plan> least_moves(const Problem& problem, Options given) {
  OptionReader options(given, "");
  if (options.error()) return *options.error();
  Plan plan;
  plan.moves = Leveller(problem).run();
  return plan;
}

}  // namespace reshard::rebalance::tools
