#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/rebalance/model.h"

namespace reshard::rebalance {

/// Something that has to hold, or is the way it is. Texts are made of it where people read them.
struct Condition {
  enum class Kind : std::uint8_t {
    kDrained,   ///< `node` must end empty
    kPinned,    ///< `entry` must stay
    kZones,     ///< replicas are in different zones
    kForced,    ///< the copy of `entry` that is forced to go to `node`
    kReplicas,  ///< `entry` has `count` replicas
    kDisk,      ///< `node` has that disk
    kDisks,     ///< all nodes together have `count` bytes
    kZoneDisks  ///< all nodes of the zone of `node` together have `count` bytes
  };
  Kind kind;
  std::uint32_t node = kNone, entry = kNone;
  std::uint64_t count = 0;

  bool operator==(const Condition&) const = default;
};

/// What would make it possible.
struct Remedy {
  enum class Kind : std::uint8_t {
    kKeepNode,        ///< do not drain `node`
    kUnpin,           ///< let `entry` move
    kUnforce,         ///< do not force `entry` to go to `node`
    kAllowZones,      ///< allow two replicas in a zone
    kAddZones,        ///< nodes in `count` more zones
    kAddNodes,        ///< `count` more nodes
    kAddDisk,         ///< `count` more bytes on `node`
    kAddDiskAnywhere  ///< `count` more bytes, on all nodes together
  };
  Kind kind;
  std::uint32_t node = kNone, entry = kNone;
  std::uint64_t count = 0;

  bool operator==(const Remedy&) const = default;
};

/// Conditions that no plan can keep together, though it could without any one of them; each remedy alone is enough for
/// these conditions.
struct Contradiction {
  std::vector<Condition> conditions;
  std::vector<Remedy> remedies;
  bool smallest = false;  ///< a search has shown that none of the conditions can be left out
};

/// A contradiction that can be seen without a search: too few zones or nodes, a pinned entry on a drained node, two
/// pinned replicas in a zone, too little disk for all or for what is pinned or forced to a node. nullopt says nothing
/// about whether there is a plan.
std::optional<Contradiction> obvious_contradiction(const Model& model);

/// The smallest contradiction of a small problem of which a search has shown that no plan exists: conditions are left out
/// one after another, as long as there is no plan without them either.
Contradiction smallest_contradiction(const Problem& problem, std::uint64_t steps);

/// What keeps nodes above their limits whatever moves: shown beside a plan that leaves excess.
struct Obstacle {
  enum class Kind : std::uint8_t {
    kHotEntry,      ///< `entry` bears more than any node may
    kPinnedLoad,    ///< what is pinned to `node` bears more than it may, by `amount`
    kLargeEntries,  ///< more entries than nodes that can bear one of them each, by `amount`
    kSmallZones     ///< more has to go into the zone of `node`, or into it and others, than they may bear, by `amount`
  };
  Kind kind;
  std::uint32_t node = kNone, entry = kNone;
  std::uint64_t amount = 0;

  bool operator==(const Obstacle&) const = default;
};
std::vector<Obstacle> obstacles_of(const Model& model);

}  // namespace reshard::rebalance
