#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/analysis/requests.h"
#include "core/placement/strategy.h"
#include "core/scenario/scenario.h"

namespace reshard {

/// What happens to the keys when nodes fail. A quorum is more than half of the replicas that the scenario asks for.
struct ReplicaFigures {
  std::uint64_t keys = 0;
  unsigned replicas = 1;  ///< what the scenario asks for, or 1 where the strategy has none
  unsigned quorum = 1;    ///< replicas / 2 + 1

  /// Places that fail together, per data centre: zones, or racks where no zone is given. Nodes that give neither are
  /// together in one.
  std::size_t zones = 1;
  std::uint64_t in_few_zones = 0;    ///< keys whose replicas are in fewer than min(replicas, zones) zones
  std::uint64_t undersized = 0;      ///< keys that have fewer than `replicas`, up or down
  std::uint64_t without_quorum = 0;  ///< keys that have fewer than `quorum` replicas up now

  /// Pairs of nodes, up or down, and those whose joint loss costs some keys their quorum.
  bool pairs_counted = true;  ///< false beyond kMaxNodesOfPairs nodes
  std::uint64_t pairs = 0, pairs_that_break = 0;
  NodeId worst_pair[2] = {kNoNode, kNoNode};  ///< the pair whose loss costs the most keys their quorum
  std::uint64_t worst_pair_keys = 0;
};

/// A node that is down, and one that serves some of its keys.
struct Heir {
  NodeId down;
  NodeId heir;  ///< kNoNode: nobody
  std::uint64_t keys;
  double requests;  ///< share of all requests, without hot keys that all nodes serve
};

/// The heirs of all nodes that are down, grouped by node, the heir with the most keys first. `keys`: all, with their
/// columns; `owners`: who serves them.
std::vector<Heir> heirs_of(const Placement& placement, const Cluster& cluster, const KeyBlock& keys,
                           std::span<const NodeId> owners, const Demand& demand);

/// With more nodes, the table of pairs would take more than 8 MB.
inline constexpr std::size_t kMaxNodesOfPairs = 2000;

/// Examines the replicas of every key, in slices.
class ReplicaSurvey {
 public:
  /// `keys`: all, with their columns. All arguments must outlive this.
  ReplicaSurvey(const Placement& placement, const Traits& traits, const Scenario& scenario, const KeyBlock& keys);

  bool step(Budget& budget);                                  ///< true when done
  const ReplicaFigures& figures() const { return figures_; }  ///< complete once step() has returned true

 private:
  void look_at(std::span<const NodeId> replicas);
  void count_pairs(std::span<const std::uint32_t> nodes);
  std::int32_t& pair(std::uint32_t a, std::uint32_t b) { return pairs_[std::size_t{a} * (a - 1) / 2 + b]; }  // a > b
  void judge_pairs();

  const Placement& placement_;
  const KeyBlock keys_;
  std::span<const Node> nodes_;
  ReplicaFigures figures_;
  std::uint32_t done_ = 0;
  std::vector<NodeId> row_;
  std::vector<std::uint32_t> positions_;  // by id
  std::vector<std::uint32_t> zones_;      // by position
  std::vector<std::uint32_t> alone_;      // by position: keys that lose their quorum with this node alone
  std::vector<std::int32_t> pairs_;       // keys lost with both nodes, less those lost with either alone
};

}  // namespace reshard
