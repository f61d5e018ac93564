#include "core/placement/systems/citus_plan.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>

#include "core/base/check.h"

// Every operation rounds to 32 bits, as float4 does; the order of operations is that of shard_rebalancer.c.

namespace reshard::citus {
namespace {

float utilisation(float cost, float capacity) {
  return capacity <= 0 ? std::numeric_limits<float>::infinity() : cost / capacity;
}

/// The plan of one colocation group.
class Plan {
 public:
  Plan(std::span<const Worker> workers, std::span<const Shard> shards, const Options& options, std::vector<Move>& moves)
      : workers_(workers), options_(options), moves_(moves), fills_(workers.size()) {
    for (const Shard& shard : shards) {
      Fill& fill = fills_[shard.worker];
      fill.shards.push_back({shard.id, shard.cost});
      fill.cost += shard.cost;
      total_cost_ += shard.cost;
    }
    for (std::uint32_t w = 0; w < workers.size(); ++w) {
      total_capacity_ += capacity(w);
      std::sort(fills_[w].shards.begin(), fills_[w].shards.end(), costliest_first);
      fills_[w].utilisation = utilisation(fills_[w].cost, capacity(w));
      order_.push_back(w);
    }
    std::sort(order_.begin(), order_.end(), [this](std::uint32_t a, std::uint32_t b) { return is_emptier(a, b); });
  }

  /// How many moves gained too little.
  std::size_t ignored() const { return ignored_; }

  /// Moves each shard that is where it may not be.
  void drain() {
    std::vector<std::pair<Held, std::uint32_t>> disallowed;
    for (std::uint32_t w = 0; w < fills_.size(); ++w) {
      for (const Held& shard : fills_[w].shards) {
        if (!allows(w, shard.id)) disallowed.push_back({shard, w});
      }
    }
    std::sort(disallowed.begin(), disallowed.end(),
              [](const auto& a, const auto& b) { return costliest_first(a.first, b.first); });
    for (const auto& each : disallowed) {
      const Held shard = each.first;
      const auto to = std::find_if(order_.begin(), order_.end(), [&](std::uint32_t w) { return takes(w, shard); });
      if (to != order_.end()) move(shard, each.second, *to);
    }
  }

  void even_out() {
    while (moves_.size() < options_.max_moves && move_one()) {}
  }

 private:
  struct Held {
    std::uint32_t id;
    float cost;
  };
  struct Fill {
    float cost = 0, utilisation = 0;
    std::vector<Held> shards = {};  // costliest first
  };

  static bool costliest_first(const Held& a, const Held& b) { return a.cost != b.cost ? a.cost > b.cost : a.id < b.id; }

  float capacity(std::uint32_t w) const { return workers_[w].may_have_shards ? workers_[w].capacity : 0; }

  bool allows(std::uint32_t w, std::uint32_t shard) const {
    const auto& refuses = workers_[w].refuses;
    return workers_[w].may_have_shards && std::find(refuses.begin(), refuses.end(), shard) == refuses.end();
  }

  // Whether it may have the shard and does not yet.
  bool takes(std::uint32_t w, const Held& shard) const {
    if (!allows(w, shard.id)) return false;
    const auto& held = fills_[w].shards;
    return !std::binary_search(held.begin(), held.end(), shard, costliest_first);
  }

  bool is_emptier(std::uint32_t a, std::uint32_t b) const {
    if (fills_[a].utilisation != fills_[b].utilisation) return fills_[a].utilisation < fills_[b].utilisation;
    return capacity(a) != capacity(b) ? capacity(a) > capacity(b) : a < b;
  }

  std::vector<std::uint32_t>::iterator place_of(std::uint32_t worker) {
    return std::lower_bound(order_.begin(), order_.end(), worker,
                            [this](std::uint32_t a, std::uint32_t b) { return is_emptier(a, b); });
  }

  // The first move that improves the balance; false where there is none.
  bool move_one() {
    const float average = total_cost_ / total_capacity_;
    const float low = (1 - options_.threshold) * average, high = (1 + options_.threshold) * average;
    for (std::size_t at = order_.size(); at-- > 0;) {
      const std::uint32_t source = order_[at];
      const float full = fills_[source].utilisation;
      if (full <= low) return false;
      for (const std::uint32_t target : order_) {
        const float empty = fills_[target].utilisation;
        if (empty >= high || (empty >= low && full <= high)) break;
        if (move_between(source, target)) return true;
      }
    }
    return false;
  }

  bool move_between(std::uint32_t source, std::uint32_t target) {
    for (const Held& shard : fills_[source].shards) {
      if (!takes(target, shard) || !improves(shard, source, target)) continue;
      move(Held(shard), source, target);
      return true;
    }
    return false;
  }

  bool improves(const Held& shard, std::uint32_t source, std::uint32_t target) {
    const Fill &from = fills_[source], &to = fills_[target];
    const float target_after = utilisation(to.cost + shard.cost, capacity(target));
    const float source_after = utilisation(from.cost - shard.cost, capacity(source));
    if (target_after <= source_after) return true;
    if (target_after > from.utilisation) return false;
    if (target_after == from.utilisation && source_after <= to.utilisation) return false;
    const float gain = std::max(from.utilisation - target_after, source_after - to.utilisation);
    const float change = std::min(target_after - to.utilisation, from.utilisation - source_after);
    const bool little = gain / change < options_.improvement;
    ignored_ += little;
    return !little;
  }

  void move(Held shard, std::uint32_t from, std::uint32_t to) {
    moves_.push_back({shard.id, from, to});
    auto& left = fills_[from].shards;
    left.erase(std::find_if(left.begin(), left.end(), [&](const Held& held) { return held.id == shard.id; }));
    auto& joined = fills_[to].shards;
    joined.insert(std::upper_bound(joined.begin(), joined.end(), shard, costliest_first), shard);
    refill(from, -shard.cost);
    refill(to, shard.cost);
  }

  void refill(std::uint32_t w, float cost) {
    order_.erase(place_of(w));
    fills_[w].cost += cost;
    fills_[w].utilisation = utilisation(fills_[w].cost, capacity(w));
    order_.insert(place_of(w), w);
  }

  std::span<const Worker> workers_;
  const Options& options_;
  std::vector<Move>& moves_;
  std::vector<Fill> fills_;           // by worker
  std::vector<std::uint32_t> order_;  // workers, emptiest first
  float total_cost_ = 0, total_capacity_ = 0;
  std::size_t ignored_ = 0;
};

}  // namespace

std::vector<Move> rebalance(std::span<const Worker> workers, std::span<const Shard> shards, const Options& options,
                            std::size_t* ignored) {
  std::map<std::uint32_t, std::vector<Shard>> groups;
  for (const Shard& shard : shards) {
    CHECK(shard.worker < workers.size());
    groups[shard.group].push_back(shard);
  }
  std::vector<Move> moves;
  std::deque<Plan> plans;
  std::vector<Shard> small;
  for (const auto& [group, members] : groups) {
    if (members.size() < workers.size()) {
      small.insert(small.end(), members.begin(), members.end());
    } else {
      plans.emplace_back(workers, members, options, moves);
    }
  }
  if (!small.empty()) plans.emplace_back(workers, small, options, moves);
  for (Plan& plan : plans) plan.drain();
  for (Plan& plan : plans) {
    if (!options.drain_only) plan.even_out();
    if (ignored) *ignored += plan.ignored();
  }
  return moves;
}

}  // namespace reshard::citus
