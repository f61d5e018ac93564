#include "core/analysis/serving.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"

namespace reshard {

Serving::Serving(const Placement& placement, const Strategy& strategy, std::span<const double> params,
                 const Cluster& cluster, unsigned replicas)
    : placement_(placement),
      down_(down_nodes(cluster)),
      nodes_(cluster.nodes().size()),
      down_count_(cluster.down()),
      held_(traits_of(strategy, params).has(Trait::kReplicas) ? replicas : 1),
      in_one_order_(!traits_of(strategy, params).has(Trait::kZones)) {
  if (down_count_ > 0) failover_ = failover_of(strategy, params, cluster);
  if (failover_ == Failover::kNext && !traits_of(strategy, params).has(Trait::kReplicas)) failover_ = Failover::kFails;
}

bool Serving::by_placement() const {
  return failover_ == Failover::kRebuilt || failover_ == Failover::kDrained || failover_ == Failover::kOwn;
}

std::size_t Serving::up_in(std::span<const NodeId> row) const {
  return static_cast<std::size_t>(std::count_if(row.begin(), row.end(), [&](NodeId node) { return is_up(node); }));
}

// The nodes among which to look for one that is up: the replicas and, under kNext, enough further nodes. Of thousands
// of nodes, most keys need only a few more, so it asks for more and more of them. Where the number of replicas can
// decide which node comes first, it asks for the few, then for all. Returns how many nodes may serve: a replica that
// the strategy left out has nobody to stand in for it.
std::size_t Serving::find_candidates(const KeyBlock& key, unsigned replicas, std::vector<NodeId>& row) const {
  constexpr std::size_t kMore = 8;
  const std::size_t first =
      failover_ == Failover::kNext ? std::min<std::size_t>(nodes_, std::max(replicas, held_)) : held_;
  row.resize(first);
  placement_.place_replicas(key, static_cast<unsigned>(first), row);
  const auto held = static_cast<std::size_t>(std::find(row.begin(), row.end(), kNoNode) - row.begin());
  const std::size_t may_serve = std::min<std::size_t>(replicas, held);
  if (failover_ != Failover::kNext) return may_serve;
  const std::size_t all = std::min(nodes_, first + down_count_);
  if (in_one_order_) {
    while (row.size() < all && up_in(row) < replicas) {
      row.resize(std::min(all, 2 * row.size() + kMore));
      placement_.place_replicas(key, static_cast<unsigned>(row.size()), row);
    }
    return may_serve;
  }
  // More than the replicas, even if there are no more nodes: the strategy may have left some of them out.
  std::vector<NodeId> longer(std::max<std::size_t>(all, held_ + 1));
  placement_.place_replicas(key, static_cast<unsigned>(longer.size()), longer);
  for (const NodeId node : longer) {
    if (std::find(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(first), node) ==
        row.begin() + static_cast<std::ptrdiff_t>(first))
      row.push_back(node);
  }
  return may_serve;
}

void Serving::place(const KeyBlock& block, std::span<NodeId> owners) const {
  if (down_count_ > 0 && by_placement()) return placement_.serve(block, 1, owners);
  placement_.place(block, owners);
  if (down_count_ == 0) return;
  for (std::uint32_t i = 0; i < block.size; ++i) {
    if (failover_ == Failover::kStops || !is_up(owners[i])) {
      place_replicas(block.slice(i, 1), 1, owners.subspan(i, 1));
    }
  }
}

void Serving::place_replicas(const KeyBlock& block, unsigned replicas, std::span<NodeId> owners) const {
  if (down_count_ == 0) return placement_.place_replicas(block, replicas, owners);
  if (by_placement()) return placement_.serve(block, replicas, owners);
  std::fill(owners.begin(), owners.end(), kNoNode);
  if (failover_ == Failover::kStops) return;
  std::vector<NodeId> row;
  for (std::uint32_t i = 0; i < block.size; ++i) {
    const std::size_t may_serve = find_candidates(block.slice(i, 1), replicas, row);
    const std::span<NodeId> live = owners.subspan(std::size_t{i} * replicas, may_serve);
    auto next = live.begin();
    for (const NodeId node : row) {
      if (next != live.end() && is_up(node)) *next++ = node;
    }
  }
}

Trace Serving::explain(const SingleKey& key, std::uint32_t index) const {
  Trace trace = way_to_server(key, index);
  if (held_ == 1 || trace.empty()) return trace;
  std::vector<NodeId> row(held_);
  placement_.place_replicas(key.block(), held_, row);
  const auto held = static_cast<std::uint64_t>(std::find(row.begin(), row.end(), kNoNode) - row.begin());
  if (held < held_) trace.insert(trace.end() - 1, {"replicas", decimal(held) + " / " + decimal(held_)});
  return trace;
}

Trace Serving::way_to_server(const SingleKey& key, std::uint32_t index) const {
  Trace trace;
  if (down_count_ > 0 && by_placement()) {
    placement_.explain_serving(key, index, trace);
    return trace;
  }
  trace = placement_.explain(key, index);
  if (down_count_ == 0 || trace.empty()) return trace;
  const NodeId owner = trace.back().node;
  if (owner == kNoNode) return trace;
  if (failover_ == Failover::kStops) {
    trace.push_back(served_step(kNoNode, "the whole system stops"));
    return trace;
  }
  if (is_up(owner)) return trace;
  std::vector<NodeId> row{owner};  // of a key on its own, a strategy that needs all keys cannot find more
  if (held_ > 1 || failover_ == Failover::kNext) find_candidates(key.block(), 1, row);
  for (const NodeId node : row) {
    if (node == kNoNode) continue;
    if (is_up(node)) {
      trace.push_back(served_step(node, failover_ == Failover::kNext ? "next node that is up" : "replica that is up"));
      return trace;
    }
    trace.push_back({"is_down", "", node});
  }
  trace.push_back(served_step(kNoNode, failover_ == Failover::kNext ? "all nodes are down" : "no replica is up"));
  return trace;
}

}  // namespace reshard
