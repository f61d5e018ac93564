#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/movement.h"
#include "core/model/node.h"

namespace reshard {

/// A key that gets another owner.
struct Move {
  std::uint32_t key;
  NodeId to;
};

/// The owners of all keys before and after the last change. Everything costs what moved, not what there is.
class Assignment {
 public:
  /// All keys belong to kNoNode, nothing has moved.
  explicit Assignment(std::uint32_t keys)
      : before_(keys, kNoNode), after_(keys, kNoNode), unplaced_before_(keys), unplaced_after_(keys) {}

  std::span<const NodeId> before() const { return before_; }
  std::span<const NodeId> after() const { return after_; }
  std::span<const std::uint32_t> moved() const { return moved_; }  ///< indices of keys whose owner differs

  /// Keys per node, index_of(id); as long as the highest node seen requires.
  std::span<const std::uint64_t> counts_before() const { return counts_before_; }
  std::span<const std::uint64_t> counts_after() const { return counts_after_; }
  std::uint64_t unplaced_before() const { return unplaced_before_; }
  std::uint64_t unplaced_after() const { return unplaced_after_; }

  void keep();    ///< what is after becomes what is before
  void revert();  ///< what is before becomes what is after
  void turn_round();  ///< before and after change places, whatever moved

  /// How many keys went where between before and after; as FlowCounter lists them.
  std::span<const Flow> flows() const { return flows_; }

  /// Gives the listed keys new owners. Wants nothing moved yet, each key once, and each move to differ. `flows`: theirs,
  /// as FlowCounter lists them.
  void move(std::span<const Move> moves, std::vector<Flow> flows);

  std::uint64_t memory_bytes() const;

 private:
  std::uint64_t& count_after(NodeId node);

  std::vector<NodeId> before_, after_;
  std::vector<std::uint32_t> moved_;
  std::vector<Flow> flows_;
  std::vector<std::uint64_t> counts_before_, counts_after_;
  std::uint64_t unplaced_before_ = 0, unplaced_after_ = 0;
};

}  // namespace reshard
