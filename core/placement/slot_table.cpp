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
      owners_(costs_.size(), kNoNode) {}

void SlotTable::begin(std::span<const Node> nodes, NodeId changed) {
  weigh(nodes);
  changed_ = changed;
  next_slot_ = 0;
}

bool SlotTable::step(Budget& budget) {
  if (shares_.empty()) return true;
  if (!deal_free_slots(budget)) return false;
  const std::uint32_t share = share_of(changed_);
  changed_ = kNoNode;
  if (share != kNobody && !take(share)) shed(share);
  return true;
}

void SlotTable::move(std::uint64_t first, std::uint64_t last, NodeId to) {
  for (std::uint64_t slot = first; slot <= last && slot < owners_.size(); ++slot) {
    owners_[static_cast<std::size_t>(slot)] = to;
  }
}

// Who is to have how much, and has how much.
void SlotTable::weigh(std::span<const Node> nodes) {
  double weights = 0;
  for (const Node& node : nodes) weights += node.weight;
  shares_.clear();
  std::fill(share_by_id_.begin(), share_by_id_.end(), kNobody);
  for (const Node& node : nodes) {
    if (node.weight == 0) continue;
    if (share_by_id_.size() <= index_of(node.id)) share_by_id_.resize(index_of(node.id) + 1, kNobody);
    share_by_id_[index_of(node.id)] = static_cast<std::uint32_t>(shares_.size());
    shares_.push_back({node.id, total_ * node.weight / weights, 0});
  }
  for (std::size_t slot = 0; slot < owners_.size(); ++slot) {
    const std::uint32_t share = share_of(owners_[slot]);
    if (share != kNobody) shares_[share].held += cost(slot);
  }
}

std::uint32_t SlotTable::share_of(NodeId node) const {
  return index_of(node) < share_by_id_.size() ? share_by_id_[index_of(node)] : kNobody;
}

void SlotTable::give(std::size_t slot, Share& to) {
  owners_[slot] = to.node;
  to.held += cost(slot);
}

// Moving a slot of cost c brings two nodes nearer to their quotas if c is less than the excess of the one plus the
// lack of the other: of equal slots, if they are more than one slot apart. The margin is for rounding.
bool SlotTable::helps(std::size_t slot, const Share& from, const Share& to) const {
  return cost(slot) + 1e-6 < to.lack() - from.lack();
}

bool SlotTable::deal_free_slots(Budget& budget) {
  constexpr std::size_t kSlotsBetweenClockReads = 4096;
  Ranking poorest(shares_, kNobody, 1);
  for (; next_slot_ < owners_.size(); ++next_slot_) {
    if (share_of(owners_[next_slot_]) == kNobody) {
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

bool SlotTable::take(std::uint32_t taker) {
  bool took = false;
  // The slots of each share in ascending order: those of share s are slots[next[s]] … slots[end[s] - 1].
  std::vector<std::uint32_t> end(shares_.size() + 1), slots(owners_.size());
  for (const NodeId owner : owners_) ++end[share_of(owner) + 1];
  std::partial_sum(end.begin(), end.end(), end.begin());
  std::vector<std::uint32_t> next(end.begin(), end.end() - 1);
  for (std::uint32_t slot = 0; slot < owners_.size(); ++slot) slots[next[share_of(owners_[slot])]++] = slot;
  std::copy(end.begin(), end.end() - 1, next.begin());

  Ranking richest(shares_, taker, -1);
  while (!richest.empty()) {
    const std::uint32_t giver = richest.first();
    if (next[giver] == end[giver + 1]) {
      richest.drop_first();
      continue;
    }
    const std::uint32_t slot = slots[next[giver]++];
    if (!helps(slot, shares_[giver], shares_[taker])) continue;
    shares_[giver].held -= cost(slot);
    give(slot, shares_[taker]);
    richest.update_first();
    took = true;
  }
  return took;
}

void SlotTable::shed(std::uint32_t giver) {
  Ranking poorest(shares_, giver, 1);
  if (poorest.empty()) return;
  for (std::size_t slot = 0; slot < owners_.size(); ++slot) {
    if (owners_[slot] != shares_[giver].node || !helps(slot, shares_[giver], shares_[poorest.first()])) continue;
    shares_[giver].held -= cost(slot);
    give(slot, shares_[poorest.first()]);
    poorest.update_first();
  }
}

DealtTable::DealtTable(SlotTable table, Replay history, Weights weights, std::string_view id)
    : table_(std::move(table)), history_(std::move(history)), weights_(weights), id_(id) {
  begin(kNoNode);
}

void DealtTable::begin(NodeId changed) {
  if (weights_ == Weights::kCount) return table_.begin(history_.nodes(), changed);
  std::vector<Node> alike(history_.nodes().begin(), history_.nodes().end());
  for (Node& node : alike) node.weight = 1;
  table_.begin(alike, changed);
}

bool DealtTable::step(Budget& budget) {
  for (;;) {
    if (budget.spent() || !table_.step(budget)) return false;
    const ClusterEvent* event = history_.next();
    if (event == nullptr) return true;
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
