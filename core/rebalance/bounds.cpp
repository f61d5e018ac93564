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

/// What has to move so that nodes below their lower limit are filled, besides what leaves overloaded nodes anyway: the
/// cheapest for its load of what nodes can spare, the last one in part.
std::uint64_t cost_of_filling(const Model& model, const Placement& now, std::uint32_t limit) {
  const Share& share = model.shares[limit];
  std::uint64_t missing = 0, cost = 0;
  std::vector<std::uint64_t> leaves(model.nodes), spare(model.nodes);
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    const std::uint64_t load = now.load(limit, n);
    missing += load < share.least[n] ? share.least[n] - load : 0;
    leaves[n] = load > share.most[n] ? load - share.most[n] : 0;
    spare[n] = load > share.least[n] ? load - share.least[n] - leaves[n] : 0;
  }
  if (missing == 0 || model.leaders) return 0;
  std::vector<std::uint32_t> order;
  for (std::uint32_t s = 0; s < model.slots; ++s) {
    if (!model.is_pinned(model.entry_of[s]) && now.load_of(limit, s) > 0) order.push_back(s);
  }
  const auto price = [&](std::uint32_t s) { return model.bytes_of(s) + model.problem.per_move; };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const U128 x = U128{price(a)} * now.load_of(limit, b), y = U128{price(b)} * now.load_of(limit, a);
    return x != y ? x < y : a < b;
  });
  std::vector<std::uint64_t> rest(model.slots);
  const auto take = [&](std::uint32_t s, std::uint64_t most) {
    const std::uint64_t load = std::min(rest[s], most);
    cost += static_cast<std::uint64_t>(U128{price(s)} * load / now.load_of(limit, s));
    rest[s] -= load;
    return load;
  };
  for (const std::uint32_t s : order) {
    rest[s] = now.load_of(limit, s);
    const std::uint64_t taken = take(s, leaves[now.at(s)]);
    leaves[now.at(s)] -= taken;
    missing -= std::min(missing, taken);
  }
  for (const std::uint32_t s : order) {
    const std::uint64_t taken = take(s, std::min(spare[now.at(s)], missing));
    spare[now.at(s)] -= taken;
    missing -= taken;
  }
  return cost;
}

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
  bounds.whole = true;
  std::vector<std::vector<std::uint32_t>> on(model.nodes);
  for (std::uint32_t s = 0; s < model.slots; ++s) on[now.at(s)].push_back(s);
  std::vector<std::uint64_t> arriving(std::size_t{model.limits} * model.nodes);
  for (const Forced& move : model.problem.forced) {
    for (std::uint32_t r = 0; r < model.limits; ++r) {
      arriving[r * model.nodes + move.to] += std::min(model.leads[r][move.entry], model.follows[r][move.entry]);
    }
  }
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    const NodeBounds here = of_node(model, now, on[n], n, arriving, states);
    bounds.fractional += here.fractional;
    bounds.cost += here.cost;
    bounds.moves += here.moves;
    bounds.whole &= here.whole;
  }
  for (std::uint32_t r = 0; r < model.limits; ++r) {
    const std::uint64_t filling = cost_of_filling(model, now, r);
    bounds.fractional = std::max(bounds.fractional, filling);
    if (filling <= bounds.cost) continue;
    bounds.cost = filling;
    bounds.whole = false;
  }
  bound_ratio(model, bounds);
  return bounds;
}

}  // namespace reshard::rebalance
