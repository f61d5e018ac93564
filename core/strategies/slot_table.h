#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/node.h"

namespace reshard {

/// A table of slots dealt out to nodes by their weights, and dealt again with least movement when the nodes change.
/// A node's quota is the total cost of all slots times its share of the weights; of equal slots it holds its quota
/// rounded up or down, or next to it after a long history, because nothing is moved between two old nodes.
class SlotTable {
 public:
  explicit SlotTable(std::size_t slots) : SlotTable(std::vector<double>(slots, 1.0)) {}
  explicit SlotTable(std::vector<double> costs);  ///< of the slots, each above 0

  /// Deals for these nodes, `changed` being the one that was added or given another weight (kNoNode: none).
  ///  1. Slots of nodes that left or are drained are free. Each, the lowest first, goes to the node that is furthest
  ///     below its quota, among equals to the first one: a new table of equal slots is dealt in turn.
  ///  2. While it brings the two nearer to their quotas, `changed` takes the lowest slot of the node furthest above
  ///     its quota, or else gives its own lowest slot to the node furthest below.
  /// While all nodes are drained nothing moves.
  void deal(std::span<const Node> nodes, NodeId changed);

  std::span<const NodeId> owners() const { return owners_; }  ///< by slot; kNoNode before the first deal

 private:
  struct Share {
    NodeId node;
    double quota;
    double held;
    double lack() const { return quota - held; }
  };
  class Ranking;

  static constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

  void weigh(std::span<const Node> nodes);
  std::uint32_t share_of(NodeId node) const;
  void give(std::size_t slot, Share& to);
  bool helps(std::size_t slot, const Share& from, const Share& to) const;
  void deal_free_slots();
  bool take(std::uint32_t taker);  // whether it got any
  void shed(std::uint32_t giver);

  std::vector<double> costs_;
  double total_ = 0;
  std::vector<NodeId> owners_;
  std::vector<Share> shares_;                // of the nodes that are not drained, by position
  std::vector<std::uint32_t> share_by_id_;   // index into shares_, or kNobody
};

}  // namespace reshard
