// Skeleton rendezvous: rendezvous hashing at every branch of a tree, so that a lookup takes O(log n) scores, not n.
//
// C. Wang and C. Ravishankar describe such a tree of virtual nodes over clusters of real ones in "Skeleton-based
// rendezvous" (the outline in Wikipedia's article on rendezvous hashing). npm's skeleton-rendezvous 1.1.3 sorts all
// sites and cuts them into clusters, so one additional site may shift all the others: going from 31 to 32 moves 97 % of
// the keys (npm_tree.h). The dialect "stable" is our own answer, in which a node keeps its leaf for good
// (stable_tree.h).

#include <cmath>

#include "core/placement/bucket_placement.h"
#include "core/placement/dialects.h"
#include "core/placement/stable_tree.h"
#include "core/placement/systems/npm_tree.h"

namespace reshard {
namespace {

enum Param { kFanout, kCluster, kDialect };
class StablePlacement final : public BucketPlacement<StableTree> {
 public:
  StablePlacement(StableTree tree, std::vector<NodeId> nodes, std::size_t live)
      : BucketPlacement(std::move(tree), std::move(nodes)), live_(live) {}

  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    const std::size_t wanted = std::min<std::size_t>(replicas, live_);
    std::vector<std::uint32_t> leaves;
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      lookup_.replicas(keys.hash(i), wanted, leaves);
      for (std::size_t r = 0; r < wanted; ++r) owners[std::size_t{i} * replicas + r] = nodes_[leaves[r]];
    }
  }

 private:
  std::size_t live_;
};

using Built = Result<std::unique_ptr<Placement>>;

Built build_stable(const BuildInput& input, std::uint32_t fanout, std::uint32_t cluster) {
  StableTree tree(fanout, cluster, input.cluster.initial().size());
  auto nodes = replay_buckets(input.cluster, tree);
  if (!nodes.ok()) return nodes.error();
  return make_placement<StablePlacement>(std::move(tree), nodes.take(), input.cluster.nodes().size());
}

Built build_npm(const BuildInput& input, std::uint32_t fanout, std::uint32_t cluster) {
  NpmTree tree(fanout, cluster, input.cluster.nodes());
  auto nodes = tree.nodes();
  return make_placement<BucketPlacement<NpmTree>>(std::move(tree), std::move(nodes));
}

std::vector<Recipe> md5_of_key(std::span<const double>, const HashFunction&) { return {{&md5_hash}}; }

// Every cluster gets the same share; npm's clusters with a few extra sites divide it among more.
double npm_spread(std::size_t n, std::size_t cluster) {
  if (n <= cluster) return 0;
  const std::size_t clusters = n / cluster;
  double squares = 0;
  for (std::size_t i = 0; i < clusters; ++i) {
    const std::size_t rest = n % cluster;
    const std::size_t members = cluster + rest / clusters + (i < rest % clusters ? 1 : 0);
    const auto sites = static_cast<double>(members);
    const double deviation = static_cast<double>(n) / (static_cast<double>(clusters) * sites) - 1;
    squares += sites * deviation * deviation;
  }
  return std::sqrt(squares / static_cast<double>(n));
}

struct Dialect {
  std::string_view id;
  Built (*build)(const BuildInput& input, std::uint32_t fanout, std::uint32_t cluster);
  Traits traits;
  std::vector<Recipe> (*recipes)(std::span<const double> params, const HashFunction& hash) = one_hash;
  double (*spread)(std::size_t nodes, std::size_t cluster) = nullptr;  ///< null: only chance
};

constexpr Dialect kDialects[] = {
    {.id = "stable",
     .build = build_stable,
     .traits = {Trait::kAnyRemoval, Trait::kReplicas, Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory}},
    {.id = "npm", .build = build_npm, .traits = {Trait::kAnyRemoval}, .recipes = md5_of_key, .spread = npm_spread},
};
constexpr auto kIds = ids_of(kDialects);
constexpr ParamSpec kParams[] = {
    {.key = "fanout", .label = "Branches", .min = 2, .max = 9, .fallback = 2},
    {.key = "cluster",
     .label = "Nodes per cluster",
     .min = 1,
     .max = 256,
     .fallback = 16,
     .scale = ParamSpec::Scale::kLog,
     .unit = "nodes"},
    choice_param("dialect", "Dialect", kIds),
};

const Dialect& dialect_of(std::span<const double> params) {
  return kDialects[static_cast<std::size_t>(params[kDialect])];
}

Built build(const BuildInput& input) {
  return dialect_of(input.params)
      .build(input, static_cast<std::uint32_t>(input.params[kFanout]),
             static_cast<std::uint32_t>(input.params[kCluster]));
}

std::vector<Recipe> recipes(std::span<const double> params, const HashFunction& hash) {
  return dialect_of(params).recipes(params, hash);
}

Traits traits_with(std::span<const double> params) { return dialect_of(params).traits; }

double expected_spread(std::size_t nodes, std::span<const double> params) {
  const auto spread = dialect_of(params).spread;
  return spread == nullptr ? 0 : spread(nodes, static_cast<std::size_t>(params[kCluster]));
}

constexpr DownRule kDown[] = {
    {.does = Failover::kNext,
     .words = "A cluster's nodes are ranked by score: the next one that is up serves, then those of the next "
              "cluster.",
     .source = "our own dialect, after Wang and Ravishankar's outline",
     .with = with_dialect(kDialects, "stable")},
    {.does = Failover::kFails,
     .words =
         "The package returns one site: requests fail until the list of sites is set again, and then most keys may move.",
     .source = "npm skeleton-rendezvous 1.1.3"},
};
constexpr auto kDownCases = cases_of(kDown);

}  // namespace

extern const DownRules rendezvous_skeleton_down;
constinit const DownRules rendezvous_skeleton_down = kDown;

extern const Strategy rendezvous_skeleton_strategy;
constinit const Strategy rendezvous_skeleton_strategy{
    .id = "rendezvous_skeleton",
    .title = "Skeleton rendezvous",
    .family = Family::kRendezvous,
    .summary = "Rendezvous hashing for thousands of nodes: a lookup walks down a tree, one branch per level.",
    .limits = "All clients must know the order of joins, npm's dialect moves far too much, and it ignores weights.",
    .source = "Wang and Ravishankar's outline; npm skeleton-rendezvous 1.1.3; the stable dialect is our own",
    .lookup = "O(log n)",
    .traits = kDialects[0].traits,
    .down = kDownCases,
    .params = kParams,
    .traits_with = traits_with,
    .expected_spread = expected_spread,
    .recipes = recipes,
    .build = build,
};

}  // namespace reshard
