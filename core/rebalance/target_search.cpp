#include "core/rebalance/target_search.h"

#include <algorithm>

namespace reshard::rebalance {
namespace {

std::uint64_t part_of(std::uint64_t cost, std::uint64_t take, std::uint64_t load) {
  if (take >= load) return cost;
  return static_cast<std::uint64_t>(U128{cost} * take / load);
}

/// What its leaving takes off a node, at least.
std::uint64_t sure_load(const Model& model, std::uint32_t entry) {
  return std::min(model.leads[0][entry], model.follows[0][entry]);
}

}  // namespace

int alike_order(const Model& model, std::uint32_t x, std::uint32_t y) {
  const auto differ = [](std::uint64_t a, std::uint64_t b) { return a < b ? -1 : a > b ? 1 : 0; };
  if (const int by = differ(model.problem.bytes[x], model.problem.bytes[y]); by != 0) return by;
  if (const int by = differ(model.problem.pinned[x], model.problem.pinned[y]); by != 0) return by;
  for (std::uint32_t r = 0; r < model.limits; ++r) {
    if (const int by = differ(model.leads[r][x], model.leads[r][y]); by != 0) return by;
    if (const int by = differ(model.follows[r][x], model.follows[r][y]); by != 0) return by;
  }
  const bool forced = model.has_forced(x);
  if (const int by = differ(forced, model.has_forced(y)); by != 0) return by;
  if (forced) return differ(x, y);
  const std::uint32_t count = model.end(x) - model.begin(x);
  if (const int by = differ(count, model.end(y) - model.begin(y)); by != 0) return by;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto& holders = model.problem.holders;
    if (const int by = differ(holders[model.begin(x) + i], holders[model.begin(y) + i]); by != 0) return by;
  }
  return 0;
}

TargetSearch::TargetSearch(const Model& model, const Choices& choices, std::uint64_t steps)
    : model_(model), choices_(choices), steps_(steps), current_(model.entries), forced_(model.entries) {
  for (std::uint32_t e = 0; e < model.entries; ++e) order_.push_back(e);
  std::sort(order_.begin(), order_.end(), [&](std::uint32_t x, std::uint32_t y) {
    if (model.leads[0][x] != model.leads[0][y]) return model.leads[0][x] > model.leads[0][y];
    const int order = alike_order(model, x, y);
    return order != 0 ? order < 0 : x < y;
  });
  for (std::uint32_t i = 0; i < model.entries; ++i) {
    like_previous_.push_back(i > 0 && alike_order(model, order_[i - 1], order_[i]) == 0 ? 1 : 0);
  }
  least_cost_.resize(model.entries + 1);
  rest_load_.resize(std::size_t{model.entries + 1} * model.limits);
  least_moves_.resize(model.entries + 1);
  for (std::uint32_t i = model.entries; i-- > 0;) {
    const std::uint32_t e = order_[i];
    const auto& list = choices.of_entry(e);
    const auto first = std::find_if(list.begin(), list.end(), [](const auto& choice) { return choice.final; });
    const bool any = first != list.end();
    least_cost_[i] = least_cost_[i + 1] + (any ? first->cost : 0);
    least_moves_[i] = least_moves_[i + 1] + (any ? first->moves : 0);
    forced_[e] = !any || first->moves > 0 ? 1 : 0;
    for (std::uint32_t r = 0; r < model.limits; ++r) {
      rest_load_[i * model.limits + r] = rest_load_[(i + 1) * model.limits + r] + model.leads[r][e] +
                                         model.follows[r][e] * (model.end(e) - model.begin(e) - 1);
    }
  }
  for (std::uint32_t s = 0; s < model.slots; ++s) {
    const std::uint32_t e = model.entry_of[s];
    if (forced_[e] == 0 && !model.is_pinned(e) && sure_load(model, e) > 0) leaving_order_.emplace_back(s, e);
  }
  std::stable_sort(leaving_order_.begin(), leaving_order_.end(), [&](const auto& a, const auto& b) {
    const auto cost = [&](std::uint32_t e) { return model.problem.bytes[e] + model.problem.per_move; };
    return U128{cost(a.second)} * sure_load(model, b.second) < U128{cost(b.second)} * sure_load(model, a.second);
  });
  count_zones();
  depth_of_.resize(model.entries);
  for (std::uint32_t i = 0; i < model.entries; ++i) depth_of_[order_[i]] = i;
}

void TargetSearch::count_zones() {
  zone_of_.assign(model_.nodes, 0);
  if (model_.problem.zones_distinct) {
    std::vector<std::uint32_t> known;
    for (std::uint32_t n = 0; n < model_.nodes; ++n) {
      const auto at = std::find(known.begin(), known.end(), model_.zone[n]);
      zone_of_[n] = static_cast<std::uint32_t>(at - known.begin());
      if (model_.drained[n] != 0) {
        zone_of_[n] = kNone;
      } else if (at == known.end()) {
        known.push_back(model_.zone[n]);
      }
    }
    zones_ = static_cast<std::uint32_t>(known.size());
  }
  rest_in_.resize(std::size_t{model_.entries + 1} * model_.limits * (zones_ + 1));
  const auto at = [&](std::uint32_t depth, std::uint32_t limit, std::uint32_t zones) -> std::uint64_t& {
    return rest_in_[(depth * model_.limits + limit) * (zones_ + 1) + zones];
  };
  for (std::uint32_t i = model_.entries; i-- > 0;) {
    const std::uint32_t e = order_[i], replicas = model_.end(e) - model_.begin(e);
    for (std::uint32_t r = 0; r < model_.limits; ++r) {
      for (std::uint32_t zones = 1; zones < zones_; ++zones) {
        const std::uint32_t inside = replicas + zones > zones_ ? replicas + zones - zones_ : 0;
        at(i, r, zones) = at(i + 1, r, zones) + inside * std::min(model_.leads[r][e], model_.follows[r][e]);
      }
      at(i, r, zones_) = rest_load_[i * model_.limits + r];
    }
  }
}

/// By how much the rest is above the room of all nodes, or above that of any zones into which it has to go.
std::uint64_t TargetSearch::beyond_room(std::uint32_t depth, std::uint32_t limit) const {
  std::uint64_t room[64] = {};
  for (std::uint32_t n = 0; n < model_.nodes; ++n) {
    const std::uint64_t load = load_[limit * model_.nodes + n], most = model_.shares[limit].most[n];
    if (load < most && zone_of_[n] != kNone) room[zone_of_[n]] += most - load;
  }
  std::sort(room, room + zones_);
  std::uint64_t together = 0, beyond = 0;
  for (std::uint32_t zones = 1; zones <= zones_; ++zones) {
    together += room[zones - 1];
    const std::uint64_t rest = rest_in_[(depth * model_.limits + limit) * (zones_ + 1) + zones];
    if (rest > together) beyond = std::max(beyond, rest - together);
  }
  return beyond;
}

void TargetSearch::start() {
  load_.assign(std::size_t{model_.limits} * model_.nodes, 0);
  used_.assign(model_.nodes, 0);
  home_.assign(model_.nodes, 0);
  for (const auto& [slot, entry] : leaving_order_) home_[model_.problem.holders[slot]] += sure_load(model_, entry);
  for (std::uint32_t e = 0; e < model_.entries; ++e) {  // pinned ones never leave
    if (!model_.is_pinned(e)) continue;
    for (std::uint32_t s = model_.begin(e); s < model_.end(e); ++s) {
      home_[model_.problem.holders[s]] += sure_load(model_, e);
    }
  }
}

void TargetSearch::begin_with(const Chosen& known) {
  start();
  std::uint64_t cost = 0;
  std::uint32_t moves = 0;
  for (std::uint32_t e = 0; e < model_.entries; ++e) {
    const Choices::Choice& choice = choices_.of_entry(e)[known[e]];
    put(e, choice, true);
    cost += choice.cost;
    moves += choice.moves;
  }
  best_ = {excess_below(model_.entries), cost, 0, moves};
  chosen_ = known;
  found_ = true;
}

void TargetSearch::run() {
  for (std::uint32_t e = 0; e < model_.entries; ++e) {
    const auto& list = choices_.of_entry(e);
    if (std::any_of(list.begin(), list.end(), [](const auto& choice) { return choice.final; })) continue;
    complete_ = true;
    return;
  }
  mode_ = Mode::kExcess;
  if (!found_) best_ = {kUnlimited, kUnlimited, 0, kNone};
  start();
  bool all = descend(0, 0, 0);
  if (found_ && all) {
    mode_ = Mode::kCost;
    start();
    all = descend(0, 0, 0);
  }
  complete_ = all && steps_ > 0;
}

void TargetSearch::put(std::uint32_t entry, const Choices::Choice& choice, bool add) {
  for (const std::uint32_t node : choice.on) {
    for (std::uint32_t r = 0; r < model_.limits; ++r) {
      const std::uint64_t load = Choices::load(model_, r, entry, choice, node);
      load_[r * model_.nodes + node] += add ? load : ~load + 1;
    }
    used_[node] += add ? model_.problem.bytes[entry] : ~model_.problem.bytes[entry] + 1;
  }
  if (forced_[entry] != 0) return;
  const std::uint64_t home = sure_load(model_, entry);
  for (std::uint32_t s = model_.begin(entry); s < model_.end(entry); ++s) {
    home_[model_.problem.holders[s]] += add ? ~home + 1 : home;
  }
}

bool TargetSearch::fits(std::uint32_t entry, const Choices::Choice& choice) const {
  return std::all_of(choice.on.begin(), choice.on.end(), [&](std::uint32_t node) {
    return model_.disk[node] == kUnlimited || used_[node] + model_.problem.bytes[entry] <= model_.disk[node];
  });
}

std::uint64_t TargetSearch::decided_excess() const {
  std::uint64_t sum = 0;
  for (std::uint32_t r = 0; r < model_.limits; ++r) {
    for (std::uint32_t n = 0; n < model_.nodes; ++n) {
      const std::uint64_t load = load_[r * model_.nodes + n], most = model_.shares[r].most[n];
      if (load > most) sum += model_.weight[r] * (load - most);
    }
  }
  return sum;
}

/// The least excess of all placements below: what is decided, and for each limit the greater of what the rest is above all
/// room together, what each entry of the rest adds at its best choice, and what cannot be filled up.
std::uint64_t TargetSearch::excess_below(std::uint32_t depth) const {
  std::uint64_t sum = decided_excess(), by_room = 0, by_entry = 0, below = 0;
  for (std::uint32_t r = 0; r < model_.limits; ++r) {
    std::uint64_t missing = 0;
    const Share& share = model_.shares[r];
    for (std::uint32_t n = 0; n < model_.nodes; ++n) {
      const std::uint64_t load = load_[r * model_.nodes + n];
      if (load < share.least[n]) missing += share.least[n] - load;
    }
    const std::uint64_t rest = rest_load_[depth * model_.limits + r];
    by_room += model_.weight[r] * beyond_room(depth, r);
    if (missing > rest) below += model_.weight[r] * (missing - rest);
  }
  for (std::uint32_t i = depth; i < model_.entries; ++i) {
    const std::uint32_t e = order_[i];
    std::uint64_t least = kUnlimited;
    for (const Choices::Choice& choice : choices_.of_entry(e)) {
      if (!choice.final || !fits(e, choice)) continue;
      std::uint64_t more = 0;
      for (const std::uint32_t n : choice.on) {
        for (std::uint32_t r = 0; r < model_.limits; ++r) {
          const std::uint64_t load = load_[r * model_.nodes + n], most = model_.shares[r].most[n];
          const std::uint64_t after = load + Choices::load(model_, r, e, choice, n);
          if (after > most) more += model_.weight[r] * (after - std::max(load, most));
        }
      }
      least = std::min(least, more);
      if (least == 0) break;
    }
    if (least == kUnlimited) return kUnlimited;
    by_entry += least;
  }
  return sum + std::max(by_room, by_entry) + below;
}

/// What has to be moved besides what is decided and forced, so that no more than the best excess remains: of the entries
/// that may stay, the cheapest for their load, the last one in part.
std::uint64_t TargetSearch::leaving_cost(std::uint32_t depth) const {
  std::uint64_t total = 0, sum = 0;
  std::uint64_t need[64] = {};
  for (std::uint32_t n = 0; n < model_.nodes; ++n) {
    const std::uint64_t load = load_[n] + home_[n], most = model_.shares[0].most[n];
    need[n] = load > most ? load - most : 0;
    total += need[n];
  }
  const std::uint64_t left_over = best_.excess / model_.weight[0];
  if (total <= left_over) return 0;
  total -= left_over;
  for (const auto& [slot, e] : leaving_order_) {
    std::uint64_t& here = need[model_.problem.holders[slot]];
    if (here == 0 || depth_of_[e] < depth) continue;
    const std::uint64_t load = sure_load(model_, e), take = std::min({load, here, total});
    sum += part_of(model_.problem.bytes[e] + model_.problem.per_move, take, load);
    here -= take;
    total -= take;
    if (total == 0) return sum;
  }
  return sum;
}

bool TargetSearch::hopeless(std::uint32_t depth, std::uint64_t cost, std::uint32_t moves) const {
  const std::uint64_t excess = excess_below(depth);
  if (mode_ == Mode::kExcess) return excess >= best_.excess;
  if (excess > best_.excess) return true;
  std::uint64_t least = cost + least_cost_[depth];
  const std::uint32_t least_moves = moves + least_moves_[depth];
  const auto beyond = [&] {
    if (least != best_.cost) return least > best_.cost;
    return mode_ == Mode::kAll ? least_moves > best_.moves : least_moves >= best_.moves;
  };
  if (beyond()) return true;
  least += leaving_cost(depth);
  return beyond();
}

bool TargetSearch::leaf(std::uint64_t cost, std::uint32_t moves) {
  if (mode_ == Mode::kAll) return visit_(context_, current_);
  // At a leaf, hopeless() has looked at the exact excess: it is better or, in the second search, good enough.
  found_ = true;
  if (mode_ == Mode::kExcess) best_.excess = excess_below(model_.entries);
  best_.cost = cost;
  best_.moves = moves;
  chosen_ = current_;
  return true;
}

/// False ends the search.
bool TargetSearch::descend(std::uint32_t depth, std::uint64_t cost, std::uint32_t moves) {
  if (steps_ == 0) return false;
  --steps_;
  if (hopeless(depth, cost, moves)) return true;
  if (depth == model_.entries) return leaf(cost, moves);
  const std::uint32_t entry = order_[depth];
  const auto& list = choices_.of_entry(entry);
  // Of entries that are alike, a later one has no earlier choice: the same ends need not be looked at again.
  const std::uint32_t first = like_previous_[depth] != 0 ? current_[order_[depth - 1]] : 0;
  for (std::uint32_t i = first; i < list.size(); ++i) {
    if (!list[i].final || !fits(entry, list[i])) continue;
    current_[entry] = i;
    put(entry, list[i], true);
    const bool go_on = descend(depth + 1, cost + list[i].cost, moves + list[i].moves);
    put(entry, list[i], false);
    if (!go_on) return false;
  }
  return true;
}

}  // namespace reshard::rebalance
