// Fixed slots and a table: key → slot by formula, slot → node by a table that people and programs rebalance.
//
// What Couchbase, Hazelcast, Riak, Tarantool and Redis Cluster have in common, without their dialects. The number of
// slots is for good; a node added or removed is so many table entries. The table is dealt by weight with least
// movement, as SlotTable says.

#include "core/strategies/placement_helpers.h"
#include "core/strategies/table_placement.h"

namespace reshard {
namespace {

enum Param { kBuckets, kMapping };
enum Mapping { kModulo, kRing };

constexpr std::string_view kMappings[] = {"modulo", "ring"};
constexpr ParamSpec kParams[] = {
    slots_param("buckets", "Slots", 1024, "slots"),
    choice_param("mapping", "Slot of a key", kMappings),
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const auto slots = static_cast<std::uint64_t>(input.params[kBuckets]);
  const bool ring = static_cast<Mapping>(input.params[kMapping]) == kRing;
  return make_placement<DealtPlacement>(
      input, ring ? SlotRule::proportion(slots, input.hash.bits) : SlotRule::remainder(slots), "slot");
}

}  // namespace

extern const Strategy slots_strategy;
constinit const Strategy slots_strategy{
    .id = "slots",
    .title = "Fixed slots",
    .family = Family::kTable,
    .summary = "Even, weighted and with least movement: what most databases do, because a table can say anything.",
    .limits = "The number of slots is for good, a hundred a node are wanted, and every client needs the table.",
    .source = "Common to Couchbase, Hazelcast, Riak, vshard and Redis Cluster; Dynamo's third strategy, SOSP 2007",
    .lookup = "O(1)",
    .traits = kDealtTraits,
    .params = kParams,
    .expected_spread = dealt_spread,
    .entry = "slot",
    .entries = dealt_entries,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
