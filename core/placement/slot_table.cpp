#include "core/placement/slot_table.h"

#include <algorithm>
#include <numeric>

#include "core/base/check.h"

namespace reshard {

/// Shares with the one that lacks most (or, with sign -1, has most in excess) at the front; among equals the first.
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

  /// To be called after the first one's slots changed.
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

// A table that is dealt once needs no lists.
void SlotTable::begin(std::span<const Node> nodes, NodeId changed, Weights weights) {
  if (dealt_ && !listed_) list_held();
  weigh(nodes, weights);
  changed_ = changed;
  next_slot_ = 0;
  if (listed_ && !shares_.empty()) free_those_of_nobody();
}

bool SlotTable::step(Budget& budget) {
  if (shares_.empty()) return true;
  if (!deal_free_slots(budget)) return false;
  dealt_ = true;
  const std::uint32_t share = share_of(changed_);
  changed_ = kNoNode;
  if (share == kNobody) return true;
  if (!listed_) list_held();
  if (!take(share)) shed(share);
  return true;
}

void SlotTable::move(std::uint64_t first, std::uint64_t last, NodeId to) {
  for (std::uint64_t at = first; at <= last && at < owners_.size(); ++at) {
    const auto slot = static_cast<std::size_t>(at);
    if (listed_) {
      lose(slot, owners_[slot]);
      hold(slot, to);
    }
    owners_[slot] = to;
  }
}

void SlotTable::finish() {
  listed_ = false;
  held_ = {};
  held_cost_ = {};
  out_of_order_ = {};
  free_ = {};
}

// Who is to have how much, and has how much.
void SlotTable::weigh(std::span<const Node> nodes, Weights weights) {
  const auto weight = [&](const Node& node) { return weights == Weights::kCount ? node.weight : 1; };
  double sum = 0;
  for (const Node& node : nodes) sum += weight(node);
  shares_.clear();
  std::fill(share_by_id_.begin(), share_by_id_.end(), kNobody);
  for (const Node& node : nodes) {
    if (weight(node) == 0) continue;
    const std::uint32_t id = index_of(node.id);
    if (share_by_id_.size() <= id) share_by_id_.resize(id + std::size_t{1}, kNobody);
    share_by_id_[id] = static_cast<std::uint32_t>(shares_.size());
    shares_.push_back({node.id, total_ * weight(node) / sum, id < held_cost_.size() ? held_cost_[id] : 0});
  }
  for (std::size_t slot = 0; !listed_ && slot < owners_.size(); ++slot) {
    const std::uint32_t share = share_of(owners_[slot]);
    if (share != kNobody) shares_[share].held += cost(slot);
  }
}

void SlotTable::make_room_for(NodeId node) {
  const std::size_t nodes = index_of(node) + std::size_t{1};
  if (held_.size() >= nodes) return;
  held_.resize(nodes);
  held_cost_.resize(nodes);
  out_of_order_.resize(nodes);
}

void SlotTable::hold(std::size_t slot, NodeId node) {
  make_room_for(node);
  const std::uint32_t id = index_of(node);
  if (!held_[id].empty() && held_[id].back() >= slot) out_of_order_[id] = true;
  held_[id].push_back(static_cast<std::uint32_t>(slot));
  held_cost_[id] += cost(slot);
}

// It stays on the list until that is wanted.
void SlotTable::lose(std::size_t slot, NodeId node) {
  held_cost_[index_of(node)] -= cost(slot);
  out_of_order_[index_of(node)] = true;
}

void SlotTable::list_held() {
  listed_ = true;
  for (std::size_t slot = 0; slot < owners_.size(); ++slot) hold(slot, owners_[slot]);
}

std::vector<std::uint32_t>& SlotTable::slots_of(NodeId node) {
  make_room_for(node);
  std::vector<std::uint32_t>& slots = held_[index_of(node)];
  if (out_of_order_[index_of(node)]) {
    std::erase_if(slots, [&](std::uint32_t slot) { return owners_[slot] != node; });
    std::sort(slots.begin(), slots.end());
    slots.erase(std::unique(slots.begin(), slots.end()), slots.end());  // those that went and came back
  }
  out_of_order_[index_of(node)] = false;
  return slots;
}

void SlotTable::free_those_of_nobody() {
  free_.clear();
  for (std::uint32_t id = 0; id < held_.size(); ++id) {
    if (held_[id].empty() || share_of(NodeId{id}) != kNobody) continue;
    auto& slots = slots_of(NodeId{id});
    free_.insert(free_.end(), slots.begin(), slots.end());
    slots = {};
    held_cost_[id] = 0;
  }
  std::sort(free_.begin(), free_.end());
}

std::uint32_t SlotTable::share_of(NodeId node) const {
  return index_of(node) < share_by_id_.size() ? share_by_id_[index_of(node)] : kNobody;
}

void SlotTable::give(std::size_t slot, Share& to) {
  owners_[slot] = to.node;
  to.held += cost(slot);
  if (listed_) hold(slot, to.node);
}

void SlotTable::move_one(std::size_t slot, Share& from, Share& to) {
  lose(slot, from.node);
  from.held -= cost(slot);
  give(slot, to);
}

// Moving a slot of cost c brings two nodes nearer to their quotas if c is less than the excess of the one plus the
// lack of the other: of equal slots, if they are more than one slot apart. The margin is for rounding.
bool SlotTable::helps(double cost, const Share& from, const Share& to) const {
  return cost + 1e-6 < to.lack() - from.lack();
}

bool SlotTable::deal_free_slots(Budget& budget) {
  constexpr std::size_t kSlotsBetweenClockReads = 4096;
  const std::size_t slots = listed_ ? free_.size() : owners_.size();
  if (next_slot_ == slots) return true;
  Ranking poorest(shares_, kNobody, 1);
  for (; next_slot_ < slots; ++next_slot_) {
    if (listed_ || share_of(owners_[next_slot_]) == kNobody) {
      give(listed_ ? free_[next_slot_] : next_slot_, shares_[poorest.first()]);
      poorest.update_first();
    }
    if (next_slot_ % kSlotsBetweenClockReads == kSlotsBetweenClockReads - 1 && budget.spent()) {
      ++next_slot_;
      return false;
    }
  }
  return true;
}

// Of the richest not even the cheapest slot helps: then none of anybody does.
bool SlotTable::take(std::uint32_t taker) {
  bool took = false;
  std::vector<std::uint32_t> next(shares_.size());  // of each share's slots the next to be looked at
  slots_of(shares_[taker].node);                    // from here on no list is added
  Ranking richest(shares_, taker, -1);
  while (!richest.empty()) {
    const std::uint32_t giver = richest.first();
    if (!helps(least_cost_, shares_[giver], shares_[taker])) return took;
    // In order once: what it gives meanwhile lies before the next one.
    const auto& slots = next[giver] == 0 ? slots_of(shares_[giver].node) : held_[index_of(shares_[giver].node)];
    if (next[giver] == slots.size()) {
      richest.drop_first();
      continue;
    }
    const std::uint32_t slot = slots[next[giver]++];
    if (!helps(cost(slot), shares_[giver], shares_[taker])) continue;
    move_one(slot, shares_[giver], shares_[taker]);
    richest.update_first();
    took = true;
  }
  return took;
}

void SlotTable::shed(std::uint32_t giver) {
  Ranking poorest(shares_, giver, 1);
  if (poorest.empty()) return;
  const auto slots = slots_of(shares_[giver].node);
  for (const std::uint32_t slot : slots) {
    Share& taker = shares_[poorest.first()];
    if (!helps(least_cost_, shares_[giver], taker)) return;
    if (!helps(cost(slot), shares_[giver], taker)) continue;
    move_one(slot, shares_[giver], taker);
    poorest.update_first();
  }
}

DealtTable::DealtTable(SlotTable table, Replay history, Weights weights, std::string_view id)
    : table_(std::move(table)), history_(std::move(history)), weights_(weights), id_(id) {
  begin(kNoNode);
}

void DealtTable::begin(NodeId changed) { table_.begin(history_.nodes(), changed, weights_); }

bool DealtTable::step(Budget& budget) {
  for (;;) {
    if (budget.spent() || !table_.step(budget)) return false;
    const ClusterEvent* event = history_.next();
    if (event == nullptr) {
      table_.finish();
      return true;
    }
    switch (event->kind) {
      case ClusterEvent::Kind::kAdd: begin(event->node.id); break;
      case ClusterEvent::Kind::kWeigh:
        if (weights_ == Weights::kCount) begin(event->node.id);
        break;
      case ClusterEvent::Kind::kRemove: begin(kNoNode); break;
      case ClusterEvent::Kind::kMove:
        if (event->move.table == id_) table_.move(event->move.first, event->move.last, event->node.id);
        break;
      case ClusterEvent::Kind::kRename:
      case ClusterEvent::Kind::kRelocate:
      case ClusterEvent::Kind::kDown:
      case ClusterEvent::Kind::kUp: break;  // a table knows nodes by identity, and keeps the place of one that is down
    }
  }
}

}  // namespace reshard
