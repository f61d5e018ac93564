// Couchbase vBuckets: the upper half of a key's CRC-32 chooses one of 1024 buckets, and a map lists the bucket's nodes.
//
// vb = ((crc32(key) >> 16) & 0x7fff) & (buckets - 1), as in the client libraries (libvbucket, couchbase-client). The
// map is dealt with minimal movement (see SlotTable); Couchbase's own planner has the same aim. Nodes are added and
// removed first, and one rebalance serves them all: the changes of one step.

#include "core/hash/functions.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/system_rules.h"
#include "core/placement/table_placement.h"

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
  const auto rule = SlotRule::remainder(static_cast<std::uint64_t>(input.params[kBuckets])).in(Numerals::kDecimal);
  return make_placement<DealtPlacement>(input, rule, "vBucket", goes_on_from<DealtPlacement>(input),
                                        Replay::Changes::kAtOnce);
}

Status fits(const Node& node, std::span<const double>) { return check_no_weight("Couchbase", node); }

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "Requests for its buckets fail until it is failed over, by hand or after 120 s: then replicas of "
              "them are made active.",
     .source = "Couchbase documentation, Automatic Failover"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules vbuckets_down;
constinit const DownRules vbuckets_down = kDown;

extern const Strategy vbuckets_strategy;
constinit const Strategy vbuckets_strategy{
    .id = "vbuckets",
    .title = "Couchbase vBuckets",
    .family = Family::kTable,
    .summary = "A map of 1,024 buckets, each with an active node and replicas, that every client holds.",
    .limits = "The number of buckets is fixed forever; with 100 nodes, ten buckets each are no longer even.",
    .source = "Couchbase client libraries; rows computed by the formula of two of them",
    .lookup = "O(1)",
    .traits = kDealtTraits,
    .down = kDownCases,
    .params = kParams,
    .hash = "crc32",
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .expected_spread = dealt_spread,
    .entry = "vBucket",
    .entries = dealt_entries,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
