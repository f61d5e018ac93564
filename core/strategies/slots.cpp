// Fixed slots and a table: key → slot by formula, slot → node by a table that people and programs rebalance.
//
// What Couchbase, Hazelcast, Riak, Tarantool and Redis Cluster have in common, without their dialects. The number of
// slots never changes; adding or removing a node only rewrites table entries. The table is dealt by weight with minimal
// movement (see SlotTable).

#include "core/placement/placement_helpers.h"
#include "core/placement/table_placement.h"

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
      input, ring ? SlotRule::proportion(slots, input.hash.bits) : SlotRule::remainder(slots), "slot",
      goes_on_from<DealtPlacement>(input));
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words =
         "Others serve the slots of a dead member: Hazelcast promotes backups and reassigns the rest; in Riak the next nodes stand in.",
     .source = "Hazelcast's InternalPartitionService; Riak's fallback vnodes; Dynamo, SOSP 2007, section 4.6"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules slots_down;
constinit const DownRules slots_down = kDown;

extern const Strategy slots_strategy;
constinit const Strategy slots_strategy{
    .id = "slots",
    .title = "Fixed slots",
    .family = Family::kTable,
    .summary = "Even, weighted, with minimal movement: what most databases do, because a table can express anything.",
    .limits = "The number of slots is fixed forever and should be about 100 per node; every client needs the table.",
    .source = "Common to Couchbase, Hazelcast, Riak, vshard and Redis Cluster; Dynamo's third strategy, SOSP 2007",
    .lookup = "O(1)",
    .traits = kDealtTraits,
    .down = kDownCases,
    .params = kParams,
    .expected_spread = dealt_spread,
    .entry = "slot",
    .entries = dealt_entries,
    .recipes = one_hash,
    .build = build,
};

}  // namespace reshard
