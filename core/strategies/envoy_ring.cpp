// Envoy's ring_hash: a ring with a minimum number of points, dealt to the hosts by weight.
//
// Envoy, source/extensions/load_balancing_policies/ring_hash. Weights are normalised to a sum of 1; the ring is scaled
// so that the lightest host has a whole number of points and all hosts together have at least min_size, but at most
// max_size: scale = min(ceil(least weight · min_size) / least weight, max_size). Hosts then take points while a running
// sum of points is below a running sum of scale · weight. Points are hashes of "address_0", "address_1", …; keys are
// hashed by xxHash64. As a host's points depend on the number of hosts, the others lose points when a host joins.

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"
#include "core/placement/systems/envoy_panic.h"

namespace reshard {
namespace {

enum Param { kMinSize, kMaxSize, kFunction };
enum Function { kXx, kMurmur2 };

constexpr std::string_view kFunctions[] = {"xx", "murmur2"};
constexpr double kSizeLimit = 8'388'608;
constexpr ParamSpec kParams[] = {
    {.key = "min_size",
     .label = "Min ring size",
     .min = 1,
     .max = kSizeLimit,
     .fallback = 1024,
     .scale = ParamSpec::Scale::kLog,
     .unit = "points"},
    {.key = "max_size",
     .label = "Max ring size",
     .min = 1,
     .max = kSizeLimit,
     .fallback = kSizeLimit,
     .scale = ParamSpec::Scale::kLog,
     .unit = "points"},
    choice_param("function", "Hash function of the points", kFunctions),
    kEnvoyPanicThreshold,
};

// What Envoy calls murmur2 is MurmurHash64A with the seed of GNU's libstdc++.
constexpr std::uint64_t kMurmurSeed = 0xc70f6907;

/// How many points each host has, by position.
std::vector<std::uint64_t> points_by_weight(std::span<const Node> nodes, double min_size, double max_size) {
  double total = 0;
  for (const Node& node : nodes) total += node.weight;
  double least = 1;
  for (const Node& node : nodes) {
    if (node.weight > 0) least = std::min(least, node.weight / total);
  }
  const double scale = std::min(std::ceil(least * min_size) / least, max_size);

  std::vector<std::uint64_t> points;
  double current = 0;
  double target = 0;
  for (const Node& node : nodes) {
    target += scale * (node.weight / total);
    // The original counts up one by one; both sums stay below 2^53, so the result is the same.
    const double taken = std::max(0.0, std::ceil(target) - current);
    points.push_back(static_cast<std::uint64_t>(taken));
    current += taken;
  }
  return points;
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const double min_size = input.params[kMinSize];
  const double max_size = input.params[kMaxSize];
  if (min_size > max_size) {
    return Error{ErrorCode::out_of_range,
                 "min_size",
                 {short_number(min_size), "1", short_number(max_size) + ", the largest size"}};
  }
  const auto nodes = input.cluster.nodes();
  const auto points = points_by_weight(nodes, min_size, max_size);
  std::vector<NumberedTexts> hosts;
  for (std::size_t i = 0; i < nodes.size(); ++i) hosts.push_back({nodes[i].name + "_", "", points[i]});
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (points[i] > 0 || nodes[i].weight == 0) continue;
    return Error{ErrorCode::unsupported, "max_size", {"a ring this small leaves {1} without a point", nodes[i].name}};
  }
  const Recipe point = static_cast<Function>(input.params[kFunction]) == kXx ? Recipe{&xxh64_hash}
                                                                             : Recipe{&murmur64a_hash, kMurmurSeed};
  return make_ring(input, RingShape{.reading = "xxHash64"}, text_points<std::uint64_t>(std::move(hosts), {point}),
                   "min_size");
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  const auto n = static_cast<double>(nodes);
  return ring_spread(nodes, std::max(1.0, std::min(std::ceil(params[kMinSize] / n), params[kMaxSize] / n)));
}

Status fits(const Node& node, std::span<const double>) { return check_envoy_weight(node); }

constexpr DownRule kDown[] = {
    envoy_panic_rule(),
    {.does = Failover::kRebuilt,
     .words = "The ring is rebuilt from the healthy hosts. As it keeps its size, some keys of other hosts move too.",
     .source = "Envoy, thread_aware_lb_impl.cc, refresh()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules envoy_ring_down;
constinit const DownRules envoy_ring_down = kDown;

extern const Strategy envoy_ring_strategy;
constinit const Strategy envoy_ring_strategy{
    .id = "envoy_ring",
    .title = "Envoy ring hash",
    .family = Family::kRing,
    .summary = "Envoy's ring_hash: the ring keeps its size, whatever the number of hosts.",
    .limits = "Each added host leaves fewer points to the others, so keys also move between remaining hosts.",
    .source = "Envoy, source/extensions/load_balancing_policies/ring_hash",
    .lookup = "O(log(min_size))",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas},
    .down = kDownCases,
    .params = kParams,
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .expected_spread = expected_spread,
    .recipes = one_hash,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
