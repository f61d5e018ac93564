// Token ring: Cassandra's ring of signed 64-bit tokens, with replicas spread over racks and data centres.
//
// Apache Cassandra 4, Murmur3Partitioner, SimpleStrategy and NetworkTopologyStrategy. A key's token is the first word
// of MurmurHash3 x64_128 with signed tail bytes; a node owns everything from the preceding token (exclusive) to its own
// (inclusive). Cassandra draws tokens at random; here token v of a node is that of the text "name-v", so that a link
// always gives the same ring.

#include <algorithm>
#include <map>

#include "core/base/flags.h"
#include "core/hash/functions.h"
#include "core/placement/ring_placement.h"

namespace reshard {
namespace {

enum Param { kNumTokens, kStrategy, kHandoff };
enum Handoff { kReplicasOnly, kSloppyQuorum };
enum ReplicaStrategy { kSimple, kNetworkTopology };

constexpr std::string_view kStrategies[] = {"simple", "network_topology"};
constexpr std::string_view kHandoffs[] = {"replicas", "sloppy_quorum"};
constexpr ParamSpec kParams[] = {
    {.key = "num_tokens",
     .label = "Tokens",
     .min = 1,
     .max = 1024,
     .fallback = 16,
     .scale = ParamSpec::Scale::kLog,
     .unit = "per node (× weight)"},
    choice_param("strategy", "Replica strategy", kStrategies),
    choice_param("handoff", "When a node is down", kHandoffs),
};

constexpr Traits kTraits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd,
                            Trait::kLeastOnRemove};

// The ring begins at the smallest signed number, which is not a valid token for keys: they take the largest instead.
std::uint64_t token(std::string_view key, const HashFunction&, std::uint64_t) {
  const std::uint64_t h = murmur3_128_cassandra(key).h1;
  return h == kSignBit ? ~std::uint64_t{0} : h ^ kSignBit;
}

std::vector<Recipe> recipes(std::span<const double>, const HashFunction& hash) { return {{&hash, 0, token}}; }

/// A node's place, as numbers; drained nodes do not count.
struct Place {
  std::uint32_t data_center, rack;
};

/// The nodes' racks and data centres, numbered.
class Topology {
 public:
  struct DataCenter {
    std::size_t nodes = 0, racks = 0;  ///< that are not drained
  };

  explicit Topology(std::span<const Node> nodes) {
    std::map<std::string, std::uint32_t> centers, racks;
    const auto number_of = [](const std::string& name, std::map<std::string, std::uint32_t>& known) {
      return known.emplace(name, static_cast<std::uint32_t>(known.size())).first->second;
    };
    Flags rack_in_use;
    for (const Node& node : nodes) {
      const std::string& rack_name = node.rack.empty() ? node.zone : node.rack;
      const Place place{number_of(node.data_center, centers), number_of(node.data_center + '\0' + rack_name, racks)};
      places_.push_back(place);
      centers_.resize(centers.size());
      rack_in_use.resize(racks.size());
      if (node.weight == 0) continue;
      if (centers_[place.data_center].nodes++ == 0) ++centers_in_use_;
      if (!rack_in_use[place.rack]) ++centers_[place.data_center].racks;
      rack_in_use[place.rack] = true;
    }
  }

  Place place(std::uint32_t node) const { return places_[node]; }
  const DataCenter& center(std::uint32_t number) const { return centers_[number]; }
  std::size_t centers_in_use() const { return centers_in_use_; }

 private:
  std::vector<Place> places_;  // by the node's position
  std::vector<DataCenter> centers_;
  std::size_t centers_in_use_ = 0;
};

/// One data centre's part of a key's replicas, as NetworkTopologyStrategy tracks it.
struct Share {
  std::uint32_t data_center;
  std::size_t wanted = 0;
  std::size_t taken = 0;
  std::size_t repeats_left = 0;  ///< nodes still allowed in racks that already have one; the rest must be in new racks
  std::vector<std::uint32_t> racks;

  bool full() const { return taken == wanted; }
  bool takes(std::uint32_t rack) {
    if (full()) return false;
    if (std::find(racks.begin(), racks.end(), rack) == racks.end()) {
      racks.push_back(rack);
    } else if (repeats_left == 0) {
      return false;
    } else {
      --repeats_left;
    }
    ++taken;
    return true;
  }
};

class TokenPlacement final : public RingPlacement<std::uint64_t> {
 public:
  TokenPlacement(const BuildInput& input, std::unique_ptr<PointMaker<std::uint64_t>> maker)
      : RingPlacement(RingShape{.reading = "token, sign turned"}, std::move(maker), ids_by_position(input.cluster)),
        network_(static_cast<ReplicaStrategy>(input.params[kStrategy]) == kNetworkTopology),
        topology_(input.cluster.nodes()) {}

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    if (!network_) return RingPlacement::place_replicas(keys, replicas, owners);
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      spread(find(keys, i), owners.subspan(std::size_t{i} * replicas, replicas));
    }
  }

 private:
  // Walks the ring clockwise; each data centre takes as many nodes as its share wants, new racks first.
  void spread(std::size_t from, std::span<NodeId> row) const {
    std::vector<Share> shares = deal(from, row.size());
    std::size_t left = 0;
    for (const Share& share : shares) left += share.wanted;
    std::size_t found = 0;
    std::size_t at = from;
    for (std::size_t walked = 0; found < left && walked < ring().points().size(); ++walked, at = ring().next(at)) {
      const NodeId node = owner(at);
      const auto end = row.begin() + static_cast<std::ptrdiff_t>(found);
      if (std::find(row.begin(), end, node) != end) continue;
      const Place place = topology_.place(ring().points()[at].node);
      for (Share& share : shares) {
        if (share.data_center == place.data_center && share.takes(place.rack)) row[found++] = node;
      }
    }
  }

  // Cassandra is configured with a number of replicas for each data centre. Here they are dealt evenly, one by one, to
  // the data centres in the order in which the walk meets them, so the owner is always the first replica.
  std::vector<Share> deal(std::size_t from, std::size_t replicas) const {
    std::vector<Share> shares;
    const std::size_t centers = std::min(replicas, topology_.centers_in_use());
    std::size_t at = from;
    for (std::size_t walked = 0; shares.size() < centers && walked < ring().points().size(); ++walked) {
      const std::uint32_t center = topology_.place(ring().points()[at].node).data_center;
      const auto same = [&](const Share& share) { return share.data_center == center; };
      if (std::none_of(shares.begin(), shares.end(), same)) shares.push_back({.data_center = center, .racks = {}});
      at = ring().next(at);
    }
    for (bool more = true; more && replicas > 0;) {
      more = false;
      for (Share& share : shares) {
        if (replicas == 0 || share.wanted == topology_.center(share.data_center).nodes) continue;
        ++share.wanted;
        --replicas;
        more = true;
      }
    }
    for (Share& share : shares) {
      const std::size_t racks = topology_.center(share.data_center).racks;
      share.repeats_left = share.wanted > racks ? share.wanted - racks : 0;
    }
    return shares;
  }

  bool network_;
  Topology topology_;
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  std::vector<NumberedTexts> nodes;
  for (const Node& node : input.cluster.nodes()) {
    nodes.push_back({node.name + "-", "", points_of(node, input.params[kNumTokens])});
  }
  auto maker = text_points<std::uint64_t>(std::move(nodes), recipes(input.params, input.hash));
  const auto fits = check_points(*maker, input.cluster.nodes().size(), "num_tokens");
  if (!fits.ok()) return fits.error();
  return make_placement<TokenPlacement>(input, std::move(maker));
}

Traits traits_with(std::span<const double> params) {
  if (static_cast<ReplicaStrategy>(params[kStrategy]) == kSimple) return kTraits;
  return {Trait::kWeights,    Trait::kAnyRemoval,    Trait::kReplicas,
          Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kZones};
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return ring_spread(nodes, params[kNumTokens]);
}

std::uint64_t points_on_ring(const Node& node, std::span<const double> params) {
  return points_of(node, params[kNumTokens]);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kFails,
     .words =
         "Only replicas answer: with one replica its keys are unavailable, and a hint (a write kept for later) cannot be read.",
     .source = "Apache Cassandra 4, ReplicaPlans and UnavailableException",
     .with = {"handoff", 1u << kReplicasOnly}},
    {.does = Failover::kNext,
     .words = "Sloppy quorum: the next node clockwise that is up stands in, and hands back what it got when the "
              "other returns.",
     .source = "DeCandia et al., Dynamo, SOSP 2007, section 4.6; Riak's fallback vnodes"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules token_ring_down;
constinit const DownRules token_ring_down = kDown;

extern const Strategy token_ring_strategy;
constinit const Strategy token_ring_strategy{
    .id = "token_ring",
    .title = "Token ring (Cassandra)",
    .family = Family::kRing,
    .summary =
        "The ring of Cassandra, ScyllaDB and the original Dynamo, with replicas on other racks and in other data centres.",
    .limits = "Few random tokens make uneven ranges; with many, any two failed nodes share a range.",
    .source = "Apache Cassandra 4, Murmur3Partitioner; DeCandia et al., Dynamo, SOSP 2007, section 6.2",
    .lookup = "O(log(n t))",
    .traits = kTraits,
    .down = kDownCases,
    .params = kParams,
    .hash = "murmur3_128",
    .hash_fixed = true,
    .traits_with = traits_with,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
    .points = points_on_ring,
};

}  // namespace reshard
