#pragma once

#include <optional>

#include "core/base/random.h"
#include "tests/core/placing.h"

// Random input for the contract: parameters, keys, clusters, and what happens to clusters.

namespace reshard::testing {

/// Valid values for all specs: each is the default one time in three, otherwise random. Numbers stay below four times
/// the default (or 64 where that is more), so that a run stays short.
ParamValues random_params(Random& random, std::span<const ParamSpec> specs);

/// Random parameters, and in one case of four another hash function, where the strategy offers a choice.
ConfiguredStrategy random_setup(Random& random, const Strategy& strategy);

/// The naming of the nodes and keys of one script. Strategies with numbered nodes need decimals, the integer hash needs
/// decimal keys, and memcached's clients treat ports specially.
struct Naming {
  std::string node_prefix, node_suffix;
  KeySpec keys;
};
Naming random_naming(Random& random, std::uint64_t keys);

/// 1 to 12 nodes, one in eight of them with a weight other than 1.
Cluster random_cluster(Random& random, const Naming& naming);

/// One random event: a node is added, removed (only the last one unless any can leave, and occasionally another even
/// then), weighed, renamed, relocated, taken down or up; or entries of the table are moved by hand, if the strategy
/// allows that. Nothing if the cluster refuses the event, such as the removal of its last node.
std::optional<ClusterEvent> random_event(Random& random, const Naming& naming, const ConfiguredStrategy& setup,
                                         Cluster& cluster);

std::string describe(const ConfiguredStrategy& setup);
std::string describe(const Cluster& cluster);

}  // namespace reshard::testing
