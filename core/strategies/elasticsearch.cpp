// Elasticsearch: a shard is a run of routing shards, of which there are many from the start, so that an index can
// split.
//
// routing shard = floorMod(murmur3_32(routing as UTF-16, little-endian), R), shard = routing shard / (R / S), as in
// OperationRouting and Murmur3HashFunction. R is fixed when an index is created; by Elasticsearch's own rule it is
// S · 2^max(1, 10 - ceil(log2 S)), which is the same for S and 2 S (up to 512).
//
// Every node here holds one shard. A new index numbers the shards by the nodes' positions. Adding or removing nodes in
// one step so that the number of shards is multiplied or divided, and still divides R, is _split or _shrink: shard p
// becomes p k … p k + k - 1, or all of these become p, and a node that stays keeps the first part of its own shard, or
// the shard that its own became a part of (the first such node does); the others get the other numbers in order. So a
// split in two moves half of each shard and nothing else. As many nodes as before just take over the shards of those that
// left. Any other number of shards is a new index, into which all documents are written again.

#include <algorithm>
#include <bit>

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/replay.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kRoutingShards };

constexpr ParamSpec kParams[] = {
    {.key = "routing_shards",
     .label = "Routing shards (0 = automatic)",
     .min = 0,
     .max = 65536,
     .fallback = 0,
     .unit = "routing shards"},
};

// The signed 32-bit hash, extended to 64 bits.
std::uint64_t routing_hash(std::string_view key, const HashFunction&, std::uint64_t) {
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(murmur3_32(to_utf16(key)))});
}

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) {
  return {{&hash, 0, routing_hash, true}};
}

std::uint64_t routing_shards_by_rule(std::uint64_t shards) {
  const auto log2 = static_cast<int>(std::bit_width(shards - 1));  // rounded up
  return shards << std::max(1, 10 - log2);
}

/// An index: its routing shards, and the node that holds each shard.
struct Index {
  std::uint64_t routing_shards;
  std::vector<NodeId> shards;
};

/// A new index on these nodes; `given`: its routing shards, or 0.
Index new_index(std::span<const Node> nodes, std::uint64_t given) {
  Index index{given == 0 ? routing_shards_by_rule(nodes.size()) : given, {}};
  for (const Node& node : nodes) index.shards.push_back(node.id);
  return index;
}

/// Splits or shrinks the index to one shard on each of these nodes; false where Elasticsearch cannot.
bool resize(Index& index, std::span<const Node> nodes) {
  const std::size_t before = index.shards.size(), after = nodes.size();
  const bool whole = after % before == 0 || before % after == 0;
  if (!whole || index.routing_shards % after != 0 || index.routing_shards % before != 0) return false;
  std::vector<NodeId> shards(after, kNoNode);
  std::vector<NodeId> others;  // in order
  for (const Node& node : nodes) {
    const auto held = std::find(index.shards.begin(), index.shards.end(), node.id);
    const auto p = static_cast<std::size_t>(held - index.shards.begin());
    if (p == before || shards[p * after / before] != kNoNode) {
      others.push_back(node.id);
    } else {
      shards[p * after / before] = node.id;
    }
  }
  auto next = others.begin();
  for (NodeId& shard : shards) {
    if (shard == kNoNode) shard = *next++;
  }
  index.shards = std::move(shards);
  return true;
}

/// The index after everything that happened to the cluster.
Index replayed(const Cluster& cluster, std::uint64_t given) {
  Replay replay(cluster, Replay::Changes::kAtOnce);
  Index index = new_index(replay.nodes(), given);
  while (replay.next() != nullptr) {
    if (!replay.in_command() && !resize(index, replay.nodes())) index = new_index(replay.nodes(), given);
  }
  return index;
}

class ElasticsearchPlacement final : public TablePlacement {
 public:
  ElasticsearchPlacement(std::uint64_t routing_shards, const std::vector<NodeId>& shards)
      : TablePlacement(SlotRule::floor_remainder(routing_shards).in(Numerals::kSigned), "routing shard"),
        per_shard_(routing_shards / shards.size()) {
    for (std::size_t slot = 0; slot < slots_.size(); ++slot)
      slots_[slot] = shards[slot / static_cast<std::size_t>(per_shard_)];
  }

  std::uint64_t memory_bytes() const override { return slots_.size() / per_shard_ * sizeof(NodeId); }

 private:
  void explain_slot(const SingleKey&, std::uint64_t slot, Trace& trace) const override {
    trace.push_back({"shard", decimal(slot) + " / " + decimal(per_shard_) + " = " + decimal(slot / per_shard_)});
  }

  std::uint64_t per_shard_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const auto [routing_shards, shards] =
      replayed(input.cluster, static_cast<std::uint64_t>(input.params[kRoutingShards]));
  if (routing_shards % shards.size() != 0) {
    return Error{ErrorCode::unsupported,
                 "routing_shards",
                 {"{1} cannot be divided evenly among {2} shards: choose a multiple of {2}", decimal(routing_shards),
                  decimal(shards.size())}};
  }
  return make_placement<ElasticsearchPlacement>(routing_shards, shards);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "A replica of the shard is promoted at once; without one the shard is unassigned and the index is "
              "red.",
     .source = "Elasticsearch reference, Cluster health and Reading and writing documents"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules elasticsearch_down;
constinit const DownRules elasticsearch_down = kDown;

extern const Strategy elasticsearch_strategy;
constinit const Strategy elasticsearch_strategy{
    .id = "elasticsearch",
    .title = "Elasticsearch routing",
    .family = Family::kTable,
    .summary = "Even without a table; doubling in one step splits every shard in two, and moves nothing else.",
    .limits =
        "The number of shards can only be multiplied or divided; anything else needs a new index; it ignores weights.",
    .source = "Elasticsearch, OperationRouting and Murmur3HashFunction; rows computed by its formula",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval, Trait::kHistory},
    .down = kDownCases,
    .params = kParams,
    .hash = "murmur3_32",
    .hash_fixed = true,
    .numerals = Numerals::kSigned,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
