// Shuffle sharding of Cortex, Mimir and Loki: each tenant has a few of the instances of a ring, drawn by Go's math/rand.
//
// shuffleShard() of grafana/dskit 06829887 (ring/ring.go), without lookback. The seed is the first 8 bytes of MD5(tenant), or
// of the tenant, a zero byte and the zone where there is a zone, highest first, as int64. For each instance of the shard a
// Uint32 is drawn: from the first token strictly above it, the walk goes on to the first instance that is not yet chosen. So
// a larger shard has all instances of a smaller one. With zone awareness each zone is a ring of its own, with a seed of its
// own, and gives as many: the size divided by the zones, rounded up. A shard of as many instances as there are has them all.
//
// A shard is a set, whose instances share the tenant's series. Here they are replicas in the order of choice: of the zones by
// name the first of each, then the second. The owner is the first. Real instances draw their tokens at random, and keep them;
// here token j of a node is the first 4 bytes of MD5("name/j").

#include <algorithm>
#include <array>

#include "core/base/ranking.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/ring_placement.h"
#include "core/placement/systems/go_random.h"

namespace reshard {
namespace {

enum Param { kShardSize, kTokens, kZoneAwareness };

constexpr std::string_view kOffOn[] = {"off", "on"};
constexpr ParamSpec kParams[] = {
    {.key = "shard_size",
     .label = "Shard size",
     .min = 1,
     .max = 1000,
     .fallback = 3,
     .scale = ParamSpec::Scale::kLog,
     .unit = "instances",
     .slides_to = 100},
    {.key = "tokens",
     .label = "Tokens of an instance",
     .min = 1,
     .max = 1000,
     .fallback = 128,
     .scale = ParamSpec::Scale::kLog,
     .unit = "tokens"},
    choice_param("zone_awareness", "Zone awareness", kOffOn),
};

std::uint64_t first_bytes(std::string_view text, std::size_t count) {
  const auto digest = md5(text);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < count; ++i) number = number << 8 | digest[i];
  return number;
}

std::int64_t seed_of(std::string_view tenant, std::string_view zone) {
  std::string text(tenant);
  if (!zone.empty()) text.append(1, '\0').append(zone);
  return static_cast<std::int64_t>(first_bytes(text, 8));
}

// The first number that is drawn where there are no zones.
std::uint64_t first_draw(std::string_view tenant, const HashFunction&, std::uint64_t) {
  return GoRandom(seed_of(tenant, "")).uint32();
}

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash, 0, first_draw}}; }

struct Token {
  std::uint32_t position;
  NodeId instance;
};

/// The tokens of a zone, or of all instances, in order.
struct Zone {
  std::string name;
  std::vector<Token> tokens;
  std::size_t instances;
};

struct Choice {
  std::uint32_t draw;
  NodeId instance;
};

class ShuffledPlacement final : public Placement {
 public:
  /// `aware`: of zones; else there is one without a name.
  ShuffledPlacement(std::vector<Zone> zones, bool aware, std::size_t of_each_zone)
      : zones_(std::move(zones)), aware_(aware), of_each_zone_(of_each_zone) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    std::string buffer;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const Zone& zone = zones_.front();
      const bool in_column = zone.name.empty();
      const std::uint32_t draw = in_column
                                     ? static_cast<std::uint32_t>(keys.hash(i))
                                     : GoRandom(seed_of(keys.keys->name(keys.index(i), buffer), zone.name)).uint32();
      owners[i] = zone.tokens[after(zone, draw)].instance;
    }
  }

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    std::string buffer;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const auto chosen = shard(keys.keys->name(keys.index(i), buffer), replicas);
      for (std::size_t r = 0; r < chosen.size(); ++r) owners[std::size_t{i} * replicas + r] = chosen[r].instance;
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    constexpr std::size_t kShown = 20;
    Trace trace;
    for (const Zone& zone : zones_) {
      if (aware_) trace.push_back({"zone", zone.name});
      trace.push_back({"seed", signed_decimal(seed_of(key.name(), zone.name))});
      for (const Choice& choice : choose(zone, key.name(), std::min(kShown, of_each_zone_))) {
        trace.push_back({"draw", decimal(choice.draw), choice.instance});
      }
    }
    trace.push_back(owner_step(shard(key.name(), 1).front().instance));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    constexpr unsigned kShift = 32;
    constexpr std::size_t kDrawn = 16;
    RingPicture picture;
    picture.rule = RingRule::kAfter;
    picture.key_shift = kShift;
    for (const Zone& zone : zones_) {
      for (const Token& token : zone.tokens) {
        picture.points.push_back({std::uint64_t{token.position} << kShift, token.instance});
      }
    }
    sort_stably(picture.points, [](const auto& a, const auto& b) { return a.position < b.position; });
    auto drawn = shard(key.name(), kDrawn);
    if (drawn.size() == 1 && !zones_.front().name.empty()) drawn.push_back(drawn.front());  // not where its column says
    for (const Choice& choice : drawn) picture.key_positions.push_back(std::uint64_t{choice.draw} << kShift);
    return picture;
  }

  std::uint64_t memory_bytes() const override {
    std::uint64_t tokens = 0;
    for (const Zone& zone : zones_) tokens += zone.tokens.size();
    return tokens * sizeof(Token);
  }

 private:
  // The first token above the number.
  static std::size_t after(const Zone& zone, std::uint32_t draw) {
    const auto at = std::upper_bound(zone.tokens.begin(), zone.tokens.end(), draw,
                                     [](std::uint32_t number, const Token& token) { return number < token.position; });
    return at == zone.tokens.end() ? 0 : static_cast<std::size_t>(at - zone.tokens.begin());
  }

  std::vector<Choice> choose(const Zone& zone, std::string_view tenant, std::size_t count) const {
    GoRandom random(seed_of(tenant, zone.name));
    std::vector<Choice> chosen;
    while (chosen.size() < std::min(count, zone.instances)) {
      const std::uint32_t draw = random.uint32();
      std::size_t at = after(zone, draw);
      const auto is_chosen = [&](const Choice& choice) { return choice.instance == zone.tokens[at].instance; };
      while (std::any_of(chosen.begin(), chosen.end(), is_chosen)) at = (at + 1) % zone.tokens.size();
      chosen.push_back({draw, zone.tokens[at].instance});
    }
    return chosen;
  }

  // The first `most` instances: of each zone the first, then of each zone the second.
  std::vector<Choice> shard(std::string_view tenant, std::size_t most) const {
    const std::size_t needed = std::min(of_each_zone_, most);
    std::vector<std::vector<Choice>> of_zones;
    for (const Zone& zone : zones_) of_zones.push_back(choose(zone, tenant, needed));
    std::vector<Choice> all;
    for (std::size_t i = 0; i < needed; ++i) {
      for (const auto& chosen : of_zones) {
        if (i < chosen.size() && all.size() < most) all.push_back(chosen[i]);
      }
    }
    return all;
  }

  std::vector<Zone> zones_;
  bool aware_;
  std::size_t of_each_zone_;
};

// All instances of the zone, or of the cluster.
Zone zone_of(const Cluster& cluster, std::string_view name, bool aware, std::size_t tokens) {
  Zone zone{std::string(name), {}, 0};
  for (const Node& node : cluster.nodes()) {
    if (aware && node.zone != name) continue;
    ++zone.instances;
    for (std::size_t j = 0; j < tokens; ++j) {
      zone.tokens.push_back({static_cast<std::uint32_t>(first_bytes(node.name + "/" + decimal(j), 4)), node.id});
    }
  }
  sort_stably(zone.tokens, [](const Token& a, const Token& b) { return a.position < b.position; });
  return zone;
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  const auto size = static_cast<std::size_t>(input.params[kShardSize]);
  const auto tokens = static_cast<std::size_t>(input.params[kTokens]);
  const auto nodes = input.cluster.nodes();
  const bool aware = input.params[kZoneAwareness] != 0;
  std::vector<std::string> names;
  for (const Node& node : nodes) {
    const std::string name = aware ? node.zone : "";
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  sort_stably(names, [](const std::string& a, const std::string& b) { return a < b; });
  std::vector<Zone> zones;
  zones.reserve(names.size());
  for (const std::string& name : names) zones.push_back(zone_of(input.cluster, name, aware, tokens));
  const std::size_t of_each = size >= nodes.size() ? nodes.size() : (size + zones.size() - 1) / zones.size();
  return make_placement<ShuffledPlacement>(std::move(zones), aware, of_each);
}

constexpr Traits kWithoutZones = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove,
                                  Trait::kMayBeUndersized};

Traits traits(std::span<const double> params) {
  if (params[kZoneAwareness] == 0) return kWithoutZones;
  return {Trait::kAnyRemoval,    Trait::kReplicas,        Trait::kLeastOnAdd,
          Trait::kLeastOnRemove, Trait::kMayBeUndersized, Trait::kZones};
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return ring_spread(nodes, params[kTokens]);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words =
         "An instance that fails stays in its tenants’ shards: the others of a shard serve, and a tenant all of whose "
         "instances are down is not served. Tenants with other shards notice nothing.",
     .source = "grafana/dskit 06829887, ring/ring.go; Mimir documentation, Configure shuffle sharding"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules shuffle_sharding_down;
constinit const DownRules shuffle_sharding_down = kDown;

extern const Strategy shuffle_sharding_strategy;
constinit const Strategy shuffle_sharding_strategy{
    .id = "shuffle_sharding",
    .title = "Shuffle sharding",
    .family = Family::kRing,
    .summary =
        "Each tenant has a few of the instances, and hardly two tenants the same: one that overloads its own harms few.",
    .limits =
        "Within a shard the load is spread by another ring; the more instances a shard has, the more tenants share them.",
    .source = "Cortex, Mimir, Loki: grafana/dskit 06829887; Go’s math/rand",
    .lookup = "O(log(n v))",
    .traits = kWithoutZones,
    .down = kDownCases,
    .params = kParams,
    .hash = "md5",
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
