// The `hash` directive of nginx's upstream module: a ring with "consistent", a remainder without.
//
// nginx 1.22.1, ngx_http_upstream_hash_module.c. Consistent: a server's points are a chain, each the CRC-32 of host \0
// port and the preceding point; 160 per unit of weight. Plain, like Perl's Cache::Memcached: bits 16 to 30 of the key's
// CRC-32, modulo the total weight, counted off along the servers.

#include <algorithm>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/bucket_placement.h"
#include "core/placement/dialects.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"

namespace reshard {
namespace {

enum Param { kDialect };
constexpr std::uint64_t kPointsPerWeight = 160;

std::uint64_t bits_16_to_30(std::string_view key, const HashFunction&, std::uint64_t) {
  return crc32(key) >> 16 & 0x7fff;
}

/// Whether the name is that of a UNIX socket; takes off its "unix:", which ngx_parse_url() reads in any case. (Of
/// `weight`, `down` and the like it reads only lower case.) People may leave it out; an export writes it.
bool take_socket(std::string_view& name) {
  constexpr std::string_view kScheme = "unix:";
  const bool scheme =
      std::equal(kScheme.begin(), kScheme.end(), name.begin(), name.begin() + std::min(kScheme.size(), name.size()),
                 [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b); });
  if (scheme) name.remove_prefix(kScheme.size());
  return scheme || name.starts_with('/');
}

/// CRC-32 of host \0 port. A port is digits after the last colon; without one, the whole name is the host. A socket has
/// none.
std::uint32_t base_of(std::string_view name) {
  using namespace std::literals;
  if (take_socket(name)) return crc32("\0"sv, crc32(name));
  const Endpoint parts = endpoint(name);
  const bool port = parts.port.find_first_not_of("0123456789") == std::string_view::npos;
  const auto [host, digits] = port ? parts : Endpoint{name, {}};
  return crc32(digits, crc32("\0"sv, crc32(host)));
}

class ChainedPoints final : public PointMaker<std::uint64_t> {
 public:
  explicit ChainedPoints(std::span<const Node> nodes) : nodes_(nodes.begin(), nodes.end()) {}

  std::uint64_t draws(std::uint32_t node) const override { return points_of(nodes_[node], kPointsPerWeight); }

  void draw(std::uint32_t node, std::uint64_t number, std::vector<std::uint64_t>& of_node) const override {
    std::string link;
    append_le(link, static_cast<std::uint32_t>(number == 0 ? 0 : of_node.back()));
    of_node.push_back(crc32(link, base_of(nodes_[node].name)));
  }

  std::string text(std::uint32_t node, std::uint64_t number) const override {
    return nodes_[node].name + " #" + decimal(number + 1);
  }

 private:
  std::vector<Node> nodes_;  // by position
};

constexpr int kTries = 21;  // the first, and 20 more

/// What round robin chooses depends on all requests so far. Here a number derived from the key chooses among the
/// servers that are up, in proportion to their weights; kNoNode where none is up.
NodeId round_robin(std::span<const NodeId> nodes, std::span<const std::uint64_t> weights, const Flags& down,
                   std::uint64_t number) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) total += down[index_of(nodes[i])] ? 0 : weights[i];
  if (total == 0) return kNoNode;
  number %= total;
  for (std::size_t i = 0;; ++i) {
    const std::uint64_t weight = down[index_of(nodes[i])] ? 0 : weights[i];
    if (number < weight) return nodes[i];
    number -= weight;
  }
}

Step served_by_try(NodeId server) { return served_step(server, "node of this try"); }
Step served_by_round_robin(NodeId server) {
  return served_step(server, server == kNoNode ? "all nodes are down" : "20 tries in vain: round robin");
}

/// "consistent": from a server that is down, goes on to the next point, and so on.
class ConsistentRing final : public RingPlacement<std::uint64_t> {
 public:
  ConsistentRing(const BuildInput& input, std::unique_ptr<PointMaker<std::uint64_t>> maker)
      : RingPlacement(RingShape{.width = 32, .reading = "CRC-32"}, std::move(maker), ids_by_position(input.cluster),
                      goes_on_from<RingPlacement>(input)),
        nodes_(ids_by_position(input.cluster)),
        down_(down_nodes(input.cluster)) {
    for (const Node& node : input.cluster.nodes()) points_.push_back(points_of(node, kPointsPerWeight));
  }

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const std::size_t point = look(find(keys, i));
      owners[std::size_t{i} * replicas] = point == kNone ? by_turns(keys.hash(i)) : owner(point);
    }
    fill_with_next(*this, down_, keys, replicas, owners);
  }

  void explain_serving(const SingleKey& key, std::uint32_t, Trace& trace) const override {
    const KeyBlock keys = key.block();
    trace.push_back({"hash", decimal(key.hash()), kNoNode, "CRC-32"});
    const std::size_t found = look(find(keys, 0), [&](std::size_t at) {
      trace.push_back({trace.size() == 1 ? successor_label(RingRule::kAtOrAfter) : "next_point",
                       decimal(ring().points()[at].position), owner(at)});
    });
    trace.push_back(found == kNone ? served_by_round_robin(by_turns(key.hash())) : served_by_try(owner(found)));
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  /// The first point from `at` on whose server is up; kNone where the tries run out first.
  template <typename Visit>
  std::size_t look(std::size_t at, Visit visit) const {
    for (int tried = 0; tried < kTries; ++tried, at = ring().next(at)) {
      visit(at);
      if (!down_[index_of(owner(at))]) return at;
    }
    return kNone;
  }
  std::size_t look(std::size_t at) const {
    return look(at, [](std::size_t) {});
  }
  NodeId by_turns(std::uint64_t hash) const { return round_robin(nodes_, points_, down_, hash); }

  std::vector<NodeId> nodes_;          // by position
  std::vector<std::uint64_t> points_;  // by position
  Flags down_;
};

/// Counts the key's number off along the servers' weights.
class PlainPlacement final : public Placement {
 public:
  PlainPlacement(const Cluster& cluster, const std::vector<std::uint64_t>& weights)
      : nodes_(ids_by_position(cluster)), weights_(weights), down_(down_nodes(cluster)) {
    for (const std::uint64_t weight : weights) ends_.push_back((ends_.empty() ? 0 : ends_.back()) + weight);
  }

  void serve(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    for (KeyCursor key(keys); key.next();) {
      owners[std::size_t{key.at()} * replicas] = look(key, [](std::uint64_t, NodeId) {}).node;
    }
  }

  void explain_serving(const SingleKey& key, std::uint32_t, Trace& trace) const override {
    const KeyBlock block = key.block();
    KeyCursor cursor(block);
    cursor.next();
    trace.push_back({"hash", decimal(key.hash()), kNoNode, "bits 16 to 30 of CRC-32"});
    const auto [server, by_turns] = look(cursor, [&](std::uint64_t number, NodeId node) {
      trace.push_back({trace.size() == 1 ? "remainder" : "hash_again",
                       decimal(number) + " mod " + decimal(total()) + " = " + decimal(number % total()), node});
    });
    trace.push_back(by_turns ? served_by_round_robin(server) : served_by_try(server));
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = owner(keys.hash(i) % total());
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::uint64_t h = key.hash();
    return {
        {"hash", decimal(h), kNoNode, "bits 16 to 30 of CRC-32"},
        {"remainder", decimal(h) + " mod " + decimal(total()) + " = " + decimal(h % total()), kNoNode, "total weight"},
        owner_step(owner(h % total()))};
  }

  Picture picture(const SingleKey& key) const override {
    IntervalPicture picture;
    const auto share = [&](double weight) { return weight / static_cast<double>(total()); };
    double begin = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const double end = share(static_cast<double>(ends_[i]));
      if (end > begin) picture.intervals.push_back({begin, end, nodes_[i], ""});
      begin = end;
    }
    picture.key_position = share(static_cast<double>(key.hash() % total()) + 0.5);
    return picture;
  }

  std::uint64_t memory_bytes() const override { return nodes_.size() * (sizeof(std::uint64_t) + sizeof(NodeId)); }

 private:
  struct Found {
    NodeId node;
    bool by_turns;
  };

  // Sums up the numbers of "key", "1key", "2key", ….
  template <typename Visit>
  Found look(KeyCursor& key, Visit visit) const {
    std::uint64_t number = key.hash();
    for (std::uint64_t tried = 0;;) {
      const NodeId node = owner(number % total());
      visit(number, node);
      if (!down_[index_of(node)]) return {node, false};
      if (++tried == kTries) return {round_robin(nodes_, weights_, down_, number), true};
      number += crc32(decimal(tried).append(key.name())) >> 16 & 0x7fff;
    }
  }

  std::uint64_t total() const { return ends_.back(); }
  NodeId owner(std::uint64_t weight) const {
    const auto at = std::upper_bound(ends_.begin(), ends_.end(), weight);
    return nodes_[static_cast<std::size_t>(at - ends_.begin())];
  }

  std::vector<NodeId> nodes_;                  // by position
  std::vector<std::uint64_t> weights_, ends_;  // by position; ends_: running totals
  Flags down_;
};

Result<std::unique_ptr<Placement>> build_ring(const BuildInput& input) {
  std::unique_ptr<PointMaker<std::uint64_t>> maker = std::make_unique<ChainedPoints>(input.cluster.nodes());
  const auto fits = check_points(*maker, input.cluster.nodes().size(), "nodes");
  if (!fits.ok()) return fits.error();
  return make_placement<ConsistentRing>(input, std::move(maker));
}

Result<std::unique_ptr<Placement>> build_plain(const BuildInput& input) {
  const auto weights = whole_weights(input.cluster);
  if (!weights.ok()) return weights.error();
  return make_placement<PlainPlacement>(input.cluster, weights.value());
}

struct Dialect {
  std::string_view id;
  Result<std::unique_ptr<Placement>> (*build)(const BuildInput& input);
  Traits traits;
  decltype(Recipe::read) read = nullptr;  ///< of keys; null: by their hash
  unsigned points = 0;                    ///< on a ring per unit of weight; 0: there is none
};

constexpr Dialect kDialects[] = {
    {.id = "consistent",
     .build = build_ring,
     .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
     .points = kPointsPerWeight},
    {.id = "plain", .build = build_plain, .traits = {Trait::kWeights, Trait::kAnyRemoval}, .read = bits_16_to_30},
};
constexpr auto kIds = ids_of(kDialects);
constexpr ParamSpec kParams[] = {choice_param("dialect", "Dialect", kIds)};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {{&hash, 0, dialect_of(params).read}};
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) { return dialect_of(input.params).build(input); }

Traits traits(std::span<const double> params) { return dialect_of(params).traits; }

double expected_spread(std::size_t nodes, std::span<const double> params) {
  const unsigned points = dialect_of(params).points;
  return points == 0 ? 0 : ring_spread(nodes, points);
}

Status fits(const Node& node, std::span<const double>) {
  std::string_view path = node.name;
  const bool socket = take_socket(path) && path.starts_with('/') && path.size() > 1;
  if (const Status name = check_address("nginx", node); !socket && !name.ok()) return name;
  return check_whole_weight("nginx", node);
}

std::uint64_t points_on_ring(const Node& node, std::span<const double> params) {
  const unsigned points = dialect_of(params).points;
  return points == 0 ? 0 : points_of(node, points);
}

constexpr DownRule kDown[] = {
    {.does = Failover::kOwn,
     .words = "nginx goes on from point to point, at most 20 times, until one belongs to a server that is up; "
              "then round robin chooses among those.",
     .source = "nginx 1.22.1, ngx_http_upstream_get_chash_peer()",
     .with = with_dialect(kDialects, "consistent")},
    {.does = Failover::kOwn,
     .words = "nginx hashes the key again with the number of the try before it and adds that to the hash, at most "
              "20 times; then round robin chooses a server that is up.",
     .source = "nginx 1.22.1, ngx_http_upstream_get_hash_peer()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules nginx_down;
constinit const DownRules nginx_down = kDown;

extern const Strategy nginx_strategy;
constinit const Strategy nginx_strategy{
    .id = "nginx",
    .title = "nginx hash",
    .family = Family::kRing,
    .summary = "How nginx picks an upstream cache; with “consistent” only the necessary keys move.",
    .limits = "Plain hashing moves most keys on every change, and its 15 bits tell only 32,768 positions apart.",
    .source = "nginx 1.22.1, ngx_http_upstream_hash_module.c",
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
    .points = points_on_ring,
};

}  // namespace reshard
