#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/base/budget.h"
#include "core/placement/replay.h"

namespace reshard {

/// A table of slots dealt to nodes by weight, and dealt again with minimal movement when the nodes change. A node's
/// quota is the total cost of all slots times its share of the weights. With equal slots it holds its quota rounded up
/// or down, or close to that after a long history, because nothing moves between two old nodes.
class SlotTable {
 public:
  explicit SlotTable(std::size_t slots) : total_(static_cast<double>(slots)), owners_(slots, kNoNode) {}
  explicit SlotTable(std::vector<double> costs);  ///< the slots' costs, whole numbers above 0, if not all 1

  /// Whether weights count, or all nodes are treated alike, including drained ones.
  enum class Weights : std::uint8_t { kCount, kIgnored };

  /// Begins to deal to these nodes; `changed` is the one that was added or whose weight changed (kNoNode: none).
  ///  1. Slots of nodes that left or are drained are free. Each, the lowest first, goes to the node furthest below its
  ///     quota (the first among equals), so a new table of equal slots is dealt in turn.
  ///  2. As long as that brings both nodes closer to their quotas, `changed` takes the lowest slot of the node furthest
  ///     above its quota, or else gives its own lowest slot to the node furthest below.
  /// While all nodes are drained, nothing moves. `others`: more nodes changed with it, so it takes no more than its quota
  /// and leaves them theirs.
  void begin(std::span<const Node> nodes, NodeId changed, Weights weights = Weights::kCount, bool others = false);

  /// Continues to deal. True when done; before the first begin() there is nothing to do.
  bool step(Budget& budget);

  /// Moves slots to a node by hand, between one begin() and the next, which continues from there.
  void move(std::uint64_t first, std::uint64_t last, NodeId to);

  /// Takes over a table dealt earlier, or given, where kNoNode is nobody: the next begin() continues from there.
  void go_on_from(std::span<const NodeId> owners) {
    owners_.assign(owners.begin(), owners.end());
    dealt_ = true;
  }

  std::span<const NodeId> owners() const { return owners_; }  ///< by slot; kNoNode before they are dealt
  bool dealt() const { return dealt_; }                       ///< before it came here

  /// Frees what only the next begin() would need.
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
  bool take(std::uint32_t taker);  // returns whether it got any
  void shed(std::uint32_t giver);

  double cost(std::size_t slot) const { return costs_.empty() ? 1 : costs_[slot]; }

  std::vector<double> costs_;  // empty: all 1
  double total_ = 0, least_cost_ = 1;
  std::vector<NodeId> owners_;
  bool dealt_ = false;
  // By id, the slots of each node in order, if they are listed. Kept from one addition to the next, so that an addition
  // costs time for the nodes and the slots that move rather than a scan of every slot.
  std::vector<std::vector<std::uint32_t>> held_;
  bool listed_ = false;
  std::vector<Share> shares_;               // of the nodes that are not drained, by position
  std::vector<std::uint32_t> share_by_id_;  // index into shares_, or kNobody
  NodeId changed_ = kNoNode;
  bool others_ = false;        // changed with it
  std::size_t next_slot_ = 0;  // the first one not processed yet
};

/// A slot table dealt to a cluster's initial nodes, and dealt again for every command of its history: to the final nodes,
/// for one changed node after another. A move by hand is not a pin: the slot counts as held by its new node, and may move
/// again when the nodes change.
class DealtTable {
 public:
  using Weights = SlotTable::Weights;

  /// Follows the moves by hand made in the table `id`. If `table` is already dealt, it is the table after the events
  /// that `history` has replayed.
  DealtTable(SlotTable table, Replay history, Weights weights, std::string_view id);

  /// Continues to deal. True when the table is up to date.
  bool step(Budget& budget);

  std::span<const NodeId> owners() const { return table_.owners(); }
  Replay take_history() { return std::move(history_); }

 private:
  void begin_next();
  void follow(const ClusterEvent& event);

  SlotTable table_;
  Replay history_;
  std::vector<NodeId> changed_;  // since the table was dealt: nodes added or weighed, and kNoNode for one that left
  Weights weights_;
  std::string_view id_;
};

}  // namespace reshard
