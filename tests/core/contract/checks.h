#pragma once

#include "tests/core/contract/violation.h"
#include "tests/core/placing.h"

// What every strategy promises, one function per promise. Each returns the violations that it found, so that the tests
// with wrong strategies can tell that it finds them.

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

/// The id and the parameters' keys fit into a link, no words are missing, defaults are valid, functions are set.
Violations check_description(const Strategy& strategy);

/// Every rule for nodes that are down is a sentence with a source.
Violations check_down_rules(DownRules rules);

/// An empty cluster, a cluster that is drained, and a parameter beyond its range are errors that name the field.
Violations check_bad_input(const Strategy& strategy);

/// A parameter has a visible effect in some scenario under every option of every choice, unless it says that it has none
/// (ParamSpec::only_with), and so has each option of a choice; a hash function has one exactly where more than one is
/// offered.
Violations check_params_in_effect(const Strategy& strategy);

/// A refused build names a field of the scenario, its message can be written, and a strategy that lets any node
/// leave does not insist on the last.
Violations check_refusal(const ConfiguredStrategy& setup, const Error& error);

/// Every owner is a node of the cluster (up or down); a key without one only under kMayLeaveUnplaced. A strategy
/// with weights gives a node of weight 0 nothing.
Violations check_owners(const Sample& sample);

/// Built again, in the smallest steps, and asked block by block, a placement gives the same answers.
Violations check_same_again(const Sample& sample);

/// Without kHistory, the owners depend on the nodes and not on the log that led to them.
Violations check_log_is_not_read(const Sample& sample);

/// Of `replicas`, the first is the owner, all are distinct nodes of the cluster, and under kReplicas as many as
/// there are nodes that are not drained; without it, only the first exists.
Violations check_replicas(const Sample& sample, unsigned replicas);

/// The trace of key `index` has words, its nodes are in the cluster, and it ends at the owner.
Violations check_explanation(const Sample& sample, std::uint32_t index);

/// Every step of the trace that tells a hash or a position writes it in the strategy's numerals; a ring of ten positions
/// writes a digit.
Violations check_numerals(const ConfiguredStrategy& setup, const Trace& trace);

/// While nodes are down: servers are up and in the cluster, the first replica serves, no node occurs twice, a key on
/// its own is served as among all, and its steps end at the node that serves it. While none is down, the owner serves.
Violations check_serving(const Sample& sample, unsigned replicas);

/// The picture for key `index` shows nodes of the cluster, is in order, and shows the owner as the owner (except under
/// kNeedsAllKeys: a picture does not know which key of the set it is for).
Violations check_picture(const Sample& sample, std::uint32_t index);

Violations check_memory(const Sample& sample);

/// From one event to the next: keys move only to an added node (under kLeastOnAdd), only a removed node's keys move
/// (under kLeastOnRemove), a node that goes down keeps its place, weights change nothing where the strategy ignores
/// them, and moving entries by hand moves their keys and no others (under kMovesByHand; entries of another strategy's
/// table move nothing).
Violations check_change(const Sample& before, const ClusterEvent& event, const Sample& after);

/// Whether `id` is a node of the cluster, or kNoNode.
bool in_cluster_or_none(const Cluster& cluster, NodeId id);

}  // namespace reshard::testing
