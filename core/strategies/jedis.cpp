// Jedis's ShardedJedis: a ring with 160 points per unit of weight, by MurmurHash64A or MD5.
//
// Jedis 3.10.0, redis.clients.jedis.util.Sharded (removed in Jedis 4). A shard with a name has the texts "name*n"; one
// without is named after its place, "SHARD-0-NODE-n", so removing a shard from the middle renumbers those after it.
// Java's longs are signed: under Murmur the ring begins at the negative positions, which flipping the sign bit achieves
// here. Of two points at one position the map keeps the later one.

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"

namespace reshard {
namespace {

enum Param { kNames, kFunction };
enum Function { kMurmur64a, kMd5 };

constexpr std::string_view kNamings[] = {"unnamed", "named"};
constexpr std::string_view kFunctions[] = {"murmur64a", "md5"};
constexpr ParamSpec kParams[] = {
    choice_param("names", "Shards are identified by", kNamings),
    choice_param("function", "Hash function", kFunctions),
};
constexpr double kPointsPerWeight = 160;

bool uses_md5(std::span<const double> params) { return static_cast<Function>(params[kFunction]) == kMd5; }

std::uint64_t signed_murmur(std::string_view key, const HashFunction&, std::uint64_t seed) {
  return murmur64a(key, seed) ^ kSignBit;
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction&) {
  if (uses_md5(params)) return {{&md5_hash, 0, md5_word}};
  return {{&murmur64a_hash, 0x1234ABCD, signed_murmur}};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const bool named = input.params[kNames] == 1;
  std::vector<NumberedTexts> shards;
  for (const Node& node : input.cluster.nodes()) {
    const std::string before = named ? node.name + "*" : "SHARD-" + decimal(shards.size()) + "-NODE-";
    shards.push_back({before, "", points_of(node, kPointsPerWeight)});
  }
  const RingShape shape{.width = uses_md5(input.params) ? 32u : 64u,
                        .ties = Ties::kLastAdded,
                        .reading = uses_md5(input.params) ? kMd5Word : "MurmurHash64A",
                        .numerals = Numerals::kSigned};
  return make_ring(input, shape, text_points<std::uint64_t>(std::move(shards), recipes(input.params, input.hash)),
                   "nodes");
}

Traits traits(std::span<const double> params) {
  if (params[kNames] == 0) return {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd};
  return {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove};
}

double expected_spread(std::size_t nodes, std::span<const double>) { return ring_spread(nodes, kPointsPerWeight); }

Status fits(const Node& node, std::span<const double>) { return check_whole_weight("Jedis", node); }

std::uint64_t points_on_ring(const Node& node, std::span<const double>) { return points_of(node, kPointsPerWeight); }

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words = "Jedis throws a JedisConnectionException: the shard keeps its keys until it is back, or the list of "
              "shards changes.",
     .source = "Jedis 3.10.0, Sharded.getShard() and ShardedJedisPool"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules jedis_down;
constinit const DownRules jedis_down = kDown;

extern const Strategy jedis_strategy;
constinit const Strategy jedis_strategy{
    .id = "jedis",
    .title = "Jedis",
    .family = Family::kRing,
    .summary = "Finds the keys of a legacy ShardedJedis; with named shards, only a shard's own keys move.",
    .limits = "Unnamed shards are identified by position: removing one moves the keys of all shards after it.",
    .source = "Jedis 3.10.0, redis.clients.jedis.util.Sharded",
    .lookup = "O(log(160 n))",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd},
    .down = kDownCases,
    .params = kParams,
    .hash = "murmur64a",
    .hash_fixed = true,
    .numerals = Numerals::kSigned,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
    .fits = fits,
    .points = points_on_ring,
};

}  // namespace reshard
