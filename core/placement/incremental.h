#pragma once

#include <cstdint>
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

  /// Where owners depend on the range alone that column 0 of a key lies in: the ranges in ascending order, the last
  /// one up to the highest number. Empty where they do not.
  virtual std::vector<OwnedRange> ranges() const { return {}; }

 protected:
  ~Incremental() = default;
};

bool has_standings(const Placement& placement);
std::vector<OwnedRange> ranges_of(const Placement& placement);

/// Appends which keys of the block the newcomer takes, in the quickest way that the placement knows.
void list_taken(const Placement& placement, const Newcomer& newcomer, const KeyBlock& keys,
                std::vector<std::uint32_t>& taken);

}  // namespace reshard
