#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/model/cluster.h"
#include "core/model/keys.h"
#include "core/placement/strategy.h"

namespace reshard {

/// Every number of a key above the range before and up to `last` is `owner`'s.
struct OwnedRange {
  std::uint64_t last;
  NodeId owner;

  bool operator==(const OwnedRange&) const = default;
};

/// All keys whose number lies in `first` to `last` get another owner.
struct RangeMove {
  std::uint64_t first, last;
  NodeId from, to;
};

/// Appends a range to those before it, of which the last one grows where it adjoins and goes the same way.
void append_move(std::vector<RangeMove>& moves, const RangeMove& move);

/// A node that has just joined, while nothing else happened.
struct Newcomer {
  NodeId node;
  std::span<const NodeId> before;            ///< the owners of the keys in question without it
  std::span<const std::uint32_t> standings;  ///< theirs by then, see stand(); empty where they are not known
};

/// What a placement can know of its keys beside where each of them lives, so that an update need not place every key
/// again (analysis/update.h). A strategy gives what it can.
class Incremental {
 public:
  /// Appends to `taken` which keys of the block the newcomer takes, ascending. False, and nothing is appended, where only
  /// placing the keys tells. Only asked under kLeastOnAdd.
  virtual bool take(const Newcomer&, const KeyBlock&, std::vector<std::uint32_t>& /*taken*/) const { return false; }

  /// Whether take() is quicker where it gets standings. A key that stays where it is when a node joins, or another one
  /// leaves under kLeastOnRemove, must keep its standing.
  virtual bool has_standings() const { return false; }

  /// What a newcomer has to beat to take each of these keys from its owner, as a number of the strategy's own: the best
  /// score, the nearest distance, the next jump.
  virtual void stand(const KeyBlock& keys, std::span<const NodeId> owners, std::span<std::uint32_t> standings) const;

  /// Appends which of these standings are of keys that the next newcomer takes whoever it is, ascending. False, and nothing
  /// is appended, where that depends on it.
  virtual bool foresee(std::span<const std::uint32_t>, std::vector<std::uint32_t>& /*taken*/) const { return false; }

  /// Where owners depend on the range alone that a key's number lies in: the ranges in ascending order, the last one up to
  /// the highest number. Empty where they do not. The number is the slot of column 0 where there are slots, else column 0.
  virtual std::vector<OwnedRange> ranges() const { return {}; }

  /// Whether there are such ranges.
  virtual bool has_ranges() const { return false; }

  /// Which ranges have another owner under `before`, ascending, where that is known without comparing all: nothing where it
  /// is not.
  virtual std::optional<std::vector<RangeMove>> moves_since(const Incremental& /*before*/) const {
    return std::nullopt;
  }

  /// What tells this from all others as long as anybody has it; null where nobody asks.
  virtual std::shared_ptr<const char> mark() const { return nullptr; }

  /// How many slots such ranges are of; 0 where they are of column 0. Under the same parameters, as many slots mean that
  /// every key has the same.
  virtual std::uint64_t slots() const { return 0; }

 protected:
  ~Incremental() = default;
};

bool has_standings(const Placement& placement);
std::vector<OwnedRange> ranges_of(const Placement& placement);
bool has_ranges(const Placement& placement);
std::uint64_t slots_of(const Placement& placement);

/// Appends which keys of the block the newcomer takes, in the quickest way that the placement knows.
void list_taken(const Placement& placement, const Newcomer& newcomer, const KeyBlock& keys,
                std::vector<std::uint32_t>& taken);

}  // namespace reshard
