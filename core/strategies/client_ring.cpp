// The rings of Ruby's, PHP's and Python's clients: in most of them, a key belongs to the last point at or before it.
//
// Each row of the table below is a program, read and run; rows that it printed are in
// tests/vectors/ring_<dialect>.csv. What each does, and its traps:
// * Dalli, a memcached client in Ruby: placement/systems/dalli_ring.h
// * redis-rb, Redis::Distributed in Ruby: placement/systems/redis_rb_ring.h
// * Predis in PHP, with its two rings: placement/systems/predis_ring.h
// * carbon, Graphite's relay in Python: placement/systems/carbon_ring.h

#include <cmath>

#include "core/placement/dialects.h"
#include "core/placement/systems/carbon_ring.h"
#include "core/placement/systems/dalli_ring.h"
#include "core/placement/systems/predis_ring.h"
#include "core/placement/systems/redis_rb_ring.h"

namespace reshard {
namespace {

using namespace client_rings;

constexpr Dialect kDialects[] = {kDalli, kRedisRb, kPredis, kPredisKetama, kCarbonCh, kFnv1aCh};
constexpr auto kIds = ids_of(kDialects);

constexpr ParamSpec::Condition with_system(std::string_view system) {
  return with_dialects(kDialects, [system](const Dialect& dialect) { return dialect.system == system; });
}

enum Switch { kOn, kOff };
constexpr std::string_view kSwitch[] = {"true", "false"}, kUnusual[] = {"false", "true"};
constexpr std::string_view kIdentities[] = {"url", "id"};
constexpr ParamSpec kParams[] = {
    choice_param("dialect", "Dialect", kIds),
    only_with(choice_param("failover", "Failover", kSwitch), with_system("Dalli")),
    only_with(choice_param("identified_by", "Servers are identified by", kIdentities), with_system("redis-rb")),
    only_with(choice_param("diverse_replicas", "Replicas on different hosts", kSwitch), with_system("carbon")),
    only_with(choice_param("dynamic_router", "Dynamic router", kUnusual), with_system("carbon")),
};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction&) {
  const Dialect& dialect = dialect_of(params);
  return {recipe_of(dialect.position, dialect.numbered != nullptr)};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const Dialect& dialect = dialect_of(input.params);
  return dialect.build(input, dialect);
}

Traits traits(std::span<const double> params) {
  const Dialect& dialect = dialect_of(params);
  if (dialect.numbered == nullptr || params[kDiverse] != 0) return dialect.traits;
  return {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kMayBeUndersized};
}

// Under fnv1a_ch, destinations without instances have the same points, each a few positions after the first one's: it
// has nearly all keys.
double expected_spread(std::size_t nodes, std::span<const double> params) {
  const Dialect& dialect = dialect_of(params);
  if (dialect.numbered == fnv_texts) return std::sqrt(static_cast<double>(nodes) - 1);
  return std::sqrt(dialect.variance) * ring_spread(nodes, dialect.points);
}

Status fits(const Node& node, std::span<const double> params) {
  const Dialect& dialect = dialect_of(params);
  return dialect.fits(dialect, node, params);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kOwn,
     .words =
         "With failover, which is the default, the key is hashed again with the number of the try before it, up to "
         "19 times; if all these lead to dead servers, Dalli raises a RingError.",
     .source = "Dalli 3.0.6, ring.rb, server_from_continuum()",
     .with = with_system("Dalli"),
     .also = {"failover", 1u << kOn}},
    {.does = Failover::kFails,
     .words = "With failover: false, Dalli raises a RingError: the server keeps its keys until it is back.",
     .source = "Dalli 3.0.6, ring.rb, server_from_continuum()",
     .with = with_system("Dalli")},
    {.does = Failover::kFails,
     .words =
         "Redis::Distributed looks at no server: requests for the keys raise a CannotConnectError until it is back.",
     .source = "redis-rb 4.8.0, distributed.rb, node_for()",
     .with = with_system("redis-rb")},
    {.does = Failover::kFails,
     .words = "Predis looks at no server: requests for the keys throw a ConnectionException until it is back.",
     .source = "Predis 1.1.10, PredisCluster.php, getConnection()",
     .with = with_system("Predis")},
    {.does = Failover::kFails,
     .words =
         "The relay keeps the destination's metrics in its queue until it is back, and drops what the queue cannot "
         "hold.",
     .source = "carbon 1.1.7, client.py, CarbonClientFactory",
     .with = with_system("carbon"),
     .also = {"dynamic_router", 1u << 0}},
    {.does = Failover::kOwn,
     .words =
         "With DYNAMIC_ROUTER, after DYNAMIC_ROUTER_MAX_RETRIES attempts, the destination's points are taken off the "
         "ring: its metrics go to the next ones.",
     .source = "carbon 1.1.7, client.py, CarbonClientFactory.destinationDown()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules client_ring_down;
constinit const DownRules client_ring_down = kDown;

extern const Strategy client_ring_strategy;
constinit const Strategy client_ring_strategy{
    .id = "client_ring",
    .title = "Rings of Ruby, PHP and Python",
    .family = Family::kRing,
    .summary = "Finds the keys of Dalli, redis-rb, Predis and Graphite’s carbon, each with a ring of its own.",
    .limits = "No two of them agree; with weights in Dalli and Predis, keys also move between servers that stay.",
    .source = "Dalli 3.0.6, redis-rb 4.8.0, Predis 1.1.10, carbon 1.1.7",
    .lookup = "O(log(160 n))",
    .traits = kDialects[0].traits,
    .down = kDownCases,
    .params = kParams,
    .hash = "crc32",
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
