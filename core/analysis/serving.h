#pragma once

#include <span>

#include "core/base/flags.h"
#include "core/placement/strategy.h"

namespace reshard {

/// Owners as clients see them while some nodes are down, by the strategy's rule (DownRule); kNoNode where nobody serves
/// a key.
class Serving {
 public:
  /// `placement` is of this strategy for `cluster`; `replicas` is what the scenario asks for. All must outlive this.
  Serving(const Placement& placement, const Strategy& strategy, std::span<const double> params, const Cluster& cluster,
          unsigned replicas);

  void place(const KeyBlock& block, std::span<NodeId> owners) const;

  /// Key-major, as in Placement::place_replicas().
  void place_replicas(const KeyBlock& block, unsigned replicas, std::span<NodeId> owners) const;

  /// The steps from the key to the node that serves it: the last step names it, with the reason where it is not the
  /// owner. The one before it says how many replicas there are, if they are fewer than the scenario asks for.
  Trace explain(const SingleKey& key, std::uint32_t index) const;

 private:
  bool is_up(NodeId node) const { return node != kNoNode && !down_[index_of(node)]; }
  bool by_placement() const;
  std::size_t find_candidates(const KeyBlock& key, unsigned replicas, std::vector<NodeId>& row) const;
  Trace way_to_server(const SingleKey& key, std::uint32_t index) const;
  std::size_t up_in(std::span<const NodeId> row) const;

  const Placement& placement_;
  Flags down_;  // by id
  std::size_t nodes_, down_count_;
  Failover failover_ = Failover::kNext;
  unsigned held_;      // replicas that a key has
  bool in_one_order_;  // fewer replicas are always the first of more
};

}  // namespace reshard
