#pragma once

#include <span>

#include "core/base/flags.h"
#include "core/strategies/strategy.h"

namespace reshard {

/// Owners as clients see them: a node that is down serves nothing, the next live replica does; where a scheme has no
/// replicas, or all of them are down, nobody does (kNoNode).
class Serving {
 public:
  /// The placement, of a scheme with these traits, for `cluster`; it must outlive this.
  Serving(const Placement& placement, const Traits& traits, const Cluster& cluster);

  void place(const KeyBlock& block, std::span<NodeId> owners) const;

  /// Key-major, as Placement::place_replicas().
  void place_replicas(const KeyBlock& block, unsigned replicas, std::span<NodeId> owners) const;

 private:
  bool is_up(NodeId node) const { return node != kNoNode && !down_[index_of(node)]; }

  const Placement& placement_;
  Flags down_;  // by id
  std::size_t nodes_, down_count_;
  bool has_replicas_;
};

}  // namespace reshard
