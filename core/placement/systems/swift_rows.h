#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/flags.h"
#include "core/model/node.h"

namespace reshard {

/// Row r has the device of replica r of every partition. Rows are balanced one by one. The aims for each replica, in
/// order of priority: no device twice in a partition; no device a partition or more above its share by weight; as far
/// from the partition's other replicas as data centres, zones and racks allow.
class SwiftRows {
 public:
  SwiftRows(std::size_t partitions, std::size_t replicas)
      : rows_(replicas, std::vector<NodeId>(partitions, kNoNode)), moved_(partitions) {}

  /// By partition; kNoNode where there are fewer devices than replicas, never in row 0.
  std::span<const NodeId> row(std::size_t r) const { return rows_[r]; }
  std::size_t replicas() const { return rows_.size(); }

  /// Begins to rebalance for these nodes; `changed` are those that were added or whose weight changed. Replicas on
  /// devices that left or are drained go to others. Each of `changed` takes or gives away what brings it closer to its
  /// share without bringing replicas closer together, at most one replica per partition, and none of a partition that
  /// has lost one. Nothing else moves.
  void begin(std::span<const Node> nodes, std::vector<NodeId> changed);

  /// Call when a node's place has changed.
  void relocate(NodeId node) {
    if (index_of(node) < places_.size()) places_[index_of(node)] = {};
  }

  /// Rebalances one row. True when all rows are done.
  bool step();

 private:
  /// Numbers, above 0 if known. Racks of the same name in different zones have different numbers.
  struct Place {
    std::uint32_t data_center = 0, zone = 0, rack = 0;
  };

  struct Device {
    NodeId id;
    double quota;  // in one row
    double held = 0;
    Place at = {};
    double lack() const { return quota - held; }
  };

  static unsigned closeness(const Device& a, const Device& b);
  static bool nearer(const Device& from, const Device& to);
  std::size_t index(const Device& device) const { return static_cast<std::size_t>(&device - devices_.data()); }
  Device* find(NodeId node);
  void list_devices(std::span<const Node> nodes);
  void number_places(std::span<const Node> nodes);
  void number_place(const Node& node, std::span<const Node> nodes);
  void count_row(std::size_t r);
  void fill_row(std::size_t r);
  Device* best_device(std::size_t p, std::size_t r);
  NodeId take_last_replica(std::size_t p, std::size_t r);
  bool take(std::size_t r, Device& taker);
  void shed(std::size_t r, Device& giver);
  Device* richest(const Device& but_for, std::span<const std::size_t> next);
  void list_others(std::size_t p, std::size_t r);
  unsigned crowding(const Device& device) const;
  bool may_move(std::size_t p, std::size_t r, const Device& from, const Device& to);
  void move(std::size_t p, std::size_t r, Device& from, Device& to);

  static constexpr std::uint32_t kNobody = 0xFFFFFFFFu;
  static constexpr unsigned kTwice = 0xFFFFFFFFu;

  std::vector<std::vector<NodeId>> rows_;
  Flags moved_;                        // by partition: whether a replica has moved in this change
  std::vector<Device> devices_;        // those not drained, by position
  std::vector<std::uint32_t> by_id_;   // index into devices_, or kNobody
  std::vector<const Device*> others_;  // devices of the current partition's other replicas
  std::vector<Place> places_;          // by id
  std::uint32_t numbered_ = 0;         // the highest number of a place
  std::vector<NodeId> changed_;
  std::size_t next_row_ = 0;
};

}  // namespace reshard
