#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/replay.h"
#include "core/placement/strategy.h"

// What strategies that place as Elasticsearch share: its hash, and shards that are split and shrunk.

namespace reshard {

/// Murmur3HashFunction.hash(): of the text as UTF-16, extended to 64 bits with its sign.
inline std::uint64_t elasticsearch_hash(std::string_view text) {
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(murmur3_32(to_utf16(text)))});
}

/// MetadataCreateIndexService.calculateNumRoutingShards().
inline std::uint64_t routing_shards_by_rule(std::uint64_t shards) {
  const auto log2 = static_cast<int>(std::bit_width(shards - 1));  // rounded up
  return shards << std::max(1, 10 - log2);
}

/// An index: its routing shards, and the node that holds each shard.
struct ElasticsearchIndex {
  std::uint64_t routing_shards;
  std::vector<NodeId> shards;
};

/// A new index on these nodes; `given`: its routing shards, or 0.
inline ElasticsearchIndex new_index(std::span<const Node> nodes, std::uint64_t given) {
  ElasticsearchIndex index{given == 0 ? routing_shards_by_rule(nodes.size()) : given, {}};
  for (const Node& node : nodes) index.shards.push_back(node.id);
  return index;
}

/// Splits or shrinks the index to one shard on each of these nodes. `part_of(p)`: the shard that shard p becomes, or
/// whose first part it is. A node that stays keeps that one, if none before it does; the others take the other shards
/// in order.
template <typename PartOf>
void resize(ElasticsearchIndex& index, std::span<const Node> nodes, PartOf part_of) {
  const std::size_t before = index.shards.size();
  std::vector<NodeId> shards(nodes.size(), kNoNode);
  std::vector<NodeId> others;  // in order
  for (const Node& node : nodes) {
    const auto held = std::find(index.shards.begin(), index.shards.end(), node.id);
    const auto p = static_cast<std::size_t>(held - index.shards.begin());
    if (p == before || shards[part_of(p)] != kNoNode) {
      others.push_back(node.id);
    } else {
      shards[part_of(p)] = node.id;
    }
  }
  auto next = others.begin();
  for (NodeId& shard : shards) {
    if (shard == kNoNode) shard = *next++;
  }
  index.shards = std::move(shards);
}

/// The index after everything that happened to the cluster. `given`: its routing shards, or 0. `resized(index, nodes)`
/// splits or shrinks it to one shard on each of these nodes; false where Elasticsearch cannot, and it is a new one.
template <typename Resized>
ElasticsearchIndex replayed_index(const Cluster& cluster, std::uint64_t given, Resized resized) {
  Replay replay(cluster, Replay::Changes::kAtOnce);
  ElasticsearchIndex index = new_index(replay.nodes(), given);
  while (replay.next() != nullptr) {
    if (!replay.in_command() && !resized(index, replay.nodes())) index = new_index(replay.nodes(), given);
  }
  return index;
}

/// The same where shard p is a run of routing shards.
inline ElasticsearchIndex replayed_runs(const Cluster& cluster, std::uint64_t given) {
  return replayed_index(cluster, given, [](ElasticsearchIndex& index, std::span<const Node> nodes) {
    const std::size_t before = index.shards.size(), after = nodes.size();
    const bool whole = after % before == 0 || before % after == 0;
    if (!whole || index.routing_shards % after != 0 || index.routing_shards % before != 0) return false;
    resize(index, nodes, [=](std::size_t p) { return p * after / before; });
    return true;
  });
}

/// The error for routing shards that cannot be divided evenly.
inline Error uneven_routing_shards(std::uint64_t routing_shards, std::uint64_t shards) {
  return {ErrorCode::unsupported,
          "routing_shards",
          {"{1} cannot be divided evenly among {2} shards: choose a multiple of {2}", decimal(routing_shards),
           decimal(shards)}};
}

constexpr ParamSpec routing_shards_param() {
  return {.key = "routing_shards",
          .label = "Routing shards (0 = automatic)",
          .min = 0,
          .max = 65536,
          .fallback = 0,
          .unit = "routing shards"};
}

inline constexpr DownRule kElasticsearchDown[] = {
    {.does = Failover::kFails,
     .words = "A replica of the shard is promoted at once; without one the shard is unassigned and the index is "
              "red.",
     .source = "Elasticsearch reference, Cluster health and Reading and writing documents"},
};

}  // namespace reshard
