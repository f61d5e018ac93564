#include "tests/core/contract/spread.h"

#include <cmath>
#include <numeric>
#include <optional>

#include "core/analysis/place_all.h"
#include "core/base/text.h"
#include "tests/core/contract/script.h"
#include "tests/core/typed_keys.h"

namespace reshard::testing {
namespace {

constexpr std::uint64_t kKeys = 4000;
constexpr std::size_t kNodeCounts[] = {10, 8, 7, 5, 4, 3, 2};  // a strategy may refuse some

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Nodes named by numbers, which every dialect accepts; each sample has its own.
Cluster equal_or_weighted(Random& random, std::size_t count, bool weighted) {
  const std::uint64_t first = random.below(1000) * 1000;
  std::vector<Node> nodes(count);
  for (std::size_t i = 0; i < count; ++i) {
    nodes[i].name = decimal(first + i);
    if (weighted) nodes[i].weight = static_cast<double>(1 + random.below(4));
  }
  return Cluster::of(nodes).take();
}

/// The variance ratio of one sample.
double variance_ratio(const ConfiguredStrategy& setup, const Cluster& cluster, const std::vector<NodeId>& owners) {
  const auto counts = keys_per_node(owners, cluster.known());
  const auto placed = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  const auto n = static_cast<double>(cluster.nodes().size());
  std::vector<double> weights;
  for (const Node& node : cluster.nodes()) weights.push_back(node.weight);

  std::vector<double> squares, inverse, chi_square;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double fair = placed * weights[i] / sum(weights);
    const double deviation = static_cast<double>(counts[i]) - fair;
    chi_square.push_back(deviation * deviation / fair);
    squares.push_back(deviation * deviation / (fair * fair));
    inverse.push_back(1 / weights[i]);
  }
  if (setup.strategy.expected_spread == nullptr) return sum(chi_square) / (n - 1);

  // A light node of a ring has fewer points than the average node, so its share varies more.
  const double lightness = sum(weights) / n * sum(inverse) / n;
  const double own = setup.strategy.expected_spread(cluster.nodes().size(), setup.params);
  const double chance = (sum(weights) * sum(inverse) / n - 1) / placed;  // the mean of (1 - p) / (placed p)
  return sum(squares) / n / (own * own * lightness + chance);
}

struct SpreadSample {
  double ratio, degrees;
};

/// Keys of the type that the strategy reads; of a type with few values, keys that it refuses.
std::shared_ptr<const KeySet> different_keys(Random& random, const ConfiguredStrategy& setup) {
  const Recipe recipe = setup.recipes()[0];
  if (recipe.typed == nullptr || !has_many_values(recipe.row)) {
    return KeySet::generate({KeyKind::kRandom, kKeys, ""}, random.next()).take();
  }
  std::vector<std::string> keys(kKeys);
  for (std::string& key : keys) key = distinct_key(random, recipe.row);
  return given_keys(keys);
}

/// A sample with the first number of nodes that the strategy does not refuse.
std::optional<SpreadSample> draw_sample(Random& random, const ConfiguredStrategy& setup, bool weighted) {
  const auto keys = KeyTable::of(setup, different_keys(random, setup));
  if (!keys.ok()) return std::nullopt;
  for (const std::size_t count : kNodeCounts) {
    const Cluster cluster = equal_or_weighted(random, count, weighted);
    auto built = try_build(setup, cluster, keys.value().block());
    if (!built.ok()) continue;
    const std::vector<NodeId> owners = place_all(*built.value(), keys.value().block());
    return SpreadSample{variance_ratio(setup, cluster, owners), static_cast<double>(count) - 1};
  }
  return std::nullopt;
}

}  // namespace

double highest_ratio(double degrees, bool own_spread) {
  constexpr double kNormalQuantile = 4.2649;  // the quantile of 1 - kFalseAlarmRate
  const double part = 2 / (9 * (own_spread ? degrees / 2 : degrees));
  const double root = 1 - part + kNormalQuantile * std::sqrt(part);  // Wilson and Hilferty, 1931
  return root * root * root;
}

SpreadReport measure_spread(const Strategy& strategy, bool weighted, std::uint64_t seed) {
  Random random(seed);
  SpreadReport report;
  double degrees = 0;
  for (int i = 0; i < kSpreadSamples; ++i) {
    auto params = i % 2 == 0 ? default_params(strategy.params) : random_setup(random, strategy).params;
    if (weighted && !traits_of(strategy, params).has(Trait::kWeights)) continue;
    ++report.wanted;
    const HashFunction& hash = default_hash(strategy, params);
    const ConfiguredStrategy setup(strategy, std::move(params), hash);
    const auto sample = draw_sample(random, setup, weighted);
    if (!sample) continue;
    ++report.samples;
    degrees += sample->degrees;
    report.ratio += sample->ratio * sample->degrees;
  }
  if (report.samples == 0) return report;
  report.ratio /= degrees;
  report.highest = highest_ratio(degrees, strategy.expected_spread != nullptr);
  return report;
}

Violations check_spread(const Strategy& strategy, bool weighted, std::uint64_t seed) {
  const std::string_view check = weighted ? "weights" : "spread";
  const auto report = measure_spread(strategy, weighted, seed);
  if (report.samples < report.wanted / 2) {
    return {{check, "only " + decimal(static_cast<std::uint64_t>(report.samples)) + " samples, the rest was refused"}};
  }
  if (report.ratio <= report.highest) return {};
  return {{check, "the variance of keys per node is " + short_number(report.ratio) + " times the expected one, " +
                      short_number(report.highest) + " is let pass"}};
}

}  // namespace reshard::testing
