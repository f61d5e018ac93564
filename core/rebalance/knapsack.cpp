#include "core/rebalance/knapsack.h"

#include <algorithm>
#include <functional>

#include "core/base/uint128.h"
#include "core/rebalance/model.h"

namespace reshard::rebalance {
namespace {

/// floor(a * b / c), for a * b / c below 2^64.
std::uint64_t scaled(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  if ((a | b) < (std::uint64_t{1} << 32)) return a * b / c;
  return static_cast<std::uint64_t>(U128{a} * b / c);
}

/// Whether x is dearer for its load than y.
bool dearer(const Item& x, const Item& y) {
  if ((x.cost | x.load | y.cost | y.load) < (std::uint64_t{1} << 32)) return x.cost * y.load > y.cost * x.load;
  return U128{x.cost} * y.load > U128{y.cost} * x.load;
}

/// Keeps the dearest items whose load stays within a capacity.
class Keeping {
 public:
  Keeping(const std::vector<Item>& items, std::uint64_t capacity, std::uint64_t states)
      : items_(items), capacity_(capacity), states_left_(states) {
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      if (items[i].load > 0) order_.push_back(i);
    }
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (dearer(items[a], items[b])) return true;
      if (dearer(items[b], items[a])) return false;
      return items[a].load != items[b].load ? items[a].load < items[b].load : a < b;
    });
  }

  void run();

  bool exact() const { return exact_; }
  std::uint64_t states_left() const { return states_left_; }
  std::uint64_t bound() const { return bound_; }  ///< of what is kept
  std::vector<std::uint8_t> kept() const;         ///< by item

 private:
  struct State {
    std::uint64_t load, cost;
    std::uint32_t history;
  };
  struct Change {
    std::uint32_t before, position;
  };

  const Item& at(std::uint32_t position) const { return items_[order_[position]]; }
  void grow(std::uint32_t position, bool add);
  void prune();
  bool can_improve(const State& state) const;
  bool matters(std::uint32_t position, bool add) const;
  void greedy_end();

  const std::vector<Item>& items_;
  std::uint64_t capacity_, states_left_;
  std::vector<std::uint32_t> order_;
  std::uint32_t break_ = 0;
  std::uint64_t break_load_ = 0, break_cost_ = 0;
  std::uint32_t low_ = 0, high_ = 0;  // the core: positions low_ to high_ - 1 are decided by states
  std::vector<State> states_, merged_;
  std::vector<Change> changes_;
  std::uint64_t best_ = 0, bound_ = 0;
  std::uint32_t best_history_ = kNone;
  std::uint32_t best_extra_ = kNone, best_without_ = kNone;  // one change to the greedy choice
  bool exact_ = false;
};

/// The greedy choice with one item more, or with one exchanged against the breaking item: a good start.
void Keeping::greedy_end() {
  best_ = break_cost_;
  const std::uint64_t room = capacity_ - break_load_;
  for (std::uint32_t i = break_; i < order_.size(); ++i) {
    if (at(i).load <= room && break_cost_ + at(i).cost > best_) {
      best_ = break_cost_ + at(i).cost;
      best_extra_ = i;
    }
  }
  if (break_ >= order_.size()) return;
  for (std::uint32_t i = 0; i < break_; ++i) {
    if (at(i).load + room < at(break_).load) continue;
    const std::uint64_t cost = break_cost_ - at(i).cost + at(break_).cost;
    if (break_cost_ + at(break_).cost >= at(i).cost && cost > best_) {
      best_ = cost;
      best_extra_ = break_;
      best_without_ = i;
    }
  }
}

bool Keeping::can_improve(const State& state) const {
  if (state.load <= capacity_) {
    if (state.cost > best_) return true;
    if (high_ >= order_.size()) return false;
    return state.cost + scaled(capacity_ - state.load, at(high_).cost, at(high_).load) > best_;
  }
  if (low_ == 0) return false;
  const std::uint64_t loss = scaled(state.load - capacity_, at(low_ - 1).cost, at(low_ - 1).load);
  return state.cost > best_ + loss;
}

/// Whether any set with this change to the greedy choice can be better, judging by the breaking item's price.
bool Keeping::matters(std::uint32_t position, bool add) const {
  const Item& item = at(position);
  const Item& price = at(std::min<std::uint32_t>(break_, static_cast<std::uint32_t>(order_.size()) - 1));
  const std::uint64_t load = add ? break_load_ + item.load : break_load_ - item.load;
  const std::uint64_t cost = add ? break_cost_ + item.cost : break_cost_ - item.cost;
  if (load <= capacity_) return cost + scaled(capacity_ - load, price.cost, price.load) > best_;
  return cost > best_ + scaled(load - capacity_, price.cost, price.load);
}

void Keeping::grow(std::uint32_t position, bool add) {
  if (!matters(position, add)) return;
  const Item& item = at(position);
  merged_.clear();
  std::size_t i = 0, j = 0;
  const auto changed = [&](const State& state) {
    return add ? State{state.load + item.load, state.cost + item.cost, 0}
               : State{state.load - item.load, state.cost - item.cost, 0};
  };
  while (i < states_.size() || j < states_.size()) {
    const bool old = j == states_.size() || (i < states_.size() && states_[i].load <= changed(states_[j]).load);
    State next = old ? states_[i] : changed(states_[j]);
    const std::uint32_t history = states_[old ? i : j].history;
    ++(old ? i : j);
    if (!merged_.empty() && next.cost <= merged_.back().cost) continue;  // as heavy, and not dearer
    if (!merged_.empty() && next.load == merged_.back().load) merged_.pop_back();
    next.history = history;
    if (!old) {
      changes_.push_back({history, position});
      next.history = static_cast<std::uint32_t>(changes_.size() - 1);
    }
    merged_.push_back(next);
  }
  states_.swap(merged_);
  states_left_ -= std::min<std::uint64_t>(states_left_, states_.size());
}

void Keeping::prune() {
  for (const State& state : states_) {
    if (state.load > capacity_ || state.cost <= best_) continue;
    best_ = state.cost;
    best_history_ = state.history;
    best_extra_ = best_without_ = kNone;
  }
  std::erase_if(states_, [&](const State& state) { return !can_improve(state); });
}

void Keeping::run() {
  const auto count = static_cast<std::uint32_t>(order_.size());
  while (break_ < count && at(break_).load <= capacity_ - break_load_) {
    break_load_ += at(break_).load;
    break_cost_ += at(break_++).cost;
  }
  greedy_end();
  bound_ = break_cost_;
  if (break_ == count) {
    exact_ = true;
    return;
  }
  bound_ += scaled(capacity_ - break_load_, at(break_).cost, at(break_).load);
  low_ = high_ = break_;
  states_.push_back({break_load_, break_cost_, kNone});
  while (!states_.empty() && states_left_ > 0 && best_ < bound_ && (low_ > 0 || high_ < count)) {
    if (high_ < count) {
      grow(high_, true);
      ++high_;
      prune();
    }
    if (low_ > 0) {
      grow(low_ - 1, false);
      --low_;
      prune();
    }
  }
  exact_ = states_.empty() || best_ == bound_ || (low_ == 0 && high_ == count);
  if (exact_) bound_ = best_;
}

std::vector<std::uint8_t> Keeping::kept() const {
  std::vector<std::uint8_t> kept(items_.size(), 0);
  for (std::uint32_t i = 0; i < items_.size(); ++i) kept[i] = items_[i].load == 0 ? 1 : 0;
  for (std::uint32_t i = 0; i < break_; ++i) kept[order_[i]] = 1;
  if (best_extra_ != kNone) kept[order_[best_extra_]] = 1;
  if (best_without_ != kNone) kept[order_[best_without_]] = 0;
  for (std::uint32_t at = best_history_; at != kNone; at = changes_[at].before) {
    kept[order_[changes_[at].position]] = changes_[at].position >= break_ ? 1 : 0;
  }
  return kept;
}

}  // namespace

Leaving cheapest_leaving(const std::vector<Item>& items, std::uint64_t need, std::uint64_t states) {
  Leaving leaving;
  std::uint64_t load = 0, cost = 0;
  for (const Item& item : items) {
    load += item.load;
    cost += item.load > 0 ? item.cost : 0;
  }
  leaving.possible = load >= need;
  if (!leaving.possible) return leaving;
  Keeping keeping(items, load - need, states);
  keeping.run();
  leaving.exact = keeping.exact();
  leaving.work = states - keeping.states_left();
  leaving.bound = cost - keeping.bound();
  const auto kept = keeping.kept();
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (kept[i] != 0) continue;
    leaving.indices.push_back(i);
    leaving.cost += items[i].cost;
    leaving.load += items[i].load;
  }
  return leaving;
}

std::uint64_t fractional_leaving(const std::vector<Item>& items, std::uint64_t need) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (items[i].load > 0) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    if (dearer(items[b], items[a])) return true;
    return !dearer(items[a], items[b]) && a < b;
  });
  std::uint64_t cost = 0;
  for (const std::uint32_t i : order) {
    if (need == 0) break;
    const std::uint64_t take = std::min(need, items[i].load);
    cost += scaled(items[i].cost, take, items[i].load);
    need -= take;
  }
  return cost;
}

std::uint32_t fewest_leaving(const std::vector<Item>& items, std::uint64_t need) {
  std::vector<std::uint64_t> loads;
  loads.reserve(items.size());
  for (const Item& item : items) loads.push_back(item.load);
  std::sort(loads.begin(), loads.end(), std::greater<>());
  std::uint32_t count = 0;
  for (const std::uint64_t load : loads) {
    if (need == 0) break;
    need -= std::min(need, load);
    ++count;
  }
  return count;
}

}  // namespace reshard::rebalance
