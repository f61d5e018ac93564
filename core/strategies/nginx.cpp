// nginx's `hash` directive of the upstream module: a ring with "consistent", a remainder without.
//
// nginx 1.22.1, ngx_http_upstream_hash_module.c. Consistent: a server's points are a chain, each the CRC-32 of
// host \0 port and the point before it; 160 for a unit of weight. Plain, as Perl's Cache::Memcached: bits 16 to 30 of
// the key's CRC-32 modulo the total weight, counted off along the servers.

#include <algorithm>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/strategies/ring_placement.h"

namespace reshard {
namespace {

enum Param { kDialect };
enum Dialect { kConsistent, kPlain };

constexpr std::string_view kDialects[] = {"consistent", "plain"};
constexpr ParamSpec kParams[] = {choice_param("dialect", "Dialect", kDialects)};
constexpr std::uint64_t kPointsPerWeight = 160;

Dialect dialect_of(std::span<const double> params) { return static_cast<Dialect>(params[kDialect]); }

std::uint64_t bits_16_to_30(std::string_view key, const HashFunction&, std::uint64_t) {
  return crc32(key) >> 16 & 0x7fff;
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return {dialect_of(params) == kPlain ? Recipe{&hash, 0, bits_16_to_30} : Recipe{&hash}};
}

/// CRC-32 of host \0 port. A port is digits after the last colon; without one the whole name is the host.
std::uint32_t base_of(std::string_view name) {
  using namespace std::literals;
  if (name.starts_with("unix:")) return crc32("\0"sv, crc32(name.substr(5)));
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

/// Counts the key's number off along the servers' weights.
class PlainPlacement final : public Placement {
 public:
  PlainPlacement(const Cluster& cluster, const std::vector<std::uint64_t>& weights) : nodes_(ids_by_position(cluster)) {
    for (const std::uint64_t weight : weights) ends_.push_back((ends_.empty() ? 0 : ends_.back()) + weight);
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = owner(keys.hash(i) % total());
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::uint64_t h = key.hash();
    return {{"hash", decimal(h), kNoNode, "bits 16 to 30 of CRC-32"},
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
  std::uint64_t total() const { return ends_.back(); }
  NodeId owner(std::uint64_t weight) const {
    const auto at = std::upper_bound(ends_.begin(), ends_.end(), weight);
    return nodes_[static_cast<std::size_t>(at - ends_.begin())];
  }

  std::vector<NodeId> nodes_;        // by position
  std::vector<std::uint64_t> ends_;  // weights, summed up
};

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  if (dialect_of(input.params) == kConsistent) {
    std::unique_ptr<PointMaker<std::uint64_t>> maker = std::make_unique<ChainedPoints>(input.cluster.nodes());
    return make_ring(input, RingShape{.width = 32, .reading = "CRC-32"}, std::move(maker), "nodes");
  }
  const auto weights = whole_weights(input.cluster);
  if (!weights.ok()) return weights.error();
  return make_placement<PlainPlacement>(input.cluster, weights.value());
}

Traits traits(std::span<const double> params) {
  if (dialect_of(params) == kPlain) return {Trait::kWeights, Trait::kAnyRemoval};
  return {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove};
}

double expected_spread(std::size_t nodes, std::span<const double> params) {
  return dialect_of(params) == kPlain ? 0 : ring_spread(nodes, kPointsPerWeight);
}

}  // namespace

extern const Strategy nginx_strategy;
constinit const Strategy nginx_strategy{
    .id = "nginx",
    .title = "nginx hash",
    .family = Family::kRing,
    .summary = "What an nginx in front of caches does; with “consistent” it moves only what it must.",
    .limits = "Plain hashing moves most keys with every change, and its 15 bits know no more than 32 768 places.",
    .source = "nginx 1.22.1, ngx_http_upstream_hash_module.c",
    .lookup = "O(log(160 n))",
    .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove},
    .params = kParams,
    .hash = "crc32",
    .hash_fixed = true,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
