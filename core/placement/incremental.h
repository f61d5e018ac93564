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

/// `owner` owns every number of a key above the previous range and up to `last`.
struct OwnedRange {
  std::uint64_t last;
  NodeId owner;

  bool operator==(const OwnedRange&) const = default;
};

/// All keys whose number lies in `first` to `last` change owner.
struct RangeMove {
  std::uint64_t first, last;
  NodeId from, to;
};

/// Appends a range, or extends the last one if the two are adjacent and have the same old and new owner.
void append_move(std::vector<RangeMove>& moves, const RangeMove& move);

/// A node that has just joined; nothing else has changed.
struct Newcomer {
  NodeId node;
  std::span<const NodeId> before;            ///< the keys' owners without it
  std::span<const std::uint32_t> standings;  ///< the keys' standings under those owners, see stand(); empty if unknown
};

/// What a placement can tell about its keys besides their owners, so that an update need not place every key again
/// (analysis/update.h). A strategy implements what it can.
class Incremental {
 public:
  /// Appends to `taken` the keys of the block that the newcomer takes, in ascending order. Returns false and appends
  /// nothing where only placing the keys can tell. Called only under kLeastOnAdd.
  virtual bool take(const Newcomer&, const KeyBlock&, std::vector<std::uint32_t>& /*taken*/) const { return false; }

  /// Whether take() is quicker with standings. A key that stays where it is must keep its standing when a node joins,
  /// or when another node leaves under kLeastOnRemove.
  virtual bool has_standings() const { return false; }

  /// Writes what a newcomer has to beat to take each of these keys from its owner, as a number that means something to
  /// the strategy only: the best score, the nearest distance, the next jump.
  virtual void stand(const KeyBlock& keys, std::span<const NodeId> owners, std::span<std::uint32_t> standings) const;

  /// Appends, in ascending order, the indices of those standings whose keys any newcomer would take. Returns false and
  /// appends nothing where that depends on the newcomer.
  virtual bool foresee(std::span<const std::uint32_t>, std::vector<std::uint32_t>& /*taken*/) const { return false; }

  /// If a key's owner depends only on the range that its number lies in: the ranges in ascending order, the last one up
  /// to the highest number. Otherwise empty. The number is the slot of column 0 where there are slots, else column 0.
  virtual std::vector<OwnedRange> ranges() const { return {}; }

  /// Whether there are such ranges.
  virtual bool has_ranges() const { return false; }

  /// The ranges whose owner differs from that under `before`, in ascending order; nullopt where that is not known
  /// without comparing all ranges.
  virtual std::optional<std::vector<RangeMove>> moves_since(const Incremental& /*before*/) const {
    return std::nullopt;
  }

  /// A unique identity of this placement, valid while anybody holds the pointer; null if the strategy needs none.
  virtual std::shared_ptr<const char> mark() const { return nullptr; }

  /// The number of slots that the ranges refer to; 0 where they refer to column 0. With the same parameters and as many
  /// slots, every key has the same slot.
  virtual std::uint64_t slots() const { return 0; }

 protected:
  ~Incremental() = default;
};

bool has_standings(const Placement& placement);
std::vector<OwnedRange> ranges_of(const Placement& placement);
bool has_ranges(const Placement& placement);
std::uint64_t slots_of(const Placement& placement);

/// Appends the keys of the block that the newcomer takes, in the quickest way that the placement offers.
void list_taken(const Placement& placement, const Newcomer& newcomer, const KeyBlock& keys,
                std::vector<std::uint32_t>& taken);

}  // namespace reshard
