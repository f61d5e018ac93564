#pragma once

#include "tests/core/contract/violation.h"
#include "tests/core/placing.h"

// What every strategy promises, one function a promise. Each returns what it found broken, so that the tests of
// wrong strategies can see that it does find it.

namespace reshard::testing {

/// A placement and what it said about all keys.
struct Sample {
  const ConfiguredStrategy& setup;
  const Cluster& cluster;
  const KeyTable& keys;
  const Placement& placement;
  std::vector<NodeId> owners;  ///< of every key

  bool has(Trait trait) const { return traits_of(setup.strategy, setup.params).has(trait); }
};

/// Id and parameter keys fit into a link, words are there, defaults are valid, functions are set.
Violations check_description(const Strategy& strategy);

/// Every rule for nodes that are down is a sentence with a source.
Violations check_down_rules(DownRules rules);

/// An empty cluster, a cluster that is drained, and a parameter beyond its range are errors that name the field.
Violations check_bad_input(const Strategy& strategy);

/// A parameter that is a number changes what can be seen under every option of every choice, unless it says that it
/// does not (ParamSpec::only_with).
Violations check_params_in_effect(const Strategy& strategy);

/// A refused build names a field of the scenario, its message can be written, and a strategy that lets any node
/// go does not insist on the last.
Violations check_refusal(const ConfiguredStrategy& setup, const Error& error);

/// Every owner is a node of the cluster (up or down); a key without one only under kMayLeaveUnplaced. A strategy
/// that knows weights gives a node of weight 0 nothing.
Violations check_owners(const Sample& sample);

/// Built once more, in the smallest steps, and asked block by block, it says the same.
Violations check_same_again(const Sample& sample);

/// Without kHistory, the owners depend on the nodes and not on the log of how they came.
Violations check_log_is_not_read(const Sample& sample);

/// Of `replicas`, the first is the owner, all are distinct nodes of the cluster, and under kReplicas as many as
/// there are nodes that are not drained; without it, there is only the first.
Violations check_replicas(const Sample& sample, unsigned replicas);

/// The trace of key `index` has words, its nodes are of the cluster, and it ends at the owner.
Violations check_explanation(const Sample& sample, std::uint32_t index);

/// While nodes are down: who serves is up and in the cluster, of replicas the first serves and no node is twice, a key
/// asked by itself is served as among all, and the steps of keys end at who serves them; where none is down, the owner
/// serves.
Violations check_serving(const Sample& sample, unsigned replicas);

/// The picture for key `index` is drawn of nodes of the cluster, is in order, and shows the owner as the owner
/// (not under kNeedsAllKeys: a picture is not told which key of the set it is about).
Violations check_picture(const Sample& sample, std::uint32_t index);

Violations check_memory(const Sample& sample);

/// From one event to the next: an added node takes keys and nobody else's move (under kLeastOnAdd), only a removed
/// node's keys move (under kLeastOnRemove), a node that goes down keeps its place, where weights are unknown (even
/// loosely) they change nothing, and entries moved by hand take their keys along and nobody else's (under
/// kMovesByHand; of another's table they change nothing).
Violations check_change(const Sample& before, const ClusterEvent& event, const Sample& after);

/// Whether `id` is a node of the cluster, or kNoNode.
bool in_cluster_or_none(const Cluster& cluster, NodeId id);

}  // namespace reshard::testing
