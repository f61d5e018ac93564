#include "core/strategies/placement_helpers.h"

#include <cmath>

#include "core/base/text.h"

namespace reshard {

std::vector<NodeId> ids_by_position(const Cluster& cluster) {
  std::vector<NodeId> ids;
  ids.reserve(cluster.nodes().size());
  for (const Node& node : cluster.nodes()) ids.push_back(node.id);
  return ids;
}

Status check_hashable(const HashFunction& hash, const Node& node) {
  if (hash.accepts == nullptr || hash.accepts(node.name)) return Done{};
  return Error{ErrorCode::malformed, "nodes[" + node.name + "]",
               {node.name, "input of the hash function " + std::string(hash.id)}};
}

Result<std::vector<std::uint64_t>> hash_node_names(const BuildInput& input) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(input.cluster.nodes().size());
  for (const Node& node : input.cluster.nodes()) {
    if (const auto name = check_hashable(input.hash, node); !name.ok()) return name.error();
    hashes.push_back(input.hash.hash64(node.name, 0));
  }
  return hashes;
}

Result<std::vector<std::uint64_t>> whole_weights(const Cluster& cluster) {
  std::vector<std::uint64_t> weights;
  for (const Node& node : cluster.nodes()) {
    if (node.weight != std::floor(node.weight)) {
      return Error{ErrorCode::malformed, "nodes[" + node.name + "].weight", {short_number(node.weight), "a whole number"}};
    }
    weights.push_back(static_cast<std::uint64_t>(node.weight));
  }
  return weights;
}

Step owner_step(NodeId owner) {
  return {owner == kNoNode ? "unplaced" : "owner", "", owner};
}

}  // namespace reshard
