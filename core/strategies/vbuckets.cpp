// Couchbase vBuckets: the upper half of a key's CRC-32 chooses one of 1024 buckets, a map has the bucket's nodes.
//
// vb = ((crc32(key) >> 16) & 0x7fff) & (buckets - 1), as in the client libraries (libvbucket, couchbase-client). The
// map is dealt with least movement, as SlotTable says; Couchbase's own planner has the same aim.

#include "core/hash/functions.h"
#include "core/strategies/placement_helpers.h"
#include "core/strategies/table_placement.h"

namespace reshard {
namespace {

enum Param { kBuckets };

// The mask leaves 15 bits of the hash.
constexpr ParamSpec kParams[] = {
    {.key = "buckets",
     .label = "vBuckets",
     .min = 1,
     .max = 32768,
     .fallback = 1024,
     .scale = ParamSpec::Scale::kLog,
     .constraint = ParamSpec::Constraint::kPowerOfTwo,
     .unit = "vBuckets"},
};

std::uint64_t upper_bits(std::string_view key, const HashFunction&, std::uint64_t) { return crc32(key) >> 16 & 0x7fff; }

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash, 0, upper_bits}}; }

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const auto rule = SlotRule::remainder(static_cast<std::uint64_t>(input.params[kBuckets]));
  return make_placement<DealtPlacement>(input, rule, "vBucket");
}

}  // namespace

extern const Strategy vbuckets_strategy;
constinit const Strategy vbuckets_strategy{
    .id = "vbuckets",
    .title = "Couchbase vBuckets",
    .family = Family::kTable,
    .summary = "A map of 1024 buckets, each with its active node and its replicas, that every client holds.",
    .limits = "The number of buckets is for good, and with a hundred nodes ten buckets each are no longer even.",
    .source = "Couchbase client libraries; rows computed by the formula of two of them",
    .lookup = "O(1)",
    .traits = kDealtTraits,
    .params = kParams,
    .hash = "crc32",
    .hash_fixed = true,
    .expected_spread = dealt_spread,
    .entry = "vBucket",
    .entries = dealt_entries,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
