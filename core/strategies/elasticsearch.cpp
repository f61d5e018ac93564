// Elasticsearch: a shard is a run of routing shards, of which there are many from the start, so that an index can
// split.
//
// routing shard = floorMod(murmur3_32(routing as UTF-16, little-endian), R), shard = routing shard / (R / S), as in
// OperationRouting and Murmur3HashFunction. R is fixed when an index is created; by Elasticsearch's own rule it is
// S · 2^max(1, 10 - ceil(log2 S)), which is the same for S and 2 S (up to 512). Indices created since 9.4 take the
// remainder by S instead (elasticsearch_routing.cpp).
//
// Every node here holds one shard. A new index numbers the shards by the nodes' positions. Adding or removing nodes in
// one step so that the number of shards is multiplied or divided, and still divides R, is _split or _shrink: shard p
// becomes p k … p k + k - 1, or all of these become p, and a node that stays keeps the first part of its own shard, or
// the shard that its own became a part of (the first such node does); the others get the other numbers in order. So a
// split in two moves half of each shard and nothing else. As many nodes as before just take over the shards of those that
// left. Any other number of shards is a new index, into which all documents are written again.

#include "core/base/text.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/systems/elasticsearch_index.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

enum Param { kRoutingShards };

constexpr ParamSpec kParams[] = {routing_shards_param()};

std::uint64_t routing_hash(std::string_view key, const HashFunction&, std::uint64_t) { return elasticsearch_hash(key); }

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) {
  return {{&hash, 0, routing_hash, true}};
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
      replayed_runs(input.cluster, static_cast<std::uint64_t>(input.params[kRoutingShards]));
  if (routing_shards % shards.size() != 0) return uneven_routing_shards(routing_shards, shards.size());
  return make_placement<ElasticsearchPlacement>(routing_shards, shards);
}

constexpr auto kDownCases = cases_of(kElasticsearchDown);

}  // namespace

extern const DownRules elasticsearch_down;
constinit const DownRules elasticsearch_down = kElasticsearchDown;

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
