#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/analysis/movement.h"
#include "core/base/budget.h"
#include "core/model/key_index.h"
#include "core/model/node.h"
#include "core/placement/incremental.h"

namespace reshard {

/// A key and its new owner.
struct Move {
  std::uint32_t key;
  NodeId to;
};

/// The owners of all keys before and after the last change. Operations cost time in proportion to the keys that moved,
/// not to all keys. Keys in moved ranges get their owners only when somebody asks for them: counts and flows do not
/// need them.
class Assignment {
 public:
  /// All keys belong to kNoNode and nothing has moved.
  explicit Assignment(std::uint32_t keys)
      : before_(keys, kNoNode), after_(keys, kNoNode), unplaced_before_(keys), unplaced_after_(keys) {}

  std::span<const NodeId> before() const { return before_; }
  std::span<const NodeId> after() const { return settle(), after_; }
  std::span<const std::uint32_t> moved() const { return settle(), moved_; }  ///< indices of keys whose owner differs

  /// The owner of one key, whose number in the moved ranges is `number`, without settling all the others.
  NodeId after(std::uint32_t key, std::uint64_t number) const;

  /// Continues to give the keys of moved ranges their owners. True when all have them.
  bool settle(Budget& budget) const;

  /// Keys per node, by index_of(id); as many entries as the highest node seen so far needs.
  std::span<const std::uint64_t> counts_before() const { return counts_before_; }
  std::span<const std::uint64_t> counts_after() const { return counts_after_; }
  std::uint64_t unplaced_before() const { return unplaced_before_; }
  std::uint64_t unplaced_after() const { return unplaced_after_; }

  void keep();        ///< the state after becomes the state before
  void revert();      ///< undoes the change
  void turn_round();  ///< swaps before and after

  /// How many keys went from where to where, in FlowCounter's order.
  std::span<const Flow> flows() const { return flows_; }

  /// Gives the listed keys new owners. Requires that nothing has moved yet, each key is listed once, and each move
  /// changes the owner. `flows`: those of the moves, in FlowCounter's order.
  void move(std::span<const Move> moves, std::vector<Flow> flows);

  /// The same for all keys of `index` in some ranges, ascending and disjoint. `index` may be null where there are no
  /// ranges.
  void move(std::vector<RangeMove> ranges, std::shared_ptr<const KeyIndex> index, std::vector<Flow> flows);

  std::uint64_t memory_bytes() const;

 private:
  struct Due {
    std::vector<RangeMove> ranges;
    std::shared_ptr<const KeyIndex> index;
    std::size_t done = 0;    // ranges whose keys all have their owners
    std::uint64_t next = 0;  // in the following range, the numbers below this are done too
  };

  void settle() const;
  std::uint64_t& count_after(NodeId node);
  void count(std::vector<Flow> flows);

  std::vector<NodeId> before_;
  mutable std::vector<NodeId> after_;  // except for the keys of due_
  mutable std::vector<std::uint32_t> moved_;
  mutable Due due_;
  std::vector<Flow> flows_;
  std::vector<std::uint64_t> counts_before_, counts_after_;
  std::uint64_t unplaced_before_ = 0, unplaced_after_ = 0;
};

}  // namespace reshard
