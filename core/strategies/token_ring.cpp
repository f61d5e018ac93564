// Token ring: Cassandra's ring of tokens, with replicas spread over racks and data centres.
//
// Apache Cassandra 4, Murmur3Partitioner, RandomPartitioner, SimpleStrategy and NetworkTopologyStrategy. A key's token
// is the first word of MurmurHash3 x64_128 with signed tail bytes or, under RandomPartitioner (the default before
// Cassandra 1.2), its MD5 as a signed number without the sign: 0 to 2^127. A node owns everything from the preceding
// token (exclusive) to its own (inclusive). Cassandra draws tokens at random; here token v of a node is that of the text
// "name-v", so that a link always gives the same ring. NetworkTopologyStrategy is told a number of replicas for each
// data centre: deal() derives them from all replicas, and the export of a keyspace writes the same ones
// (web/systems/cassandra.js).

#include <algorithm>
#include <cstring>
#include <map>

#include "core/base/bytes.h"
#include "core/base/flags.h"
#include "core/hash/functions.h"
#include "core/placement/ring_placement.h"

namespace reshard {
namespace {

enum Param { kNumTokens, kStrategy, kHandoff, kFirstCenter, kSecondCenter, kPartitioner };
enum Partitioner { kMurmur3, kRandom };
enum Handoff { kReplicasOnly, kSloppyQuorum };
enum ReplicaStrategy { kSimple, kNetworkTopology };

constexpr std::string_view kPartitioners[] = {"murmur3", "random"};
constexpr std::string_view kStrategies[] = {"simple", "network_topology"};
constexpr std::string_view kHandoffs[] = {"replicas", "sloppy_quorum"};

constexpr ParamSpec center_param(std::string_view key, std::string_view label) {
  return {.key = key, .label = label, .max = 5, .unit = "(0: even)", .only_with = {"strategy", 1u << kNetworkTopology}};
}

constexpr ParamSpec kParams[] = {
    {.key = "num_tokens",
     .label = "Tokens",
     .min = 1,
     .max = static_cast<double>(kMaxRingPoints),
     .fallback = 16,
     .scale = ParamSpec::Scale::kLog,
     .unit = "per node (× weight)",
     .slides_to = 1024},
    choice_param("strategy", "Replica strategy", kStrategies),
    choice_param("handoff", "When a node is down", kHandoffs),
    center_param("first_dc", "Replicas in the first data centre"),
    center_param("second_dc", "Replicas in the second data centre"),
    choice_param("partitioner", "Partitioner", kPartitioners),
};

constexpr Traits kTraits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd,
                            Trait::kLeastOnRemove};

// The ring begins at the smallest signed number, which is not a valid token for keys: they take the largest instead.
std::uint64_t token(std::string_view key, const HashFunction&, std::uint64_t) {
  const std::uint64_t h = murmur3_128_cassandra(key).h1;
  return h == kSignBit ? ~std::uint64_t{0} : h ^ kSignBit;
}

// Token t of RandomPartitioner is at position 2 t, and 2^127, the only one that is too large then, at the last one: the
// ring is used whole, and no two tokens share a position.
U128 place_of(U128 token) { return (token << 1) - (token >> 127); }

template <bool kLow>
std::uint64_t half_of_place(std::string_view key, const HashFunction&, std::uint64_t) {
  const auto digest = md5(key);
  const U128 number = U128{load_be64(digest.data())} << 64 | load_be64(digest.data() + 8);
  return static_cast<std::uint64_t>(place_of(number >> 127 == 0 ? number : 0 - number) >> (kLow ? 0 : 64));
}

bool is_random(std::span<const double> params) { return static_cast<Partitioner>(params[kPartitioner]) == kRandom; }

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  if (is_random(params)) return {{&md5_hash, 0, half_of_place<false>}, {&md5_hash, 0, half_of_place<true>}};
  return {{&hash, 0, token}};
}

/// A node's place, as numbers.
struct Place {
  std::uint32_t data_center, rack;
};

/// One data centre, and its part of a key's replicas as NetworkTopologyStrategy tracks it.
struct Share {
  std::size_t nodes = 0, racks = 0;  ///< that take keys
  std::size_t wanted = 0;            ///< replicas
  std::size_t repeats_left = 0;  ///< nodes still allowed in racks that already have one; the rest must be in new racks
  std::vector<std::uint32_t> met = {};  ///< racks that have one

  void want(std::size_t replicas) {
    wanted = std::min(replicas, nodes);
    repeats_left = replicas > racks ? replicas - racks : 0;
  }
  bool takes(std::uint32_t rack) {
    if (wanted == 0) return false;
    if (std::find(met.begin(), met.end(), rack) == met.end()) {
      met.push_back(rack);
    } else if (repeats_left == 0) {
      return false;
    } else {
      --repeats_left;
    }
    --wanted;
    return true;
  }
};

/// How many replicas each of `centers` data centres is told to hold: what `asked` says of the first ones (0: nothing),
/// an even part for the others, of which the first get the rest. None gets 0, and the last takes what is left.
std::vector<std::size_t> deal(std::size_t replicas, std::size_t centers, std::span<const double> asked) {
  std::vector<std::size_t> shares(centers, 1);
  std::size_t left = replicas - centers;
  const std::size_t named = std::min(asked.size(), centers - 1);
  std::size_t others = centers;
  for (std::size_t i = 0; i < named; ++i) {
    if (asked[i] == 0) continue;
    const std::size_t more = std::min(left, static_cast<std::size_t>(asked[i]) - 1);
    shares[i] += more;
    left -= more;
    --others;
  }
  for (std::size_t i = 0; i < centers; ++i) {
    if (i < named && asked[i] != 0) continue;
    const std::size_t more = (left + others - 1) / others;
    shares[i] += more;
    left -= more;
    --others;
  }
  return shares;
}

/// The nodes of a ring's points, whatever its positions are.
class NodesOfPoints {
 public:
  template <typename Position>
  explicit NodesOfPoints(std::span<const RingPoint<Position>> points)
      : first_(reinterpret_cast<const char*>(&points[0].node)), stride_(sizeof points[0]), size_(points.size()) {}

  std::size_t size() const { return size_; }
  std::uint32_t operator[](std::size_t point) const {
    std::uint32_t node = 0;
    std::memcpy(&node, first_ + point * stride_, sizeof node);
    return node;
  }

 private:
  const char* first_;
  std::size_t stride_, size_;
};

/// Data centres and racks, and which nodes of a ring hold replicas.
class Network {
 public:
  explicit Network(const BuildInput& input) : ids_(ids_by_position(input.cluster)), replicas_(input.replicas) {
    find_places(input.cluster.nodes());
    if (replicas_ < centers_.size()) return;
    const auto shares = deal(replicas_, centers_.size(), input.params.subspan(kFirstCenter, 2));
    for (std::size_t i = 0; i < shares.size(); ++i) centers_[i].want(shares[i]);
  }

  std::size_t nodes() const { return places_.size(); }

  /// Walks the ring clockwise; each data centre takes as many nodes as its share wants, new racks first. Returns the
  /// number of points that it came by. With `by_node` it comes by each node once: one that was left out is never taken later.
  std::uint64_t spread(NodesOfPoints points, std::size_t from, const PointsByNode* by_node,
                       std::span<NodeId> row) const {
    std::vector<Share> shares = centers_;
    // With fewer replicas than data centres, which no keyspace says, those that the walk meets first get one each.
    std::size_t to_open = replicas_ < centers_.size() ? replicas_ : 0;
    std::size_t found = 0;
    std::uint64_t walked = 0;
    Flags met;
    const auto walk = [&](std::size_t most, auto takes) {
      std::size_t at = from;
      if (by_node != nullptr) met.assign(places_.size(), false);
      std::size_t left = by_node != nullptr ? places_.size() : points.size();
      for (; found < most && left > 0; --left, ++walked) {
        const auto end = row.begin() + static_cast<std::ptrdiff_t>(found);
        const std::uint32_t node = points[at];
        if (std::find(row.begin(), end, ids_[node]) == end && takes(places_[node])) row[found++] = ids_[node];
        if (by_node != nullptr) met[node] = true;
        at = by_node != nullptr ? by_node->next(at, met) : (at + 1) % points.size();
      }
    };
    std::size_t wanted = to_open;
    for (const Share& share : shares) wanted += share.wanted;
    walk(std::min(row.size(), wanted), [&](Place place) {
      Share& share = shares[place.data_center];
      if (to_open > 0 && share.met.empty()) share.want(1), --to_open;
      return share.takes(place.rack);
    });
    if (row.size() > replicas_) walk(row.size(), [](Place) { return true; });
    return walked;
  }

 private:
  // Numbers data centres and racks in the order of the nodes that take keys; those without names have Cassandra's.
  void find_places(std::span<const Node> nodes) {
    std::map<std::string, std::uint32_t> centers, racks;
    const auto number_of = [](const std::string& name, std::map<std::string, std::uint32_t>& known) {
      return known.emplace(name, static_cast<std::uint32_t>(known.size())).first->second;
    };
    for (const Node& node : nodes) {
      places_.emplace_back();
      if (node.weight == 0) continue;
      const std::string center = node.data_center.empty() ? "datacenter1" : node.data_center;
      const std::string& named = node.rack.empty() ? node.zone : node.rack;
      const std::size_t known = racks.size();
      places_.back().data_center = number_of(center, centers);
      places_.back().rack = number_of(center + '\0' + (named.empty() ? "rack1" : named), racks);
      centers_.resize(centers.size());
      ++centers_[places_.back().data_center].nodes;
      centers_[places_.back().data_center].racks += racks.size() - known;
    }
  }

  std::vector<NodeId> ids_;     // by the node's position
  std::size_t replicas_;        // of the keyspace
  std::vector<Place> places_;   // by the node's position
  std::vector<Share> centers_;  // by number
};

template <typename Position>
class TokenPlacement final : public RingPlacement<Position> {
 public:
  TokenPlacement(const BuildInput& input, const RingShape& shape, std::unique_ptr<PointMaker<Position>> maker)
      : RingPlacement<Position>(shape, std::move(maker), ids_by_position(input.cluster)) {
    if (static_cast<ReplicaStrategy>(input.params[kStrategy]) == kNetworkTopology) network_.emplace(input);
  }

  /// Beyond the keyspace's replicas: the next nodes clockwise, which stand in for them.
  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    if (!network_) return RingPlacement<Position>::place_replicas(keys, replicas, owners);
    std::fill(owners.begin(), owners.end(), kNoNode);
    const NodesOfPoints points(this->ring().points());
    std::uint64_t walked = 0;
    const PointsByNode* by_node = nullptr;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      if (by_node == nullptr && walks_far(walked, i, network_->nodes())) by_node = &this->points_by_node();
      const auto row = owners.subspan(std::size_t{i} * replicas, replicas);
      walked += network_->spread(points, this->find(keys, i), by_node, row);
    }
  }

 private:
  std::optional<Network> network_;
};

/// The tokens of a running cluster; nodes that came later draw theirs.
template <typename Position>
class Tokens final : public TextPoints<Position> {
 public:
  Tokens(std::vector<NumberedTexts> nodes, std::vector<Recipe> recipes, const BuildInput& input)
      : TextPoints<Position>(std::move(nodes), std::move(recipes)), table_(input.cluster.given()) {
    // Beside a ring of the other partitioner, which has the table: then this one draws all.
    const bool fit = table_ != nullptr && table_->has_tokens(is_random(input.params));
    for (const Node& node : input.cluster.nodes()) {
      given_.push_back(input.cluster.given_tokens(fit && node.weight > 0 ? input.table : "", node.id));
    }
  }

  std::uint64_t draws(std::uint32_t node) const override {
    return given_[node].empty() ? TextPoints<Position>::draws(node) : given_[node].size();
  }
  void draw(std::uint32_t node, std::uint64_t number, std::vector<Position>& of_node) const override {
    if (given_[node].empty()) return TextPoints<Position>::draw(node, number, of_node);
    const U128 token = given_[node][static_cast<std::size_t>(number)];
    if constexpr (sizeof(Position) == sizeof(U128)) {
      of_node.push_back(place_of(token));
    } else {
      of_node.push_back(static_cast<std::uint64_t>(token) ^ kSignBit);
    }
  }
  std::uint64_t shared_draws(std::uint32_t node, const PointMaker<Position>& other,
                             std::uint32_t node_there) const override {
    const auto &here = given_[node], &there = static_cast<const Tokens&>(other).given_[node_there];
    if (here.empty() && there.empty()) return TextPoints<Position>::shared_draws(node, other, node_there);
    return here.data() == there.data() ? here.size() : 0;
  }
  std::string text(std::uint32_t node, std::uint64_t number) const override {
    return given_[node].empty() ? TextPoints<Position>::text(node, number)
                                : signed_decimal(given_[node][static_cast<std::size_t>(number)]);
  }

 private:
  std::shared_ptr<const GivenTable> table_;
  std::vector<std::span<const U128>> given_;  // by position; empty: the node draws its own
};

template <typename Position>
Result<std::unique_ptr<Placement>> build_ring(const BuildInput& input, const RingShape& shape) {
  std::vector<NumberedTexts> nodes;
  for (const Node& node : input.cluster.nodes()) {
    nodes.push_back({node.name + "-", "", points_of(node, input.params[kNumTokens])});
  }
  auto maker = std::make_unique<Tokens<Position>>(std::move(nodes), recipes(input.params, input.hash), input);
  const auto fits = check_points(*maker, input.cluster.nodes().size(), "num_tokens");
  if (!fits.ok()) return fits.error();
  return make_placement<TokenPlacement<Position>>(input, shape, std::move(maker));
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  if (is_random(input.params)) return build_ring<U128>(input, {.width = 128, .reading = "random_token"});
  return build_ring<std::uint64_t>(input, {.reading = "token", .numerals = Numerals::kSigned});
}

Traits traits_with(std::span<const double> params) {
  if (static_cast<ReplicaStrategy>(params[kStrategy]) == kSimple) return kTraits;
  return {Trait::kWeights,       Trait::kAnyRemoval, Trait::kReplicas,       Trait::kLeastOnAdd,
          Trait::kLeastOnRemove, Trait::kZones,      Trait::kMayBeUndersized};
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
    .source =
        "Apache Cassandra 4, Murmur3Partitioner and RandomPartitioner; DeCandia et al., Dynamo, SOSP 2007, section 6.2",
    .lookup = "O(log(n t))",
    .traits = kTraits,
    .down = kDownCases,
    .params = kParams,
    .hash = "murmur3_128",
    .hash_fixed = true,
    .numerals = Numerals::kSigned,
    .traits_with = traits_with,
    .expected_spread = expected_spread,
    .takes_tokens = true,
    .large_tokens = is_random,
    .recipes = recipes,
    .build = build,
    .points = points_on_ring,
};

}  // namespace reshard
