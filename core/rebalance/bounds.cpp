#include "core/rebalance/bounds.h"

#include <algorithm>

#include "core/rebalance/knapsack.h"

namespace reshard::rebalance {
namespace {

struct NodeBounds {
  std::uint64_t fractional = 0, cost = 0;
  std::uint32_t moves = 0;
  bool whole = true;
};

/// The most that any node may bear, where it matters that an entry bears more: with one limit.
std::uint64_t hottest_allowed(const Model& model) {
  if (model.limits > 1 || model.leaders) return kUnlimited;
  return *std::max_element(model.shares[0].most.begin(), model.shares[0].most.end());
}

/// What leaves a node, besides what is forced to, so that one of its limits is kept. Leadership may pass for nothing.
/// `arriving` is what is forced to come.
NodeBounds of_limit(const Model& model, const Placement& now, const std::vector<std::uint32_t>& slots,
                    std::uint32_t node, std::uint32_t limit, std::uint64_t arriving, std::uint64_t states) {
  NodeBounds bounds;
  std::uint64_t load = now.load(limit, node) + arriving;
  std::vector<Item> items;
  for (const std::uint32_t s : slots) {
    const std::uint32_t e = model.entry_of[s];
    if (model.is_pinned(e)) continue;
    if (model.forced_target(s) != kNone) {
      load -= now.load_of(limit, s);
      continue;
    }
    const std::uint64_t sure = std::min(model.leads[limit][e], model.follows[limit][e]);
    load -= now.load_of(limit, s) - sure;
    items.push_back({model.problem.bytes[e] + model.problem.per_move, sure});
  }
  const std::uint64_t most = model.shares[limit].most[node];
  if (load <= most) return bounds;
  bounds.fractional = bounds.cost = fractional_leaving(items, load - most);
  bounds.moves = fewest_leaving(items, load - most);
  bounds.whole = false;
  if (states == 0) return bounds;
  const Leaving leaving = cheapest_leaving(items, load - most, states);
  if (!leaving.possible) return bounds;
  bounds.whole = leaving.exact;
  bounds.cost = std::max(bounds.cost, leaving.bound);
  // With the least excess an entry that is too hot for any node is alone where it is: it leaves, or all others do.
  const std::uint64_t allowed = hottest_allowed(model);
  std::uint64_t others = 0, hot = kNone;
  for (const std::uint32_t s : slots) {
    if (model.forced_target(s) != kNone) continue;
    const std::uint64_t cost = model.bytes_of(s) + model.problem.per_move;
    if (now.load_of(limit, s) > allowed && (hot == kNone || cost > hot)) hot = cost;
    others += now.load_of(limit, s) > 0 ? cost : 0;
  }
  if (hot == kNone || bounds.cost <= others - hot) return bounds;
  bounds.cost = others - hot;
  bounds.fractional = std::min(bounds.fractional, bounds.cost);
  bounds.moves = std::min(bounds.moves, static_cast<std::uint32_t>(slots.size()) - 1);
  return bounds;
}

/// Slots by what they cost for the load that they take along.
std::vector<std::uint32_t> cheapest_first(const Model& model, const Placement& now, std::uint32_t limit) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t s = 0; s < model.slots; ++s) {
    if (!model.is_pinned(model.entry_of[s]) && now.load_of(limit, s) > 0) order.push_back(s);
  }
  const auto price = [&](std::uint32_t s) { return model.bytes_of(s) + model.problem.per_move; };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const U128 x = U128{price(a)} * now.load_of(limit, b), y = U128{price(b)} * now.load_of(limit, a);
    return x != y ? x < y : a < b;
  });
  return order;
}

/// What has to be paid so that nodes below their lower limit are filled. `paid` is what each node has to give anyway; with
/// that it can give its cheapest, the last one in part. What is still missing comes from whoever has the cheapest to
/// spare. Every zone by itself, where each has to bear the same in the end as now.
class Filling {
 public:
  Filling(const Model& model, const Placement& now, std::uint32_t limit, const std::vector<std::uint64_t>& paid)
      : model_(model),
        now_(now),
        limit_(limit),
        left_(paid),
        spare_(model.nodes),
        missing_(model.nodes),
        prices_(model.nodes) {
    const Share& share = model.shares[limit];
    closed_zones_ = closed_zones(model);
    for (std::uint32_t n = 0; n < model.nodes; ++n) {
      const std::uint64_t load = now.load(limit, n);
      spare_[n] = load > share.least[n] ? load - share.least[n] : 0;
      missing_[group_of(n)] += load < share.least[n] ? share.least[n] - load : 0;
      cost_ += paid[n];
    }
  }

  /// What the last unit of load costs, by group, in 2^-20 of a byte.
  const std::vector<std::uint64_t>& prices() const { return prices_; }

  std::uint64_t cost() {
    const bool filled = std::all_of(missing_.begin(), missing_.end(), [](std::uint64_t load) { return load == 0; });
    if (filled || model_.leaders) return cost_;
    const auto order = cheapest_first(model_, now_, limit_);
    std::vector<std::uint64_t> rest(model_.slots);
    for (const std::uint32_t s : order) rest[s] = now_.load_of(limit_, s) - give(s, now_.load_of(limit_, s), true);
    for (const std::uint32_t s : order) give(s, rest[s], false);
    return cost_;
  }

 private:
  std::uint32_t group_of(std::uint32_t node) const { return closed_zones_ ? model_.zone[node] : 0; }

  /// Up to so much load of the slot leaves its node; for what that has to pay anyway, or for more.
  std::uint64_t give(std::uint32_t slot, std::uint64_t most, bool anyway) {
    const std::uint32_t node = now_.at(slot);
    const std::uint64_t price = model_.bytes_of(slot) + model_.problem.per_move, load = now_.load_of(limit_, slot);
    std::uint64_t& missing = missing_[group_of(node)];
    std::uint64_t given = std::min(most, spare_[node]);
    if (!anyway) given = std::min(given, missing);
    auto worth = static_cast<std::uint64_t>(U128{price} * given / load);
    if (anyway && worth > left_[node]) {
      worth = left_[node];
      given = std::min(given, static_cast<std::uint64_t>((U128{worth} * load + price - 1) / price));
    }
    if (anyway) left_[node] -= worth;
    if (!anyway) cost_ += worth;
    if (!anyway && given > 0) {
      prices_[group_of(node)] =
          static_cast<std::uint64_t>(std::min<U128>((U128{price} << kPriceBits) / load, kDearest));
    }
    spare_[node] -= given;
    missing -= std::min(missing, given);
    return given;
  }

  const Model& model_;
  const Placement& now_;
  std::uint32_t limit_;
  bool closed_zones_ = false;
  std::vector<std::uint64_t> left_, spare_, missing_, prices_;  // the last two by zone
  static constexpr std::uint64_t kDearest = std::uint64_t{1} << 50;
  std::uint64_t cost_ = 0;
};

/// What a set of slots that leaves a node costs and takes along.
struct Given {
  std::int64_t cost = 0;  ///< less the price of its load
  std::uint64_t load = 0;
};

/// The same bound from whole entries: whatever is paid for a unit of load that is missing, each node gives the set that is
/// then the cheapest for it, and what is missing is paid for (a Lagrangian relaxation). Every price gives a bound; the
/// best is looked for by halving.
class PricedFilling {
 public:
  using Slots = std::vector<std::vector<std::uint32_t>>;  // by node

  PricedFilling(const Model& model, const Placement& now, std::uint32_t limit, const Slots& on,
                const std::vector<std::uint64_t>& paid, const std::vector<std::uint64_t>& arriving,
                const std::vector<std::uint64_t>& starts, std::uint64_t states)
      : model_(model),
        now_(now),
        limit_(limit),
        on_(on),
        paid_(paid),
        arriving_(arriving),
        starts_(starts),
        states_(states),
        prices_(model.nodes) {}

  std::uint64_t cost() {
    const bool closed = closed_zones(model_);
    std::vector<std::vector<std::uint32_t>> groups(
        closed ? *std::max_element(model_.zone.begin(), model_.zone.end()) + 1 : 1);
    for (std::uint32_t n = 0; n < model_.nodes; ++n) groups[closed ? model_.zone[n] : 0].push_back(n);
    std::uint64_t sum = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) sum += cost_of(groups[g], starts_[g]);
    return sum;
  }

  /// What a unit of load is worth that leaves a node, by node: with these prices the bound is best.
  std::vector<std::uint64_t> take_prices() { return std::move(prices_); }

 private:
  bool is_needy(std::uint32_t node) const { return now_.load(limit_, node) < model_.shares[limit_].least[node]; }

  std::uint64_t cost_of(const std::vector<std::uint32_t>& group, std::uint64_t start) {
    std::uint64_t missing = 0, anyway = 0, best = 0;
    for (const std::uint32_t n : group) {
      best += paid_[n];
      anyway += is_needy(n) ? paid_[n] : 0;
      missing += is_needy(n) ? model_.shares[limit_].least[n] - now_.load(limit_, n) : 0;
    }
    if (missing == 0 || model_.leaders) return best;
    // A price at which all load together is worth less than 2^61 keeps every sum within 63 bits. A smaller one than the
    // best only loosens the bound.
    const U128 dearest = (U128{1} << (61 + kPriceBits)) / std::max<std::uint64_t>(model_.shares[limit_].total, 1);
    const auto capped_price = [&](std::uint64_t price) {
      return static_cast<std::uint64_t>(std::min<U128>(price, dearest));
    };
    start = capped_price(start);
    std::uint64_t low = start / 4, high = capped_price(start * 4 + 1);
    for (int i = 0; i < kPrices && low < high; ++i) {
      const std::uint64_t price = i == 0 ? start : low + (high - low) / 2;
      Given all;
      for (const std::uint32_t n : group) {
        if (is_needy(n)) continue;
        const Given given = give(n, price);
        all.cost += given.cost;
        all.load += given.load;
      }
      const auto paid = static_cast<std::int64_t>(U128{price} * missing >> kPriceBits);
      const std::uint64_t cost = anyway + static_cast<std::uint64_t>(std::max<std::int64_t>(all.cost + paid, 0));
      if (cost > best) {
        best = cost;
        for (const std::uint32_t n : group) prices_[n] = price;
      }
      (all.load < missing ? low : high) = all.load < missing ? price + 1 : price;
    }
    return best;
  }

  Given give(std::uint32_t node, std::uint64_t price) const {
    const std::uint64_t load = now_.load(limit_, node) + arriving_[limit_ * model_.nodes + node];
    const std::uint64_t most = model_.shares[limit_].most[node], allowed = hottest_allowed(model_);
    std::uint64_t need = load > most ? load - most : 0;
    Given given;
    std::vector<Item> items, taken, all;
    bool free = model_.drained[node] == 0;  // whether nothing leaves that need not
    for (const std::uint32_t s : on_[node]) {
      if (model_.is_pinned(model_.entry_of[s])) continue;
      const std::uint64_t cost = model_.bytes_of(s) + model_.problem.per_move, takes = now_.load_of(limit_, s);
      if (takes > allowed) need = 0;  // it may stay
      const U128 worth = (U128{price} * takes >> kPriceBits) + (takes > 0 ? 1 : 0);
      free &= model_.forced_target(s) == kNone;
      if (takes > 0) all.push_back({cost, takes});
      const bool leaves = model_.drained[node] != 0 || model_.forced_target(s) != kNone || worth > cost;
      if (leaves) {
        given.cost += static_cast<std::int64_t>(cost) - static_cast<std::int64_t>(worth);
        given.load += takes;
        taken.push_back({worth > cost ? static_cast<std::uint64_t>(worth) - cost : 0, takes});
      } else if (takes > 0) {
        items.push_back({cost - static_cast<std::uint64_t>(worth), takes});
      }
    }
    const std::uint64_t spare = now_.load(limit_, node) - std::min(now_.load(limit_, node), least_at(node));
    if (free && given.load > spare && spare >= need) return capped(given, taken, all, spare, price);
    if (given.load >= need) return given;
    const Leaving further = cheapest_leaving(items, need - given.load, states_);
    if (!further.possible) return given;
    given.cost += static_cast<std::int64_t>(further.bound);
    given.load += further.load;
    return given;
  }

  std::uint64_t least_at(std::uint32_t node) const { return model_.shares[limit_].least[node]; }

  /// The node has no more to spare: some of that stays, or more leaves and only what it has to spare counts.
  Given capped(Given given, const std::vector<Item>& taken, const std::vector<Item>& all, std::uint64_t spare,
               std::uint64_t price) const {
    const Leaving stays = cheapest_leaving(taken, given.load - spare, states_);
    const Leaving beyond = cheapest_leaving(all, spare, states_);
    const auto worth = static_cast<std::int64_t>(U128{price} * spare >> kPriceBits) + 1;
    given.cost =
        std::min(given.cost + static_cast<std::int64_t>(stays.bound), static_cast<std::int64_t>(beyond.bound) - worth);
    given.load = spare;
    return given;
  }

  static constexpr int kPrices = 12;

  const Model& model_;
  const Placement& now_;
  std::uint32_t limit_;
  const Slots& on_;
  const std::vector<std::uint64_t>&paid_, &arriving_, &starts_;
  std::uint64_t states_;
  std::vector<std::uint64_t> prices_;
};

/// An entry is on one node, and the larger one is the less busy with it.
void bound_ratio(const Model& model, Bounds& bounds) {
  std::uint64_t hottest = 0, capacity = 1;
  for (std::uint32_t e = 0; e < model.entries; ++e) {
    if (bounds.hottest != kNone && model.leads[0][e] <= hottest) continue;
    hottest = model.leads[0][e];
    bounds.hottest = e;
  }
  for (const Node& node : model.problem.nodes) capacity = std::max(capacity, node.drained ? 1 : node.capacity);
  const Share& share = model.shares[0];
  if (share.total > 0) {
    const U128 below = U128{capacity} * share.total;
    bounds.ratio = static_cast<std::uint64_t>((U128{hottest} * share.capacity * 1'000'000 + below - 1) / below);
  }
}

/// All of a drained node leaves; of another one what its limits ask for.
NodeBounds of_node(const Model& model, const Placement& now, const std::vector<std::uint32_t>& slots,
                   std::uint32_t node, const std::vector<std::uint64_t>& arriving, std::uint64_t states) {
  NodeBounds here;
  if (model.drained[node] != 0) {
    for (const std::uint32_t s : slots) here.fractional += model.bytes_of(s) + model.problem.per_move;
    here.cost = here.fractional;
    here.moves = static_cast<std::uint32_t>(slots.size());
    return here;
  }
  for (std::uint32_t r = 0; r < model.limits; ++r) {
    const NodeBounds by = of_limit(model, now, slots, node, r, arriving[r * model.nodes + node], states);
    here.fractional = std::max(here.fractional, by.fractional);
    here.cost = std::max(here.cost, by.cost);
    here.moves = std::max(here.moves, by.moves);
    here.whole &= by.whole;
  }
  for (const std::uint32_t s : slots) {
    if (model.forced_target(s) == kNone) continue;
    const std::uint64_t cost = model.bytes_of(s) + model.problem.per_move;
    here.fractional += cost;
    here.cost += cost;
    ++here.moves;
  }
  return here;
}

/// What has to leave each node, and what has to come to each.
void bound_cost(const Model& model, const Placement& now, std::uint64_t states, Bounds& bounds) {
  bounds.whole = true;
  std::vector<std::vector<std::uint32_t>> on(model.nodes);
  for (std::uint32_t s = 0; s < model.slots; ++s) on[now.at(s)].push_back(s);
  std::vector<std::uint64_t> arriving(std::size_t{model.limits} * model.nodes);
  for (const Forced& move : model.problem.forced) {
    for (std::uint32_t r = 0; r < model.limits; ++r) {
      arriving[r * model.nodes + move.to] += std::min(model.leads[r][move.entry], model.follows[r][move.entry]);
    }
  }
  std::vector<std::uint64_t> fractional(model.nodes), cost(model.nodes);
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    const NodeBounds here = of_node(model, now, on[n], n, arriving, states);
    fractional[n] = here.fractional;
    cost[n] = here.cost;
    bounds.fractional += here.fractional;
    bounds.cost += here.cost;
    bounds.moves += here.moves;
    bounds.whole &= here.whole;
  }
  for (std::uint32_t r = 0; r < model.limits; ++r) {
    bounds.fractional = std::max(bounds.fractional, Filling(model, now, r, fractional).cost());
    Filling by_fractions(model, now, r, cost);
    std::uint64_t filling = by_fractions.cost();
    PricedFilling priced(model, now, r, on, cost, arriving, by_fractions.prices(), states / 8);
    if (states > 0) filling = std::max(filling, priced.cost());
    if (filling <= bounds.cost) continue;
    bounds.prices = priced.take_prices();
    bounds.priced = r;
    bounds.cost = filling;
    bounds.whole = false;
  }
}

}  // namespace

ZoneShortage zone_shortage(const Model& model, std::uint32_t limit) {
  ZoneShortage shortage;
  if (!model.problem.zones_distinct) return shortage;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> zones;  // what nodes may bear, and one of them
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    if (model.drained[n] != 0) continue;
    const auto at = std::find_if(zones.begin(), zones.end(),
                                 [&](const auto& zone) { return model.zone[zone.second] == model.zone[n]; });
    if (at == zones.end()) {
      zones.emplace_back(model.shares[limit].most[n], n);
    } else {
      at->first += model.shares[limit].most[n];
    }
  }
  std::sort(zones.begin(), zones.end());
  std::uint64_t most = 0;
  for (std::size_t count = 1; count < zones.size(); ++count) {
    most += zones[count - 1].first;
    std::uint64_t wanted = 0;
    for (std::uint32_t e = 0; e < model.entries; ++e) {
      const std::size_t outside = zones.size() - count, replicas = model.end(e) - model.begin(e);
      const std::uint64_t sure = std::min(model.leads[limit][e], model.follows[limit][e]);
      wanted += replicas > outside ? sure * (replicas - outside) : 0;
    }
    if (wanted > most && wanted - most > shortage.load) shortage = {wanted - most, zones[0].second};
  }
  return shortage;
}

bool closed_zones(const Model& model) {
  if (!model.problem.zones_distinct) return false;
  const std::uint32_t zones = 1 + *std::max_element(model.zone.begin(), model.zone.end());
  for (std::uint32_t e = 0; e < model.entries; ++e) {
    if (model.end(e) - model.begin(e) != zones || model.zones_at_start[e] != zones) return false;
  }
  return true;
}

Bounds bounds_of(const Model& model, std::uint64_t states) {
  const Placement now(model);
  Bounds bounds;
  bounds.excess = now.excess();
  const std::uint64_t allowed = hottest_allowed(model);
  for (std::uint32_t s = 0; s < model.slots; ++s) {
    const std::uint64_t load = now.load_of(0, s);
    if (load > allowed) bounds.cost_excess += load - allowed;
  }
  for (std::uint32_t r = 0; r < model.limits; ++r) {
    bounds.least_excess += model.weight[r] * zone_shortage(model, r).load;
  }
  bounds.least_excess = std::max(bounds.least_excess, bounds.cost_excess);
  bound_cost(model, now, states, bounds);
  bound_ratio(model, bounds);
  return bounds;
}

}  // namespace reshard::rebalance
