// HAProxy's `balance hash`: a ring where a key belongs to the nearest point (consistent), or a map filled by weight
// (map-based).
//
// HAProxy 2.6.12, lb_chash.c and lb_map.c. Consistent: server number id has 16 points per unit of weight, point j being
// full_hash(id · 4096 + j); a key belongs to the nearest point on either side. Map-based: as many entries as the sum of
// the weights, dealt by smooth round robin; a key takes entry hash mod size. Servers are numbered by their place in the
// list, from 1, so removing one from the middle renumbers those after it. A server may have a number of its own (`id`);
// the others take the first free one from their place on.

#include <numeric>

#include "core/placement/dialects.h"
#include "core/placement/ring_placement.h"
#include "core/placement/system_rules.h"
#include "core/placement/systems/haproxy_hash.h"

namespace reshard {
namespace {

enum Param { kDialect, kFunction, kAvalanche };

using namespace haproxy;

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction&) {
  return recipe_of(params[kFunction], params[kAvalanche]);
}

class NumberedPoints final : public PointMaker<std::uint64_t> {
 public:
  explicit NumberedPoints(const BuildInput& input) {
    for (const Node& node : input.cluster.nodes()) {
      counts_.push_back(points_of(node, kPointsPerWeight));
      numbers_.push_back(given_number(input, node));
    }
    number_the_others(input, numbers_);
  }

  std::uint64_t draws(std::uint32_t node) const override { return counts_[node]; }
  void draw(std::uint32_t node, std::uint64_t number, std::vector<std::uint64_t>& of_node) const override {
    of_node.push_back(full_hash(numbers_[node] * kPointsRange + static_cast<std::uint32_t>(number)));
  }
  std::string text(std::uint32_t node, std::uint64_t number) const override {
    return decimal(numbers_[node]) + " * " + decimal(kPointsRange) + " + " + decimal(number);
  }

 private:
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint32_t> numbers_;
};

/// A map dealt by weight, after division by the greatest common divisor. At every entry each server gains its weight,
/// and the server furthest ahead (the first among equals) takes the entry and pays the total.
class MapPlacement final : public Placement {
 public:
  MapPlacement(const Cluster& cluster, const std::vector<std::uint64_t>& weights) : nodes_(ids_by_position(cluster)) {
    std::uint64_t divisor = 0;
    for (const std::uint64_t weight : weights) divisor = std::gcd(divisor, weight);
    for (const std::uint64_t weight : weights) weights_.push_back(static_cast<std::int64_t>(weight / divisor));
    total_ = std::accumulate(weights_.begin(), weights_.end(), std::int64_t{0});
    scores_.resize(weights_.size());
  }

  bool step(Budget& budget) override {
    while (static_cast<std::int64_t>(map_.size()) < total_) {
      if (budget.spent()) return false;
      map_.push_back(nodes_[deal()]);
    }
    return true;
  }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = map_[entry(keys.hash(i))];
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    const std::uint64_t h = key.hash();
    return {{"hash", decimal(h)},
            {"remainder", decimal(h) + " mod " + decimal(map_.size()) + " = " + decimal(entry(h))},
            owner_step(map_[entry(h)])};
  }

  Picture picture(const SingleKey& key) const override { return TablePicture{map_, entry(key.hash())}; }
  std::uint64_t memory_bytes() const override { return map_.size() * sizeof(NodeId); }

 private:
  std::size_t entry(std::uint64_t h) const { return static_cast<std::size_t>(h % map_.size()); }

  std::size_t deal() {
    std::size_t best = weights_.size();
    std::int64_t most = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      if (weights_[i] == 0) continue;
      scores_[i] += weights_[i];
      const std::int64_t whole = (scores_[i] + total_) / total_;  // 0 to 3
      if (best == weights_.size() || whole > most) {
        most = whole;
        best = i;
      }
    }
    scores_[best] -= total_;
    return best;
  }

  std::vector<NodeId> nodes_;          // by position
  std::vector<std::int64_t> weights_;  // by position, divided by their common divisor
  std::vector<std::int64_t> scores_;
  std::int64_t total_ = 0;
  std::vector<NodeId> map_;
};

Result<std::unique_ptr<Placement>> build_map(const BuildInput& input) {
  auto weights = whole_weights(input.cluster);
  if (!weights.ok()) return weights.error();
  // Each entry looks at every server.
  constexpr std::uint64_t kMaxWork = 1'000'000'000;
  const auto total = std::accumulate(weights.value().begin(), weights.value().end(), std::uint64_t{0});
  if (total * input.cluster.nodes().size() > kMaxWork) {
    return Error{
        ErrorCode::too_large, "nodes", {decimal(total * input.cluster.nodes().size()) + " steps", decimal(kMaxWork)}};
  }
  return make_placement<MapPlacement>(input.cluster, weights.take());
}

Result<std::unique_ptr<Placement>> build_ring(const BuildInput& input) {
  return build_of_numbers(input, [&] {
    std::unique_ptr<PointMaker<std::uint64_t>> maker = std::make_unique<NumberedPoints>(input);
    return make_ring(input, RingShape{.width = 32, .rule = RingRule::kNearest}, std::move(maker), "nodes");
  });
}

struct Dialect {
  std::string_view id;
  Result<std::unique_ptr<Placement>> (*build)(const BuildInput& input);
  Traits traits;
  unsigned points = 0;  ///< on a ring per unit of weight; 0: there is none
};

constexpr Dialect kDialects[] = {
    {.id = "consistent",
     .build = build_ring,
     .traits = {Trait::kWeights, Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd},
     .points = kPointsPerWeight},
    {.id = "map", .build = build_map, .traits = {Trait::kWeights, Trait::kAnyRemoval}},
};
constexpr auto kIds = ids_of(kDialects);
constexpr ParamSpec kParams[] = {
    choice_param("dialect", "Dialect", kIds),
    choice_param("function", "Hash function", kFunctions),
    choice_param("avalanche", "Avalanche", kSwitch),
};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

Result<std::unique_ptr<Placement>> build(const BuildInput& input) {
  return build_of_weights(input, [&] { return dialect_of(input.params).build(input); });
}

Traits traits(std::span<const double> params) { return dialect_of(params).traits; }

double expected_spread(std::size_t nodes, std::span<const double> params) {
  const unsigned points = dialect_of(params).points;
  return points == 0 ? 0 : ring_spread(nodes, points);
}

Status fits(const Node& node, std::span<const double>) { return check_haproxy_weight(node); }

constexpr DownRule kDown[] = {
    {.does = Failover::kDrained,
     .words = "The server's points are taken off the ring, as if its weight were 0: its keys go to the nearest "
              "points that are left.",
     .source = "HAProxy 2.6.12, lb_chash.c, chash_set_server_status_down()",
     .with = with_dialect(kDialects, "consistent")},
    {.does = Failover::kDrained,
     .words =
         "The map is filled again with the servers that are up, as if the others had a weight of 0: most keys move.",
     .source = "HAProxy 2.6.12, lb_map.c, map_set_server_status_down()"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules haproxy_down;
constinit const DownRules haproxy_down = kDown;

extern const Strategy haproxy_strategy;
constinit const Strategy haproxy_strategy{
    .id = "haproxy",
    .title = "HAProxy hash",
    .family = Family::kRing,
    .summary = "How HAProxy picks a cache; even only with weights around 100, that is 1,600 points per server.",
    .limits = "16 points at weight 1 are uneven, and removing a server from the middle of the list renumbers the rest.",
    .source = "HAProxy 2.6.12, lb_chash.c and lb_map.c",
    .lookup = "O(log(16 n w))",
    .traits = kDialects[0].traits,
    .down = kDownCases,
    .params = kParams,
    .hash = "sdbm",
    .hash_fixed = true,
    .numerals = Numerals::kDecimal,
    .traits_with = traits,
    .expected_spread = expected_spread,
    .takes_tokens = true,
    .recipes = recipes,
    .build = build,
    .fits = fits,
};

}  // namespace reshard
