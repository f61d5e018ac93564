#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/natural_log.h"
#include "core/hash/functions.h"
#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

Cluster weighted(std::initializer_list<double> weights) {
  auto cluster = numbered_cluster("node-", weights.size());
  for (std::uint32_t n = 0; const double weight : weights) {
    cluster = with_weight(std::move(cluster), "node-" + std::to_string(n++), weight);
  }
  return cluster;
}

TEST(RendezvousWeighted, RowsAgreeWithThePythonFormula) {
  const Vectors rows("hrw_weighted_log.csv");
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row["key"]);
  const auto keys = given_keys(names);
  const std::pair<std::string, Cluster> columns[] = {
      {"eq10", numbered_cluster("node-", 10)}, {"eq11", numbered_cluster("node-", 11)}, {"w123", weighted({1, 2, 3})},
      {"w1234_1_1", weighted({1, 1, 2, 4})},   {"w1234_8", weighted({1, 1, 2, 8})},
  };
  for (const auto& [column, cluster] : columns) {
    const auto owners = place(ConfiguredStrategy("rendezvous_weighted"), cluster, keys);
    for (std::size_t i = 0; i < rows.size(); ++i)
      EXPECT_EQ(cluster.name_of(owners[i]), rows[i][column]) << column << " " << names[i];
  }
}

TEST(RendezvousWeighted, ScoresAreThoseOfPython) {
  for (const auto& row : Vectors("hrw_weighted_log.csv")) {
    const auto trace = explain(ConfiguredStrategy("rendezvous_weighted"), cluster_of({"node-0"}), row["key"]);
    EXPECT_DOUBLE_EQ(std::stod(trace[1].value), row.real("score_node0_w1")) << row["key"];
  }
}

// Two nodes of weights 1 and 3 whose numbers are u and v: the second wins if 3 / -ln v > 1 / -ln u, that is v > u^3.
TEST(RendezvousWeighted, NodeOfWeightThreeWinsAboveTheCubeAsWorkedOutByHand) {
  const auto cluster = weighted({1, 3});
  const auto u = [](const std::string& text) {
    const auto hash = murmur3_128(text);
    return static_cast<double>(hash.h2) * 0x1p-64;
  };
  for (const std::string key : {"a", "b", "c", "d", "e", "f", "g", "h"}) {
    const bool second = u("node-1: " + key) > std::pow(u("node-0: " + key), 3);
    EXPECT_EQ(owner_names(ConfiguredStrategy("rendezvous_weighted"), cluster, {key})[0], second ? "node-1" : "node-0");
  }
}

// The formula itself, for names from one byte to the longest allowed.
TEST(RendezvousWeighted, NamesOfAnyLengthScoreByTheFormula) {
  std::vector<std::string> names;
  for (const std::size_t length : {1u, 2u, 13u, 14u, 15u, 16u, 31u, 100u, 254u, 255u})
    names.push_back(std::string(length, 'n'));
  Cluster cluster = cluster_of(names);
  for (std::uint32_t n = 0; n < names.size(); ++n) CHECK(cluster.set_weight(NodeId{n}, 1 + n % 3).ok());
  std::vector<std::string> keys;
  keys.reserve(2000);
  for (int i = 0; i < 2000; ++i)
    keys.push_back("key-" + std::string(static_cast<std::size_t>(i) % 40, 'x') + std::to_string(i));
  const auto owners = place(ConfiguredStrategy("rendezvous_weighted"), cluster, given_keys(keys));
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::vector<double> scores;
    for (const Node& node : cluster.nodes()) {
      const double u = static_cast<double>(murmur3_128(node.name + ": " + keys[i]).h2) * 0x1p-64;
      scores.push_back(node.weight / -std::log(u));
    }
    const auto best = std::max_element(scores.begin(), scores.end()) - scores.begin();
    EXPECT_EQ(index_of(owners[i]), static_cast<std::uint32_t>(best)) << keys[i];
  }
}

TEST(RendezvousWeighted, ChangeOfWeightMovesKeysToItsNodeOnly) {
  const ConfiguredStrategy setup("rendezvous_weighted");
  const auto keys = sequential_keys("key-", 10'000);
  const auto before = place(setup, weighted({1, 2, 3}), keys);
  const auto after = place(setup, weighted({1, 4, 3}), keys);
  EXPECT_EQ(moved_elsewhere(before, after, NodeId{1}), 0u);
  EXPECT_NEAR(static_cast<double>(moved(before, after)), 10'000 * (4.0 / 8 - 2.0 / 6), 150);
}

// One of Golubtsov's benchmarks: keys are "item-<x>", x being CPython 3.10's hash("item-<i>") with PYTHONHASHSEED=0.
TEST(RendezvousWeighted, TwentyFirstNodeOfGolubtsovsBenchmarkTakesItsShare) {
  std::vector<std::string> names;
  names.reserve(20'000);
  for (int i = 0; i < 20'000; ++i) {
    names.push_back("item-" + std::to_string(static_cast<std::int64_t>(siphash24("item-" + std::to_string(i), 0, 0))));
  }
  const auto keys = given_keys(names);
  const ConfiguredStrategy setup("rendezvous_weighted");
  const auto of_20 = place(setup, numbered_cluster("node-", 20), keys);
  const auto of_21 = place(setup, numbered_cluster("node-", 21), keys);
  EXPECT_EQ(moved_elsewhere(of_20, of_21, NodeId{20}), 0u);
  EXPECT_NEAR(static_cast<double>(moved(of_20, of_21)), 20'000 / 21.0, 150);  // 5 standard deviations
}

}  // namespace
}  // namespace reshard::testing
