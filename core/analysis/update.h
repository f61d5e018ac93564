#pragma once

#include <span>
#include <vector>

#include "core/analysis/assignment.h"
#include "core/analysis/serving.h"
#include "core/analysis/standings.h"
#include "core/placement/incremental.h"
#include "core/scenario/scenario.h"

namespace reshard {

/// One side of a change: what places the keys. The referenced objects must outlive this.
struct Placed {
  const StrategyChoice& choice;
  const Cluster& cluster;
  const Placement& placement;  ///< built
  unsigned replicas = 1;       ///< what the scenario asks for

  /// Where to keep its ranges once somebody has asked for them; may be null.
  std::vector<OwnedRange>* ranges = nullptr;

  Traits traits() const { return traits_of(*choice.strategy, choice.params); }
};

/// Which keys a change may have moved, so that only they are examined.
struct Scope {
  enum class Kind : std::uint8_t {
    kAllKeys,
    kKeysOfNode,  ///< those of the node that left
    kNewcomer,    ///< any key, but only to the node that joined
    kRanges,      ///< those of the ranges that changed hands
  };
  Kind kind = Kind::kAllKeys;
  NodeId node = kNoNode;
  std::vector<RangeMove> ranges = {};  ///< of column 0, ascending
};

/// The narrowest scope that holds every key whose owner differs. `index` is of column 0, which both sides read, or
/// null.
Scope scope_of(const Placed& before, const Placed& after, const KeyIndex* index);

/// Finds the keys that a change gives other owners, in slices.
class Update {
 public:
  /// `keys`: all, with their columns. `before`: their owners so far; empty if none has one. `after`, `index` and the
  /// spans must live until step() has returned true. `foreseen`: of the placement before, for a newcomer. All node
  /// indices are below `known_nodes`.
  Update(Scope scope, const Placed& after, const KeyBlock& keys, const KeyIndex* index, std::span<const NodeId> before,
         Foreseen foreseen, std::size_t known_nodes);

  bool step(Budget& budget);                                                 ///< true when done
  double progress() const;                                                   ///< 0 to 1
  std::span<const Move> moves() const { return moves_; }                     ///< those found so far, each key once
  std::vector<RangeMove> take_ranges() { return std::move(scope_.ranges); }  ///< or these ranges; call it when done

  std::vector<Flow> flows() const { return flows_.flows(); }  ///< of these moves

  /// Whether one node joined or left, and all other keys stay and keep their standings.
  bool of_one_node() const { return scope_.kind == Scope::Kind::kNewcomer || scope_.kind == Scope::Kind::kKeysOfNode; }

 private:
  void place_block(std::uint32_t first, std::uint32_t count);
  bool take_foreseen(Budget& budget);
  void take_block(std::uint32_t first, std::uint32_t count);
  void give_to_newcomer(std::span<const std::uint32_t> keys);
  void make_room(std::size_t moves);
  void place_keys_of_node(std::uint32_t first, std::uint32_t count);
  NodeId owner_before(std::uint32_t key) const { return before_.empty() ? kNoNode : before_[key]; }

  Scope scope_;
  const Placement& placement_;
  Serving serving_;
  KeyBlock keys_;
  const KeyIndex* index_;
  std::span<const NodeId> before_;
  Foreseen foreseen_;
  std::uint32_t keys_at_once_;  // between two reads of the clock

  std::size_t done_ = 0;  // keys, or ranges
  std::vector<Move> moves_;
  FlowCounter flows_;
  std::vector<NodeId> owners_;         // of one block
  std::vector<Move> found_;            // room for the moves found in a block
  std::vector<std::uint32_t> listed_;  // in a block, the keys of the node that left or that the newcomer takes
};

}  // namespace reshard
