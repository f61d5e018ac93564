#pragma once

#include "core/placement/replay.h"
#include "core/placement/table_placement.h"
#include "core/placement/typed_key.h"

namespace reshard {

/// Ranges of a typed key's hash, numbered from the lowest, and a table of their nodes: Citus' shards, MongoDB's chunks,
/// YugabyteDB's tablets. No such system moves a range because a node has joined: somebody has to ask for it. Ranges
/// that are moved by hand stay where they are; a node that leaves, or is drained by weight 0, gives its ranges away.
class HashRanges : public TablePlacement {
 public:
  bool step(Budget& budget) final;
  Trace explain(const SingleKey& key, std::uint32_t) const final;

 protected:
  /// `word`: what the system calls a range. `previous`: of the same class, to continue from; null where there is none.
  HashRanges(const BuildInput& input, SlotRule rule, std::string_view word, const RowType& type,
             const HashRanges* previous);

  /// Gives each range to one of these nodes: a new table.
  virtual void deal(const std::vector<const Node*>& nodes) = 0;

  /// Called once after the changes of a step, or of one event. `joined`: whether a node has come, or is no longer
  /// drained. By default, ranges whose node takes none go one by one to the node with the fewest, the first of these.
  virtual void settle(std::span<const Node> nodes, bool joined);

  virtual std::string_view function() const = 0;              ///< how the system writes the hash: "worker_hash(value)"
  virtual std::string choice(std::uint64_t h) const = 0;      ///< the formula from a hash to its range's number
  virtual std::string bounds(std::uint64_t range) const = 0;  ///< "0 ≤ hash ≤ 134217727"
  virtual void explain_range(std::uint64_t, Trace&) const {}  ///< what else there is to say of it

  bool balances_ = false;  ///< whether settle() is also called once a table is dealt, and when nodes change their place

 private:
  void begin();
  void follow(const ClusterEvent& event);

  RowType type_;
  Replay replay_;
  std::string_view id_;
  bool begun_ = false, changed_ = false, joined_ = false;
};

/// The expected spread of `ranges` equal ranges that nodes get in turn.
double spread_of_turns(std::size_t nodes, std::size_t ranges);

/// The traits of such a table, but for what happens when a node joins.
inline constexpr Traits kRangesTraits = {Trait::kAnyRemoval, Trait::kLeastOnAdd,   Trait::kLeastOnRemove,
                                         Trait::kHistory,    Trait::kLooseWeights, Trait::kMovesByHand};

}  // namespace reshard
