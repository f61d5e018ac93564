#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/scenario/scenario.h"

namespace reshard {

// Everything a person can do to a scenario. A command is data: panels push it, the bridge reads it from JSON,
// apply() makes the next scenario of it.

struct AddNode {
  std::string name = {};  ///< empty: the next generated one
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
};  ///< these and no others, in this order; the log is forgotten
struct SetNodeCount {
  std::uint64_t count;
};  ///< adds generated nodes, or removes the last ones

struct SetStrategy {
  std::size_t slot;
  const Strategy* strategy;
};  ///< with its defaults, the hash kept if it may
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
};  ///< becomes the main one

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
struct Restart {};  ///< the nodes as they are become the first ones: the log is forgotten
// clang-format on

using Command = std::variant<AddNode, RemoveNode, RenameNode, WeighNode, RelocateNode, SetNodeState, MoveEntries,
                             SetNodes, SetNodeCount, SetStrategy, SetHash, SetParam, AddStrategy, RemoveStrategy,
                             PromoteStrategy, SetKeys, SetSeed, SetReplicas, SetRequests, Restart>;

/// The scenario after `command`. Moves by hand that no longer hold are forgotten (moves.h). Errors name the field;
/// nothing of `scenario` is lost. What only a build can find out (jump loses a middle node) is found by
/// Simulation::set().
Result<Scenario> apply(const Scenario& scenario, const Command& command);

}  // namespace reshard
