#include "core/placement/slot_table.h"

#include <algorithm>
#include <numeric>

#include "core/base/check.h"

namespace reshard {

/// Shares ordered so that the one that lacks most (with sign -1: the one with most excess) is at the front; the first
/// among equals.
class SlotTable::Ranking {
 public:
  Ranking(const std::vector<Share>& shares, std::uint32_t but_for, int sign) : shares_(shares), sign_(sign) {
    for (std::uint32_t i = 0; i < shares.size(); ++i) {
      if (i != but_for) heap_.push_back({sign_ * shares_[i].lack(), i});
    }
    std::make_heap(heap_.begin(), heap_.end());
  }

  bool empty() const { return heap_.empty(); }
  std::uint32_t first() const { return heap_.front().share; }

  void drop_first() {
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.pop_back();
  }

  /// Call after the slots of the first one changed.
  void update_first() {
    const std::uint32_t share = first();
    std::pop_heap(heap_.begin(), heap_.end());
    heap_.back() = {sign_ * shares_[share].lack(), share};
    std::push_heap(heap_.begin(), heap_.end());
  }

 private:
  struct Entry {
    double lack;
    std::uint32_t share;
    bool operator<(const Entry& other) const { return lack != other.lack ? lack < other.lack : share > other.share; }
  };

  const std::vector<Share>& shares_;
  int sign_;
  std::vector<Entry> heap_;
};

SlotTable::SlotTable(std::vector<double> costs)
    : costs_(std::move(costs)),
      total_(std::accumulate(costs_.begin(), costs_.end(), 0.0)),
      least_cost_(costs_.empty() ? 1 : *std::min_element(costs_.begin(), costs_.end())),
      owners_(costs_.size(), kNoNode) {}

void SlotTable::begin(std::span<const Node> nodes, NodeId changed, Weights weights, bool others) {
  weigh(nodes, weights);
  count_held();
  changed_ = changed;
  others_ = others;
  next_slot_ = 0;
}

bool SlotTable::step(Budget& budget) {
  if (shares_.empty()) return true;
  if (!listed_ && !deal_free_slots(budget)) return false;  // a listed table has no free slots
  const std::uint32_t share = share_of(changed_);
  changed_ = kNoNode;
  if (share != kNobody && !take(share)) shed(share);
  return true;
}

void SlotTable::move(std::uint64_t first, std::uint64_t last, NodeId to) {
  listed_ = false;
  for (std::uint64_t slot = first; slot <= last && slot < owners_.size(); ++slot) {
    owners_[static_cast<std::size_t>(slot)] = to;
  }
}

void SlotTable::finish() {
  listed_ = false;
  held_ = {};
}

// Computes how much each node should hold.
void SlotTable::weigh(std::span<const Node> nodes, Weights weights) {
  const auto weight = [&](const Node& node) { return weights == Weights::kCount ? node.weight : 1; };
  double sum = 0;
  for (const Node& node : nodes) sum += weight(node);
  shares_.clear();
  std::fill(share_by_id_.begin(), share_by_id_.end(), kNobody);
  for (const Node& node : nodes) {
    if (weight(node) == 0) continue;
    if (share_by_id_.size() <= index_of(node.id)) share_by_id_.resize(index_of(node.id) + 1, kNobody);
    share_by_id_[index_of(node.id)] = static_cast<std::uint32_t>(shares_.size());
    shares_.push_back({node.id, total_ * weight(node) / sum, 0});
  }
}

// Computes how much each node holds. If a node left, some slots are free, and all slots are scanned.
void SlotTable::count_held() {
  for (std::uint32_t id = 0; listed_ && id < held_.size(); ++id) {
    const std::uint32_t share = share_of(NodeId{id});
    listed_ = held_[id].empty() || share != kNobody;
    if (share == kNobody) continue;
    if (costs_.empty()) shares_[share].held = static_cast<double>(held_[id].size());
    for (std::size_t i = 0; i < held_[id].size() && !costs_.empty(); ++i) shares_[share].held += costs_[held_[id][i]];
  }
  if (listed_) return;
  for (Share& share : shares_) share.held = 0;
  for (std::size_t slot = 0; slot < owners_.size(); ++slot) {
    const std::uint32_t share = share_of(owners_[slot]);
    if (share != kNobody) shares_[share].held += cost(slot);
  }
}

void SlotTable::list_held() {
  held_.clear();
  held_.resize(share_by_id_.size());
  const double least_each = total_ / least_cost_ / static_cast<double>(shares_.size());
  for (const Share& share : shares_) held_[index_of(share.node)].reserve(static_cast<std::size_t>(least_each));
  for (std::uint32_t slot = 0; slot < owners_.size(); ++slot) held_[index_of(owners_[slot])].push_back(slot);
  listed_ = true;
}

std::uint32_t SlotTable::share_of(NodeId node) const {
  return index_of(node) < share_by_id_.size() ? share_by_id_[index_of(node)] : kNobody;
}

void SlotTable::give(std::size_t slot, Share& to) {
  owners_[slot] = to.node;
  to.held += cost(slot);
}

// Moving a slot of cost c brings two nodes closer to their quotas if c is less than the excess of the one plus the lack
// of the other; with equal slots, if they are more than one slot apart. The margin allows for rounding.
bool SlotTable::helps(double cost, const Share& from, const Share& to) const {
  return cost + 1e-6 < to.lack() - from.lack();
}

// Whether the ranking would just rotate: equal slots, equal quotas, and all slots so far dealt in turn.
bool SlotTable::deals_in_turn() const {
  const std::size_t rounds = next_slot_ / shares_.size(), begun = next_slot_ % shares_.size();
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    const double held = static_cast<double>(rounds + (i < begun ? 1 : 0));
    if (shares_[i].held != held || shares_[i].quota != shares_.front().quota) return false;
  }
  return costs_.empty();
}

bool SlotTable::deal_free_slots(Budget& budget) {
  constexpr std::size_t kSlotsBetweenClockReads = 4096;
  Ranking poorest(shares_, kNobody, 1);
  const bool in_turn = deals_in_turn();
  for (; next_slot_ < owners_.size(); ++next_slot_) {
    if (in_turn) {
      give(next_slot_, shares_[next_slot_ % shares_.size()]);
    } else if (share_of(owners_[next_slot_]) == kNobody) {
      give(next_slot_, shares_[poorest.first()]);
      poorest.update_first();
    }
    if (next_slot_ % kSlotsBetweenClockReads == kSlotsBetweenClockReads - 1 && budget.spent()) {
      ++next_slot_;
      return false;
    }
  }
  return true;
}

// Stops when not even the cheapest slot of the richest node would help: then no other node's slot would either.
bool SlotTable::take(std::uint32_t taker) {
  if (!listed_) list_held();
  held_.resize(std::max(held_.size(), share_by_id_.size()));
  std::vector<std::uint32_t>& taken = held_[index_of(shares_[taker].node)];
  const std::size_t before = taken.size();
  std::vector<std::uint32_t> next(shares_.size());  // by share: the next of its slots to look at
  Ranking richest(shares_, taker, -1);
  while (!richest.empty()) {
    const std::uint32_t giver = richest.first();
    if (!helps(least_cost_, shares_[giver], shares_[taker])) break;
    if (others_ && shares_[taker].lack() < least_cost_ / 2) break;
    const auto& slots = held_[index_of(shares_[giver].node)];
    if (next[giver] == slots.size()) {
      richest.drop_first();
      continue;
    }
    const std::uint32_t slot = slots[next[giver]++];
    if (!helps(cost(slot), shares_[giver], shares_[taker])) continue;
    shares_[giver].held -= cost(slot);
    give(slot, shares_[taker]);
    taken.push_back(slot);
    richest.update_first();
  }
  forget_given(next);
  std::sort(taken.begin(), taken.end());
  return taken.size() > before;
}

void SlotTable::forget_given(std::span<const std::uint32_t> next) {
  for (std::size_t share = 0; share < shares_.size(); ++share) {
    const NodeId giver = shares_[share].node;
    if (next[share] == 0) continue;
    std::erase_if(held_[index_of(giver)], [&](std::uint32_t slot) { return owners_[slot] != giver; });
  }
}

void SlotTable::shed(std::uint32_t giver) {
  Ranking poorest(shares_, giver, 1);
  if (poorest.empty() || !helps(least_cost_, shares_[giver], shares_[poorest.first()])) return;
  listed_ = false;
  for (std::size_t slot = 0; slot < owners_.size(); ++slot) {
    if (owners_[slot] != shares_[giver].node || !helps(cost(slot), shares_[giver], shares_[poorest.first()])) continue;
    shares_[giver].held -= cost(slot);
    give(slot, shares_[poorest.first()]);
    poorest.update_first();
  }
}

DealtTable::DealtTable(SlotTable table, Replay history, Weights weights, std::string_view id)
    : table_(std::move(table)), history_(std::move(history)), weights_(weights), id_(id) {
  if (!table_.dealt()) table_.begin(history_.nodes(), kNoNode, weights_);
}

void DealtTable::begin_next() {
  table_.begin(history_.nodes(), changed_.front(), weights_, changed_.size() > 1);
  changed_.erase(changed_.begin());
}

bool DealtTable::step(Budget& budget) {
  for (;;) {
    if (budget.spent() || !table_.step(budget)) return false;
    if (!changed_.empty() && !history_.in_command()) {
      begin_next();
      continue;
    }
    const ClusterEvent* event = history_.next();
    if (event == nullptr) {
      table_.finish();
      return true;
    }
    follow(*event);
  }
}

void DealtTable::follow(const ClusterEvent& event) {
  switch (event.kind) {
    case ClusterEvent::Kind::kWeigh:
      if (weights_ == Weights::kIgnored) return;
      [[fallthrough]];
    case ClusterEvent::Kind::kAdd: changed_.push_back(event.node.id); return;
    case ClusterEvent::Kind::kRemove:
      std::erase(changed_, event.node.id);
      changed_.push_back(kNoNode);
      return;
    case ClusterEvent::Kind::kMove:
      if (event.move.table == id_) table_.move(event.move.first, event.move.last, event.node.id);
      return;
    case ClusterEvent::Kind::kRename:
    case ClusterEvent::Kind::kRelocate:
    case ClusterEvent::Kind::kDown:
    case ClusterEvent::Kind::kUp: return;  // a table knows nodes by identity, and nodes that are down keep their slots
  }
}

}  // namespace reshard
