#include "core/rebalance/builder.h"

#include <algorithm>
#include <limits>

#include "core/rebalance/bounds.h"

namespace reshard::rebalance {
namespace {

constexpr std::uint64_t kKnapsackStates = 400'000, kNoisyStates = 30'000;  // for a node
constexpr std::uint32_t kLooksAStep = 16;                                  // at nodes with most room
constexpr int kMostRounds = 40;
constexpr double kSurely = 1 + 1e-9;  // more than rounding makes of a product

}  // namespace

Builder::Builder(const Model& model, std::uint64_t seed)
    : model_(model),
      random_(seed),
      place_(model),
      on_(model.nodes),
      position_(model.slots),
      queued_(model.slots),
      stuck_(model.slots) {
  for (const std::uint64_t most : model.shares[0].most) {
    by_most_.push_back(1 / static_cast<double>(std::max<std::uint64_t>(most, 1)));
  }
}

void Builder::reset() {
  place_.reset();
  place_.force();
  for (auto& list : on_) list.clear();
  for (std::uint32_t s = 0; s < model_.slots; ++s) {
    auto& list = on_[place_.at(s)];
    position_[s] = static_cast<std::uint32_t>(list.size());
    list.push_back(s);
  }
  std::fill(queued_.begin(), queued_.end(), 0);
  std::fill(stuck_.begin(), stuck_.end(), 0);
}

void Builder::put(std::uint32_t slot, std::uint32_t to) {
  if (journaling_) journal_.push_back({slot, place_.at(slot)});
  auto& from = on_[place_.at(slot)];
  const std::uint32_t last = from.back();
  from[position_[slot]] = last;
  position_[last] = position_[slot];
  from.pop_back();
  position_[slot] = static_cast<std::uint32_t>(on_[to].size());
  on_[to].push_back(slot);
  place_.move(slot, to);
}

bool Builder::is_over(std::uint32_t node) const {
  for (std::uint32_t r = 0; r < model_.limits; ++r) {
    if (place_.load(r, node) > model_.shares[r].most[node]) return true;
  }
  return place_.used(node) > model_.disk[node];
}

/// Whether the slot may go there and the node stays within its limits and its disk.
bool Builder::fits(std::uint32_t slot, std::uint32_t to) const {
  if (!place_.has_room(slot, to)) return false;
  for (std::uint32_t r = 0; r < model_.limits; ++r) {
    if (place_.load(r, to) + place_.load_of(r, slot) > model_.shares[r].most[to]) return false;
  }
  return place_.allowed(slot, to);
}

bool Builder::must_leave(std::uint32_t slot) const {
  const std::uint32_t node = place_.at(slot), entry = model_.entry_of[slot];
  if (model_.is_settled(slot)) return false;
  if (model_.drained[node] != 0) return true;
  if (!model_.problem.zones_distinct) return false;
  for (std::uint32_t s = model_.begin(entry); s < model_.end(entry); ++s) {
    if (s >= slot && model_.forced_target(s) == kNone) continue;
    if (model_.zone[place_.at(s)] == model_.zone[node]) return true;
  }
  return false;
}

/// What the plan costs more if the slot leaves its node. Noise makes some look dearer than they are.
std::uint64_t Builder::cost_of_leaving(std::uint32_t slot) const {
  return cost_at(slot, kNone) - cost_at(slot, place_.at(slot));
}

void Builder::take_out(const std::vector<Item>& items, const std::vector<std::uint32_t>& slots, std::uint64_t need) {
  std::uint64_t all = 0;
  for (const Item& item : items) all += item.load;
  const Leaving leaving = cheapest_leaving(items, std::min(need, all), noise_ == 0 ? kKnapsackStates : kNoisyStates);
  work_ += items.size() + leaving.work;
  for (const std::uint32_t i : leaving.indices) {
    queued_[slots[i]] = 1;
    queue_.push_back(slots[i]);
  }
}

void Builder::shed_limit(std::uint32_t node, std::uint32_t limit) {
  std::uint64_t load = place_.load(limit, node);
  std::vector<Item> items;
  std::vector<std::uint32_t> slots;
  for (const std::uint32_t s : on_[node]) {
    if (queued_[s] != 0) {
      load -= place_.load_of(limit, s);
      continue;
    }
    if (model_.is_settled(s) || stuck_[s] != 0) continue;
    std::uint64_t cost = cost_of_leaving(s);
    if (noise_ > 0) cost += cost / 100 * random_.below(noise_ + 1);
    items.push_back({cost, place_.load_of(limit, s)});
    slots.push_back(s);
  }
  const std::uint64_t most = model_.shares[limit].most[node];
  if (load > most) take_out(items, slots, load - most);
}

void Builder::shed_disk(std::uint32_t node) {
  if (place_.used(node) <= model_.disk[node]) return;
  std::uint64_t used = place_.used(node);
  std::vector<Item> items;
  std::vector<std::uint32_t> slots;
  for (const std::uint32_t s : on_[node]) {
    if (queued_[s] != 0) {
      used -= model_.bytes_of(s);
    } else if (!model_.is_settled(s) && stuck_[s] == 0) {
      items.push_back({cost_of_leaving(s), model_.bytes_of(s)});
      slots.push_back(s);
    }
  }
  if (used > model_.disk[node]) take_out(items, slots, used - model_.disk[node]);
}

void Builder::set_prices(std::uint32_t limit, std::vector<std::uint64_t> prices) {
  priced_limit_ = limit;
  prices_ = std::move(prices);
}

/// What is worth more than it costs, the cheapest first, as long as the node can spare it; and what its limit asks for
/// beyond that.
void Builder::shed_priced(std::uint32_t node) {
  const Share& share = model_.shares[priced_limit_];
  std::uint64_t load = place_.load(priced_limit_, node);
  const auto worth = [&](std::uint32_t s) {
    return static_cast<std::uint64_t>(U128{prices_[node]} * place_.load_of(priced_limit_, s) >> kPriceBits);
  };
  std::vector<std::pair<std::uint64_t, std::uint32_t>> gains;  // what it costs of its worth, in 2^-20
  std::vector<Item> items;
  std::vector<std::uint32_t> slots;
  for (const std::uint32_t s : on_[node]) {
    if (queued_[s] != 0) load -= place_.load_of(priced_limit_, s);
    if (queued_[s] != 0 || model_.is_settled(s) || stuck_[s] != 0) continue;
    std::uint64_t cost = cost_of_leaving(s);
    if (noise_ > 0) cost += cost / 100 * random_.below(noise_ + 1);
    if (worth(s) > cost) {
      gains.emplace_back(static_cast<std::uint64_t>((U128{cost} << kPriceBits) / worth(s)), s);
    } else {
      items.push_back({cost - worth(s), place_.load_of(priced_limit_, s)});
      slots.push_back(s);
    }
  }
  std::sort(gains.begin(), gains.end());
  for (const auto& [part, s] : gains) {
    if (load < share.least[node] + place_.load_of(priced_limit_, s)) continue;
    load -= place_.load_of(priced_limit_, s);
    queued_[s] = 1;
    queue_.push_back(s);
  }
  if (load > share.most[node]) take_out(items, slots, load - share.most[node]);
}

void Builder::shed(std::uint32_t node) {
  if (model_.drained[node] != 0 || (!priced_ && !is_over(node))) return;
  std::sort(on_[node].begin(), on_[node].end());
  for (std::uint32_t i = 0; i < on_[node].size(); ++i) position_[on_[node][i]] = i;
  shed_disk(node);
  if (priced_) shed_priced(node);
  for (std::uint32_t r = 0; r < model_.limits; ++r) shed_limit(node, r);
}

std::uint64_t Builder::added_excess(std::uint32_t slot, std::uint32_t to) const {
  std::uint64_t more = 0;
  for (std::uint32_t r = 0; r < model_.limits; ++r) {
    const std::uint64_t load = place_.load(r, to), most = model_.shares[r].most[to];
    const std::uint64_t after = load + place_.load_of(r, slot);
    if (after > most) more += model_.weight[r] * (after - std::max(load, most));
  }
  return more;
}

std::uint64_t Builder::freed_excess(std::uint32_t slot) const {
  std::uint64_t freed = 0;
  const std::uint32_t from = place_.at(slot);
  for (std::uint32_t r = 0; r < model_.limits; ++r) {
    const std::uint64_t load = place_.load(r, from), most = model_.shares[r].most[from];
    if (load > most) freed += model_.weight[r] * std::min(load - most, place_.load_of(r, slot));
  }
  return freed;
}

/// Where the least excess is added, and of these the node that will be the least busy for its capacity.
Builder::Spot Builder::best_spot(std::uint32_t slot) {
  Spot best;
  double busy = 0, sure = std::numeric_limits<double>::infinity();
  const std::uint64_t own = place_.load_of(0, slot);
  for (std::uint32_t n = 0; n < model_.nodes; ++n) {
    // Most nodes are busier, which a look at one product shows.
    const auto after = static_cast<double>(static_cast<std::int64_t>(place_.load(0, n) + own));
    if (after * by_most_[n] > sure) continue;
    if (model_.drained[n] != 0 || n == place_.at(slot) || !place_.has_room(slot, n)) continue;
    const std::uint64_t excess = added_excess(slot, n);
    if (best.node != kNone && excess > best.excess) continue;
    double share = 0;
    for (std::uint32_t r = 0; r < model_.limits; ++r) {
      const auto load = static_cast<double>(place_.load(r, n) + place_.load_of(r, slot));
      share = std::max(share, load / static_cast<double>(std::max<std::uint64_t>(model_.shares[r].most[n], 1)));
    }
    if (noise_ > 0) share *= 1 + static_cast<double>(random_.below(noise_ + 1)) / 100;
    if (best.node != kNone && excess == best.excess && share >= busy) continue;
    if (!place_.allowed(slot, n)) continue;
    best = {n, excess};
    busy = share;
    if (excess == 0 && noise_ == 0) sure = busy * kSurely;
  }
  return best;
}

/// Takes out what has to leave, and places it. False: nothing changed.
bool Builder::round() {
  queue_.clear();
  work_ += model_.slots;
  for (std::uint32_t s = 0; s < model_.slots; ++s) {
    if (!must_leave(s)) continue;
    queued_[s] = 1;
    queue_.push_back(s);
  }
  for (std::uint32_t n = 0; n < model_.nodes; ++n) shed(n);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> order;
  for (const std::uint32_t s : queue_) {
    std::uint64_t size = 0;
    for (std::uint32_t r = 0; r < model_.limits; ++r) size += model_.weight[r] * place_.load_of(r, s);
    if (noise_ > 0) size += size / 100 * random_.below(noise_ + 1);
    order.emplace_back(~size, s);
  }
  std::sort(order.begin(), order.end());
  bool changed = false;
  for (const auto& [size, slot] : order) {
    queued_[slot] = 0;
    work_ += 1 + model_.nodes / kLooksAStep;
    const Spot spot = best_spot(slot);
    const bool gives = priced_ && spot.excess == 0;  // the node where it goes is among those that miss most
    if (spot.node == kNone || (!must_leave(slot) && !gives && spot.excess >= freed_excess(slot))) {
      changed |= stuck_[slot] == 0;
      stuck_[slot] = 1;
      continue;
    }
    put(slot, spot.node);
    changed = true;
  }
  return changed;
}

/// Everything home again where the limits allow it, the dearest first.
void Builder::undo() {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> moved;
  for (std::uint32_t s = 0; s < model_.slots; ++s) {
    if (place_.at(s) != model_.problem.holders[s]) moved.emplace_back(~model_.bytes_of(s), s);
  }
  std::sort(moved.begin(), moved.end());
  for (const auto& [size, slot] : moved) {
    const std::uint32_t home = model_.problem.holders[slot], there = place_.at(slot);
    if (!fits(slot, home)) continue;
    const std::uint64_t before = place_.excess_of(home) + place_.excess_of(there);
    put(slot, home);
    if (place_.excess_of(home) + place_.excess_of(there) > before) put(slot, there);
  }
}

/// Leadership costs no bytes: it passes to where that leaves less excess.
bool Builder::pass_leadership() {
  bool any = false;
  for (std::uint32_t e = 0; model_.leaders && e < model_.entries; ++e) {
    if (model_.is_pinned(e)) continue;
    const std::uint32_t old = place_.leader(e);
    std::uint32_t best = old;
    std::int64_t gain = 0;
    for (std::uint32_t s = model_.begin(e); s < model_.end(e); ++s) {
      if (s == old || model_.drained[place_.at(s)] != 0) continue;
      const std::uint32_t nodes[] = {place_.at(old), place_.at(s)};
      const std::uint64_t before = place_.excess_of(nodes[0]) + place_.excess_of(nodes[1]);
      place_.lead(s);
      const std::uint64_t after = place_.excess_of(nodes[0]) + place_.excess_of(nodes[1]);
      place_.lead(old);
      if (static_cast<std::int64_t>(before - after) <= gain) continue;
      gain = static_cast<std::int64_t>(before - after);
      best = s;
    }
    if (best == old) continue;
    place_.lead(best);
    any = true;
  }
  return any;
}

/// The cheapest entries of nodes that can spare them, until this one bears what it has to. False: none came.
bool Builder::fill(std::uint32_t node) {
  bool any = false;
  for (std::uint32_t r = 0; r < model_.limits; ++r) {
    const Share& share = model_.shares[r];
    if (place_.load(r, node) >= share.least[node]) continue;
    const std::uint64_t missing = share.least[node] - place_.load(r, node);
    std::vector<Item> items;
    std::vector<std::uint32_t> slots;
    std::uint64_t all = 0;
    for (std::uint32_t s = 0; s < model_.slots; ++s) {
      const std::uint64_t load = place_.load_of(r, s), there = place_.load(r, place_.at(s));
      if (load == 0 || there < load + share.least[place_.at(s)] || !fits(s, node)) continue;
      items.push_back({cost_of_leaving(s), load});
      slots.push_back(s);
      all += load;
    }
    const Leaving coming = cheapest_leaving(items, std::min(missing, all), kNoisyStates);
    work_ += model_.slots + coming.work;
    for (const std::uint32_t i : coming.indices) {
      const std::uint32_t s = slots[i], from = place_.at(s);
      if (place_.load(r, from) < place_.load_of(r, s) + share.least[from] || !fits(s, node)) continue;
      put(s, node);
      any = true;
    }
  }
  return any;
}

void Builder::fill_up() {
  for (std::uint32_t n = 0; n < model_.nodes; ++n) {
    for (int i = 0; i < 8 && fill(n); ++i) {}
  }
}

void Builder::remember() {
  remembered_.resize(model_.slots);
  for (std::uint32_t s = 0; s < model_.slots; ++s) remembered_[s] = place_.at(s);
  if (!model_.leaders) return;
  remembered_leaders_.resize(model_.entries);
  for (std::uint32_t e = 0; e < model_.entries; ++e) remembered_leaders_[e] = place_.leader(e);
}

void Builder::shake(std::uint32_t copies) {
  for (std::uint32_t s = 0; s < model_.slots; ++s) {
    if (place_.at(s) != remembered_[s]) put(s, remembered_[s]);
  }
  for (std::uint32_t e = 0; model_.leaders && e < model_.entries; ++e) place_.lead(remembered_leaders_[e]);
  for (std::uint32_t i = 0; i < copies && model_.slots > 0; ++i) {
    const auto slot = static_cast<std::uint32_t>(random_.below(model_.slots));
    const auto to = static_cast<std::uint32_t>(random_.below(model_.nodes));
    if (place_.allowed(slot, to) && place_.has_room(slot, to)) put(slot, to);
  }
}

void Builder::run(std::uint32_t noise) {
  noise_ = noise;
  reset();
  pass_leadership();
  priced_ = !prices_.empty();
  for (int i = 0; i < kMostRounds && round(); ++i) priced_ = false;
  priced_ = false;
  fill_up();
  undo();
}

}  // namespace reshard::rebalance
