// Elasticsearch: a shard is a run of routing shards, of which there are many from the start, so that an index can
// split.
//
// routing shard = floorMod(murmur3_32(routing as UTF-16, little-endian), R), shard = routing shard / (R / S), as in
// OperationRouting and Murmur3HashFunction. Nodes here are shards, numbered by position. R is fixed when an index is
// created; by Elasticsearch's own rule it is S · 2^max(1, 10 - ceil(log2 S)), which is the same for S and 2 S (up to
// 512): doubling splits every shard in two; any other number of shards needs a new index.

#include <algorithm>
#include <bit>

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/placement_helpers.h"
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

class ElasticsearchPlacement final : public TablePlacement {
 public:
  ElasticsearchPlacement(std::uint64_t routing_shards, const std::vector<NodeId>& shards)
      : TablePlacement(SlotRule::floor_remainder(routing_shards), "routing shard"),
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
  const auto shards = ids_by_position(input.cluster);
  const auto given = static_cast<std::uint64_t>(input.params[kRoutingShards]);
  const std::uint64_t routing_shards = given == 0 ? routing_shards_by_rule(shards.size()) : given;
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
    .summary = "Even without a table, and doubling splits every shard in two and moves nothing else.",
    .limits =
        "The number of shards can only be multiplied or divided; anything else needs a new index; it ignores weights.",
    .source = "Elasticsearch, OperationRouting and Murmur3HashFunction; rows computed by its formula",
    .lookup = "O(1)",
    .traits = {Trait::kAnyRemoval},
    .down = kDownCases,
    .params = kParams,
    .hash = "murmur3_32",
    .hash_fixed = true,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
