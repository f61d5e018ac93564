#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/hash/hash.h"
#include "core/model/cluster.h"
#include "core/model/keys.h"
#include "core/placement/strategy.h"

namespace reshard {

/// A configured strategy: the strategy, its hash function and its parameters.
struct StrategyChoice {
  const Strategy* strategy;
  const HashFunction* hash;
  ParamValues params;  ///< in the order of strategy->params

  bool operator==(const StrategyChoice&) const = default;
};

StrategyChoice default_choice(const Strategy& strategy);

inline constexpr std::size_t kMaxStrategies = 4;
inline constexpr unsigned kMaxReplicas = 5;
inline constexpr std::size_t kDefaultNodes = 5;

inline constexpr double kMaxSkew = 2;
inline constexpr std::uint64_t kMaxSpread = 1000;
inline constexpr double kMaxCapacity = 10;

/// What clients request, as opposed to what is stored; and how many requests a node can serve.
struct RequestSpec {
  double skew = 0;  ///< Zipf's exponent, 0 to kMaxSkew: key i is requested in proportion to 1 / (i + 1)^skew

  /// Every node that is up and not drained answers equal parts of the requests for this many of the hottest keys, as if
  /// each had a copy; 0 to kMaxSpread. Where a key lives does not change.
  std::uint64_t spread = 0;

  double capacity = 0;  ///< what a node can serve, as a multiple of its fair share of all requests; 0: no limit

  bool operator==(const RequestSpec&) const = default;
};

/// Errors name the field (skew, spread, capacity) and its range.
Status check_requests(const RequestSpec& requests);

/// Everything that determines a result, and nothing else. A value: cheap enough to copy, comparable.
struct Scenario {
  std::uint64_t seed = 0;  ///< determines generated keys and generated node names, nothing else
  KeySpec keys;
  Cluster cluster;
  std::vector<StrategyChoice> strategies;  ///< 1 to kMaxStrategies; the first is the main one
  unsigned replicas = 1;                   ///< 1 to kMaxReplicas
  RequestSpec requests;

  bool operator==(const Scenario&) const = default;
};

/// The form of the scenario's generated keys: what its main strategy reads. Other strategies read the same keys, and refuse
/// those that are not theirs.
KeyForm generated_form(const Scenario& scenario);

/// What the page shows first: a ring of kDefaultNodes nodes and 100,000 sequential keys.
Scenario default_scenario();

/// "node-3"; under a seed other than 0 "node-3-k7f", so that another seed gives another set of names.
std::string generated_node_name(std::uint64_t seed, std::uint64_t number);

/// The first `count` generated names as a cluster. Error (field "nodes") outside 1 to kMaxNodes.
Result<Cluster> generated_cluster(std::uint64_t seed, std::uint64_t count);

/// The name that goes on from the last two nodes' (link_items.h), or else the first generated one, counting from 0; one
/// that no node has or has had.
std::string next_node_name(const Scenario& scenario);

}  // namespace reshard
