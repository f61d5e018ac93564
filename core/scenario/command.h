#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/scenario/scenario.h"

namespace reshard {

// Everything a person can do to a scenario. A command is data: panels push it, the bridge reads it from JSON, and
// apply() makes the next scenario from it.

struct AddNode {
  std::string name = {};  ///< empty: the next generated name
  double weight = 1;
  std::string data_center = {}, zone = {}, rack = {};
};
// clang-format off: a command a line
struct RemoveNode {
  NodeId node;
};
struct RenameNode {
  NodeId node;
  std::string name;
};
struct WeighNode {
  NodeId node;
  double weight;
};
struct RelocateNode {
  NodeId node;
  std::string data_center, zone, rack;
};
struct SetNodeState {
  NodeId node;
  NodeState state;
};
/// Gives entries of a strategy's table to a node by hand (moves.h); `slot` is the strategy's place in the scenario.
struct MoveEntries {
  std::size_t slot;
  std::uint64_t first, last;
  NodeId node;
};
struct SetNodes {
  std::vector<Node> nodes;
};  ///< exactly these nodes, in this order; clears the log
struct SetNodeCount {
  std::uint64_t count;
};  ///< adds generated nodes, or removes the last ones

struct SetStrategy {
  std::size_t slot;
  const Strategy* strategy;
};  ///< with default parameters; keeps the hash if the strategy offers it
struct SetHash {
  std::size_t slot;
  const HashFunction* hash;
};
struct SetParam {
  std::size_t slot;
  std::string key;
  double value;
};
struct AddStrategy {
  const Strategy* strategy;
};
struct RemoveStrategy {
  std::size_t slot;
};
struct PromoteStrategy {
  std::size_t slot;
};  ///< makes it the main one

struct SetKeys {
  KeySpec keys;
};
struct SetSeed {
  std::uint64_t seed;
};
struct SetReplicas {
  unsigned replicas;
};
struct SetRequests {
  RequestSpec requests;
};
struct Restart {
  bool keep_table = false;
};  ///< makes the current nodes the initial ones: clears the log; `keep_table`: where the keys stay where they are only if
    ///< the main strategy's table is given, it is given
// clang-format on

using Command = std::variant<AddNode, RemoveNode, RenameNode, WeighNode, RelocateNode, SetNodeState, MoveEntries,
                             SetNodes, SetNodeCount, SetStrategy, SetHash, SetParam, AddStrategy, RemoveStrategy,
                             PromoteStrategy, SetKeys, SetSeed, SetReplicas, SetRequests, Restart>;

/// The scenario after `command`. Drops moves by hand that no longer hold (moves.h). Errors name the field and leave
/// `scenario` as it was. What only a build can detect (jump cannot lose a middle node), Simulation::set() reports.
Result<Scenario> apply(const Scenario& scenario, const Command& command);

}  // namespace reshard
