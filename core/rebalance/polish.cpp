// Small changes to a placement: a copy goes elsewhere, two change places, one makes room for another.
#include <algorithm>

#include "core/rebalance/builder.h"

namespace reshard::rebalance {
namespace {

constexpr std::size_t kMostTargets = 32;
constexpr std::size_t kAllPartners = 48;  // a node with more slots is searched for fitting loads only

bool spend(std::uint64_t& steps, std::uint64_t amount) {
  steps -= std::min(steps, amount);
  return steps > 0;
}

}  // namespace

bool Builder::Delta::operator<(const Delta& other) const {
  if (disk != other.disk) return disk < other.disk;
  if (excess != other.excess) return excess < other.excess;
  return cost < other.cost;
}

/// What it costs that the slot is there; kNone: on any node that is no home of its entry.
std::uint64_t Builder::cost_at(std::uint32_t slot, std::uint32_t node) const {
  const std::uint32_t entry = model_.entry_of[slot];
  if (node != kNone && (node == model_.problem.holders[slot] || place_.was_home(entry, node))) return 0;
  return model_.problem.bytes[entry] + model_.problem.per_move;
}

/// Carries the changes out, looks, and takes them back.
Builder::Delta Builder::delta_of(const Change* changes, std::size_t count) {
  std::uint32_t nodes[6], before[3];
  std::size_t affected = 0;
  const auto touch = [&](std::uint32_t node) {
    if (std::find(nodes, nodes + affected, node) == nodes + affected) nodes[affected++] = node;
  };
  Delta delta;
  for (std::size_t i = 0; i < count; ++i) {
    before[i] = place_.at(changes[i].slot);
    touch(before[i]);
    touch(changes[i].to);
    delta.cost += static_cast<std::int64_t>(cost_at(changes[i].slot, changes[i].to)) -
                  static_cast<std::int64_t>(cost_at(changes[i].slot, before[i]));
  }
  const auto add = [&](std::int64_t sign) {
    for (std::size_t i = 0; i < affected; ++i) {
      const std::uint64_t used = place_.used(nodes[i]), disk = model_.disk[nodes[i]];
      delta.disk += used > disk ? sign * static_cast<std::int64_t>(used - disk) : 0;
      delta.excess += sign * static_cast<std::int64_t>(place_.excess_of(nodes[i]));
    }
  };
  add(-1);
  for (std::size_t i = 0; i < count; ++i) place_.move(changes[i].slot, changes[i].to);
  add(1);
  for (std::size_t i = count; i-- > 0;) place_.move(changes[i].slot, before[i]);
  return delta;
}

void Builder::consider(const Change* changes, std::size_t count) {
  const Delta delta = delta_of(changes, count);
  if (!(delta < best_)) return;
  best_ = delta;
  best_count_ = count;
  std::copy(changes, changes + count, best_changes_);
}

bool Builder::apply_best() {
  if (!(best_ < Delta{})) return false;
  for (std::size_t i = 0; i < best_count_; ++i) {
    for (const std::uint32_t node : {place_.at(best_changes_[i].slot), best_changes_[i].to}) by_load_[node].clear();
    put(best_changes_[i].slot, best_changes_[i].to);
  }
  return true;
}

void Builder::sort_loads(std::uint32_t node) {
  auto& list = by_load_[node];
  if (!list.empty()) return;
  list = on_[node];
  std::sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::uint64_t x = place_.load_of(0, a), y = place_.load_of(0, b);
    return x != y ? x < y : a < b;
  });
}

/// The slots of a node that may change places with this one: all of a few, else those with which the loads fit best.
void Builder::partners(std::uint32_t slot, std::uint32_t node) {
  partners_.clear();
  if (on_[node].size() <= kAllPartners) {
    partners_ = on_[node];
    return;
  }
  sort_loads(node);
  const auto& list = by_load_[node];
  const std::uint64_t load = place_.load_of(0, slot), from = place_.load(0, place_.at(slot));
  const std::uint64_t over = from - std::min(from, model_.shares[0].most[place_.at(slot)]);
  const std::uint64_t there = place_.load(0, node), most = model_.shares[0].most[node];
  const std::uint64_t room = most - std::min(most, there);
  for (const std::uint64_t wanted : {load - std::min(load, over), load - std::min(load, room)}) {
    auto at = std::lower_bound(list.begin(), list.end(), wanted,
                               [&](std::uint32_t s, std::uint64_t value) { return place_.load_of(0, s) < value; });
    at -= std::min<std::ptrdiff_t>(at - list.begin(), 2);
    for (int i = 0; i < 4 && at != list.end(); ++i, ++at) partners_.push_back(*at);
  }
}

/// The slot goes there, and the other one from there to any third node.
void Builder::with_room_made(std::uint32_t slot, std::uint32_t to, std::uint32_t leaves) {
  for (std::uint32_t third = 0; third < model_.nodes; ++third) {
    if (third == to || third == place_.at(slot) || !place_.allowed(leaves, third)) continue;
    const Change changes[] = {{leaves, third}, {slot, to}};
    consider(changes, 2);
  }
}

/// The nodes that may take something over: all of a few, else those with most room and some others.
void Builder::choose_targets(std::uint32_t node) {
  targets_.clear();
  std::vector<std::pair<double, std::uint32_t>> order;
  for (std::uint32_t n = 0; n < model_.nodes; ++n) {
    if (n == node || model_.drained[n] != 0) continue;
    const auto most = static_cast<double>(std::max<std::uint64_t>(model_.shares[0].most[n], 1));
    order.emplace_back(static_cast<double>(place_.load(0, n)) / most, n);
  }
  std::sort(order.begin(), order.end());
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i < kMostTargets || random_.below(order.size()) < kMostTargets) targets_.push_back(order[i].second);
  }
}

bool Builder::relieve_node(std::uint32_t node, bool chains, std::uint64_t& steps) {
  best_ = {};
  const std::vector<std::uint32_t> here = on_[node];
  choose_targets(node);
  for (const std::uint32_t slot : here) {
    for (const std::uint32_t to : targets_) {
      if (steps == 0 || !place_.allowed(slot, to)) continue;
      const Change shift{slot, to};
      consider(&shift, 1);
      partners(slot, to);
      spend(steps, 1 + partners_.size() * (chains ? model_.nodes : 1));
      for (const std::uint32_t other : std::vector<std::uint32_t>(partners_)) {
        if (model_.entry_of[other] == model_.entry_of[slot]) continue;
        if (place_.allowed(other, node)) {
          const Change swap[] = {{slot, to}, {other, node}};
          consider(swap, 2);
        }
        if (chains) with_room_made(slot, to, other);
      }
    }
  }
  return apply_best();
}

/// Takes excess off the node that has most, until no small change does.
bool Builder::relieve(std::uint64_t& steps) {
  bool any = false;
  std::vector<std::uint8_t> tried(model_.nodes);
  const bool few = model_.slots * std::size_t{model_.nodes} <= 20'000;
  while (steps > 0) {
    std::uint32_t worst = kNone;
    std::uint64_t most = 0;
    for (std::uint32_t n = 0; n < model_.nodes; ++n) {
      const std::uint64_t used = place_.used(n), disk = model_.disk[n];
      const std::uint64_t excess = place_.excess_of(n) + (used > disk ? used - disk : 0);
      if (tried[n] != 0 || excess <= most) continue;
      most = excess;
      worst = n;
    }
    if (worst == kNone) break;
    if (fill(worst) || relieve_node(worst, false, steps) || (few && relieve_node(worst, true, steps))) {
      any = true;
      std::fill(tried.begin(), tried.end(), 0);
    } else {
      tried[worst] = 1;
    }
  }
  return any;
}

/// A copy that was moved goes home, and if need be a cheaper one leaves there instead.
bool Builder::exchange(std::uint64_t& steps) {
  bool any = false;
  for (std::uint32_t slot = 0; slot < model_.slots && steps > 0; ++slot) {
    if (cost_at(slot, place_.at(slot)) == 0) continue;
    best_ = {};
    for (std::uint32_t s = model_.begin(model_.entry_of[slot]); s < model_.end(model_.entry_of[slot]); ++s) {
      const std::uint32_t home = model_.problem.holders[s];
      if (!place_.allowed(slot, home)) continue;
      const Change back{slot, home};
      consider(&back, 1);
      for (const std::uint32_t other : std::vector<std::uint32_t>(on_[home])) {
        if (model_.entry_of[other] == model_.entry_of[slot]) continue;
        const std::uint64_t more = cost_at(other, kNone) - cost_at(other, home);
        if (more >= cost_at(slot, place_.at(slot)) && place_.excess_of(home) == 0) continue;
        if (!spend(steps, model_.nodes)) break;
        if (place_.allowed(other, place_.at(slot))) {
          const Change swap[] = {{slot, home}, {other, place_.at(slot)}};
          consider(swap, 2);
        }
        with_room_made(slot, home, other);
      }
    }
    any |= apply_best();
  }
  return any;
}

/// What came to a node goes home, and the cheapest that is enough for its lower limits comes instead. False: that is no
/// better, and nothing has changed.
bool Builder::refill_node(std::uint32_t node) {
  journal_.clear();
  journaling_ = true;
  const std::uint64_t before = place_.excess();
  std::int64_t cost = 0;
  for (const std::uint32_t slot : std::vector<std::uint32_t>(on_[node])) {
    const std::uint32_t home = model_.problem.holders[slot];
    if (cost_at(slot, node) == 0 || !fits(slot, home)) continue;
    put(slot, home);
  }
  for (int i = 0; i < 8 && !journal_.empty() && fill(node); ++i) {}
  journaling_ = false;
  // Backwards, so that a slot that has moved twice is seen at each of its places.
  std::vector<Change> back(journal_.rbegin(), journal_.rend());
  std::vector<Change> last;
  for (const Change& change : back) {
    const auto same = [&](const Change& other) { return other.slot == change.slot; };
    const auto at = std::find_if(last.begin(), last.end(), same);
    if (at == last.end()) {
      last.push_back(change);
    } else {
      at->to = change.to;  // where it was first
    }
  }
  for (const Change& change : last) {
    cost += static_cast<std::int64_t>(cost_at(change.slot, place_.at(change.slot))) -
            static_cast<std::int64_t>(cost_at(change.slot, change.to));
  }
  const std::uint64_t after = place_.excess();
  if (after < before || (after == before && cost < 0)) return true;
  for (const Change& change : back) put(change.slot, change.to);
  return false;
}

/// Where there are lower limits: every node once more with what is the cheapest for it now.
bool Builder::refill(std::uint64_t& steps) {
  bool any = false;
  for (std::uint32_t n = 0; n < model_.nodes && steps > 0; ++n) {
    const bool wanted =
        std::any_of(model_.shares.begin(), model_.shares.end(), [&](const Share& share) { return share.least[n] > 0; });
    if (!wanted) continue;
    const std::uint64_t before = work_;
    any |= refill_node(n);
    spend(steps, work_ - before);
    work_ = before;
  }
  return any;
}

void Builder::polish(std::uint64_t& steps) {
  by_load_.assign(model_.nodes, {});
  for (int i = 0; i < 1000 && steps > 0; ++i) {
    bool any = pass_leadership();
    any |= relieve(steps);
    any |= exchange(steps);
    any |= refill(steps);
    if (!any) break;
  }
}

}  // namespace reshard::rebalance
