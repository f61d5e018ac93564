#include "core/placement/placement_helpers.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/ranking.h"
#include "core/base/text.h"

namespace reshard {

std::vector<NodeId> ids_by_position(const Cluster& cluster) {
  std::vector<NodeId> ids;
  ids.reserve(cluster.nodes().size());
  for (const Node& node : cluster.nodes()) ids.push_back(node.id);
  return ids;
}

void sort_by_name(std::vector<const Node*>& nodes) {
  const std::vector<const Node*> given = nodes;
  const auto order =
      in_order(given.size(), [&](std::uint32_t a, std::uint32_t b) { return given[a]->name < given[b]->name; });
  for (std::size_t i = 0; i < order.size(); ++i) nodes[i] = given[order[i]];
}

Status check_hashable(const HashFunction& hash, const Node& node) {
  if (hash.accepts == nullptr || hash.accepts(node.name)) return Done{};
  return Error{ErrorCode::malformed,
               "nodes[" + node.name + "]",
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
      return Error{
          ErrorCode::malformed, "nodes[" + node.name + "].weight", {short_number(node.weight), "a whole number"}};
    }
    weights.push_back(static_cast<std::uint64_t>(node.weight));
  }
  return weights;
}

std::string written(std::uint64_t number, unsigned width, Numerals numerals) {
  switch (numerals) {
    case Numerals::kHex: return "0x" + hex64(number).substr(2 + (64 - width) / 4);
    case Numerals::kDecimal: return decimal(number);
    case Numerals::kSigned:
    case Numerals::kSignedPair: return signed_decimal(static_cast<std::int64_t>(number));
    case Numerals::kTenths: return decimal(number / kTenth);
    case Numerals::kSignedByte: return signed_decimal(std::int64_t{static_cast<std::int8_t>(number)});
  }
  check_failed("numerals", __FILE__, __LINE__);
}

Step owner_step(NodeId owner) { return {owner == kNoNode ? "unplaced" : "owner", "", owner}; }

Step served_step(NodeId server, std::string_view why) { return {"served_by", "", server, why}; }

Flags down_nodes(const Cluster& cluster) {
  Flags down(cluster.known(), false);
  for (const Node& node : cluster.nodes()) down[index_of(node.id)] = node.state == NodeState::kDown;
  return down;
}

void fill_with_next(const Placement& placement, const Flags& down, const KeyBlock& keys, unsigned replicas,
                    std::span<NodeId> owners) {
  if (replicas == 1) return;
  const auto gone = static_cast<unsigned>(std::count(down.begin(), down.end(), true));
  std::vector<NodeId> order(replicas + gone);
  for (std::uint32_t i = 0; i < keys.size; ++i) {
    const auto row = owners.subspan(std::size_t{i} * replicas, replicas);
    placement.place_replicas(keys.slice(i, 1), replicas + gone, order);
    std::size_t found = row[0] == kNoNode ? 0 : 1;
    for (const NodeId node : order) {
      if (found == row.size() || node == kNoNode) break;
      if (node != row[0] && !down[index_of(node)]) row[found++] = node;
    }
    std::fill(row.begin() + static_cast<std::ptrdiff_t>(found), row.end(), kNoNode);
  }
}

}  // namespace reshard
