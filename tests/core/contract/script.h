#pragma once

#include <optional>

#include "core/base/random.h"
#include "tests/core/placing.h"

// Random input for the contract: parameters, keys, clusters, and what happens to clusters.

namespace reshard::testing {

/// Valid values for all specs: each is the default one time in three, else random. Numbers stay below four times
/// the default (or 64 where that is more), so that a run stays short.
ParamValues random_params(Random& random, std::span<const ParamSpec> specs);

/// Random parameters, and in one case of four another hash function where the strategy lets the user choose.
ConfiguredStrategy random_setup(Random& random, const Strategy& strategy);

/// How the nodes and keys of one script are called. Strategies that number their nodes want decimals, the integer
/// hash wants decimal keys, and ports are what memcached's clients look at.
struct Naming {
  std::string node_prefix, node_suffix;
  KeySpec keys;
};
Naming random_naming(Random& random, std::uint64_t keys);

/// 1 to 12 nodes, one in eight of them with a weight other than 1.
Cluster random_cluster(Random& random, const Naming& naming);

/// One random event: added, removed (only the last unless any can go, and now and then even so), weighed,
/// renamed, relocated, down or up; or entries of the table are moved by hand, where the strategy lets that be done. Nothing
/// where the cluster refuses it, as it does to lose its last node.
std::optional<ClusterEvent> random_event(Random& random, const Naming& naming, const ConfiguredStrategy& setup,
                                         Cluster& cluster);

std::string describe(const ConfiguredStrategy& setup);
std::string describe(const Cluster& cluster);

}  // namespace reshard::testing
