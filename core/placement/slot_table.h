#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/budget.h"
#include "core/placement/replay.h"

namespace reshard {

/// A table of slots dealt out to nodes by their weights, and dealt again with least movement when the nodes change.
/// A node's quota is the total cost of all slots times its share of the weights; of equal slots it holds its quota
/// rounded up or down, or next to it after a long history, because nothing is moved between two old nodes.
class SlotTable {
 public:
  explicit SlotTable(std::size_t slots) : total_(static_cast<double>(slots)), owners_(slots, kNoNode) {}
  explicit SlotTable(std::vector<double> costs);  ///< of the slots, whole numbers above 0, where they are not all 1

  /// Whether weights count, or every node is as good as another, drained ones too.
  enum class Weights : std::uint8_t { kCount, kIgnored };

  /// Sets out to deal for these nodes, `changed` being the one that was added or given another weight (kNoNode: none).
  ///  1. Slots of nodes that left or are drained are free. Each, the lowest first, goes to the node that is furthest
  ///     below its quota, among equals to the first one: a new table of equal slots is dealt in turn.
  ///  2. While it brings the two nearer to their quotas, `changed` takes the lowest slot of the node furthest above
  ///     its quota, or else gives its own lowest slot to the node furthest below.
  /// While all nodes are drained nothing moves.
  void begin(std::span<const Node> nodes, NodeId changed, Weights weights = Weights::kCount);

  /// Goes on dealing. True when done; before the first begin() there is nothing to do.
  bool step(Budget& budget);

  /// Gives slots to a node by hand, between one begin() and the next, which goes on from there.
  void move(std::uint64_t first, std::uint64_t last, NodeId to);

  /// Takes over what was dealt before: the next begin() goes on from there.
  void go_on_from(std::span<const NodeId> owners) { owners_.assign(owners.begin(), owners.end()); }

  std::span<const NodeId> owners() const { return owners_; }  ///< by slot; kNoNode before they are dealt
  bool dealt() const { return !owners_.empty() && owners_.front() != kNoNode; }

  /// Gives back what only the next begin() would want.
  void finish();

 private:
  struct Share {
    NodeId node;
    double quota;
    double held;
    double lack() const { return quota - held; }
  };
  class Ranking;

  static constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

  void weigh(std::span<const Node> nodes, Weights weights);
  void count_held();
  void list_held();
  void forget_given(std::span<const std::uint32_t> next);
  std::uint32_t share_of(NodeId node) const;
  void give(std::size_t slot, Share& to);
  bool helps(double cost, const Share& from, const Share& to) const;
  bool deals_in_turn() const;
  bool deal_free_slots(Budget& budget);
  bool take(std::uint32_t taker);  // whether it got any
  void shed(std::uint32_t giver);

  double cost(std::size_t slot) const { return costs_.empty() ? 1 : costs_[slot]; }

  std::vector<double> costs_;  // empty: all 1
  double total_ = 0, least_cost_ = 1;
  std::vector<NodeId> owners_;
  // By id, the slots of each node in their order, where they are listed: kept from one addition to the next, so that it costs
  // what nodes and the slots that move cost, and not a look at every slot.
  std::vector<std::vector<std::uint32_t>> held_;
  bool listed_ = false;
  std::vector<Share> shares_;               // of the nodes that are not drained, by position
  std::vector<std::uint32_t> share_by_id_;  // index into shares_, or kNobody
  NodeId changed_ = kNoNode;
  std::size_t next_slot_ = 0;  // the first that has not been looked at
};

/// A slot table dealt to a cluster's first nodes, and dealt again for every event of its log. What was moved by hand is
/// no pin: it counts as held by its new node, and goes on from there when the nodes change.
class DealtTable {
 public:
  using Weights = SlotTable::Weights;

  /// Moves by hand are followed that are made in `id`. A table that was dealt before is as it was after what has happened
  /// in `history`.
  DealtTable(SlotTable table, Replay history, Weights weights, std::string_view id);

  /// Goes on dealing. True when the table is as it is now.
  bool step(Budget& budget);

  std::span<const NodeId> owners() const { return table_.owners(); }
  Replay take_history() { return std::move(history_); }

 private:
  void begin(NodeId changed);

  SlotTable table_;
  Replay history_;
  Weights weights_;
  std::string_view id_;
};

}  // namespace reshard
