#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/analysis/place_all.h"
#include "core/strategies/down_rules.h"
#include "core/strategies/strategies.h"
#include "tests/core/contract/checks.h"
#include "tests/core/contract/contract.h"
#include "tests/core/contract/spread.h"

// What all strategies have in common. Every registered strategy is covered.

namespace reshard::testing {
namespace {

constexpr std::uint64_t kOperations = 10'000;  // over the whole registry
constexpr std::uint64_t kLeastPerStrategy = 300;

std::vector<std::string> names_of_all_strategies() {
  std::vector<std::string> names;
  for (const Strategy* strategy : strategies()) names.emplace_back(strategy->id);
  return names;
}

class StrategyContract : public ::testing::TestWithParam<const Strategy*> {};

INSTANTIATE_TEST_SUITE_P(All, StrategyContract, ::testing::ValuesIn(strategies().begin(), strategies().end()),
                         [](const auto& test) {
                           std::string name(test.param->id);
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST_P(StrategyContract, DescribesItselfInFull) {
  const auto violations = check_description(*GetParam());
  EXPECT_TRUE(violations.empty()) << lines_of(violations);
}

TEST_P(StrategyContract, SaysWithASourceWhatHappensWhenANodeIsDown) {
  const auto violations = check_down_rules(down_rules(*GetParam()));
  EXPECT_TRUE(violations.empty()) << lines_of(violations);
}

TEST_P(StrategyContract, RefusesBadInputNamingTheField) {
  const auto violations = check_bad_input(*GetParam());
  EXPECT_TRUE(violations.empty()) << lines_of(violations);
}

TEST_P(StrategyContract, SaysWhichParametersHaveNoEffect) {
  const auto violations = check_params_in_effect(*GetParam());
  EXPECT_TRUE(violations.empty()) << lines_of(violations);
}

TEST_P(StrategyContract, KeepsItsPromisesUnderRandomScripts) {
  const std::uint64_t quota = std::max(kLeastPerStrategy, kOperations / strategies().size() + 1);
  const auto report = run_scripts(*GetParam(), quota, 2024);
  EXPECT_TRUE(report.violations.empty()) << lines_of(report.violations);
  EXPECT_GE(report.operations, quota);
  EXPECT_LT(report.refused, report.operations * 3 / 4) << "too few placements to have checked anything";
}

// Half of the keys occur twice, and the first of them three times; nodes come and go, and entries are moved by hand
// where possible.
TEST_P(StrategyContract, GivesARepeatedKeyOneOwner) {
  constexpr std::uint32_t kDifferent = 300;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < kDifferent; ++i) names.push_back(std::to_string(1000 + i * 7));
  for (std::uint32_t i = 0; i < kDifferent; i += 2) names.push_back(names[i]);
  names.insert(names.begin() + 1, names[0]);
  const auto keys = given_keys(names);
  const Strategy& strategy = *GetParam();
  for (std::size_t i = 0; i <= strategy.params.size(); ++i) {
    const std::size_t options = i < strategy.params.size() ? strategy.params[i].options.size() : 1;
    for (std::size_t option = 0; option < options; ++option) {
      ParamValues values = default_params(strategy.params);
      if (i < strategy.params.size()) values[i] = static_cast<double>(option);
      const ConfiguredStrategy setup(strategy, values, *find_hash_function(strategy.hash));
      const auto read = KeyTable::of(setup, keys);
      if (!read.ok()) continue;  // a type that these numbers are not of
      const KeyTable& table = read.value();
      Cluster cluster = numbered_cluster("10.0.0.1:", 4);
      if (traits_of(strategy, values).has(Trait::kMovesByHand)) {
        cluster = with_move(cluster, "10.0.0.1:3", {std::string(strategy.id), 0, 200});
      }
      cluster = with_node(cluster, "10.0.0.1:9");
      const auto built = try_build(setup, cluster, table.block());
      if (!built.ok()) continue;
      const std::vector<NodeId> owners = place_all(*built.value(), table.block());
      std::map<std::string, NodeId> owner_of;
      for (std::uint32_t key = 0; key < table.size(); ++key) {
        const auto [first, fresh] = owner_of.emplace(table.name(key), owners[key]);
        EXPECT_EQ(first->second, owners[key]) << table.name(key) << ", key " << key << ", option " << option;
      }
    }
  }
}

TEST_P(StrategyContract, SpreadsKeysAsItSays) {
  const auto violations = check_spread(*GetParam(), false, 2024);
  EXPECT_TRUE(violations.empty()) << lines_of(violations);
}

// That other strategies ignore weights is checked by the random scripts.
TEST_P(StrategyContract, GivesEveryNodeKeysByItsWeightIfItUsesWeights) {
  const auto violations = check_spread(*GetParam(), true, 2024);
  EXPECT_TRUE(violations.empty()) << lines_of(violations);
}

// Three replicas on six nodes in three zones of one rack each: in all three for every key, or not for some key.
TEST_P(StrategyContract, SpreadsReplicasOverZonesUnderTheOptionsThatSaySo) {
  constexpr unsigned kReplicas = 3;
  std::vector<Node> nodes;
  for (int i = 0; i < 6; ++i) {
    const std::string zone = std::to_string(i / 2);  // neighbours in the list share one
    nodes.push_back({.name = "10.0.0." + std::to_string(i + 1) + ":80", .zone = "z" + zone, .rack = "r" + zone});
  }
  const Cluster cluster = Cluster::of(nodes).take();
  const auto keys = sequential_keys("key-", 500);
  const Strategy& strategy = *GetParam();
  const auto in_all_zones = [&](const ConfiguredStrategy& setup) {
    const auto owners = place_replicas(setup, cluster, KeyTable::of(setup, keys).take(), kReplicas);
    for (std::size_t i = 0; i < owners.size(); i += kReplicas) {
      std::set<std::string> zones;
      for (unsigned r = 0; r < kReplicas; ++r) zones.insert(cluster.find(owners[i + r])->zone);
      if (zones.size() < kReplicas) return false;
    }
    return true;
  };
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    for (std::size_t option = 0; option < strategy.params[i].options.size(); ++option) {
      ParamValues values = default_params(strategy.params);
      values[i] = static_cast<double>(option);
      const Traits traits = traits_of(strategy, values);
      if (!traits.has(Trait::kReplicas)) continue;
      const ConfiguredStrategy setup(strategy, values, default_hash(strategy, values));
      const auto table = KeyTable::of(setup, keys);
      if (!table.ok() || !try_build(setup, cluster, table.value().block(), kReplicas).ok()) continue;
      EXPECT_EQ(in_all_zones(setup), traits.has(Trait::kZones)) << strategy.params[i].options[option];
    }
  }
  if (strategy.traits.has(Trait::kZones)) { EXPECT_TRUE(in_all_zones(ConfiguredStrategy(strategy.id))); }
}

// Serving asks for more and more replicas until enough are up.
TEST_P(StrategyContract, GivesFewReplicasAsTheFirstOfManyIfTheNextNodeThatIsUpServes) {
  constexpr unsigned kMost = 40;
  const auto keys = sequential_keys("key-", 60);
  const Cluster cluster = with_down(numbered_cluster("10.0.0.1:", kMost), {"10.0.0.1:3"});
  const Strategy& strategy = *GetParam();
  for (std::size_t i = 0; i <= strategy.params.size(); ++i) {
    const std::size_t options = i < strategy.params.size() ? strategy.params[i].options.size() : 1;
    for (std::size_t option = 0; option < options; ++option) {
      ParamValues values = default_params(strategy.params);
      if (i < strategy.params.size()) values[i] = static_cast<double>(option);
      const Traits traits = traits_of(strategy, values);
      const bool next = failover_of(strategy, values, cluster) == Failover::kNext;
      if (!next || !traits.has(Trait::kReplicas) || traits.has(Trait::kZones)) continue;
      const ConfiguredStrategy setup(strategy, values, default_hash(strategy, values));
      const auto table = KeyTable::of(setup, keys);
      if (!table.ok() || !try_build(setup, cluster, table.value().block(), kMost).ok()) continue;
      const auto many = place_replicas(setup, cluster, table.value(), kMost);
      for (const unsigned few : {1u, 2u, 7u, 17u, 39u}) {
        const auto first = place_replicas(setup, cluster, table.value(), few);
        for (std::size_t at = 0; at < first.size(); ++at) {
          ASSERT_EQ(first[at], many[at / few * kMost + at % few]) << few << ", option " << option;
        }
      }
    }
  }
}

TEST(Strategies, AreFoundByUniqueIds) {
  const auto names = names_of_all_strategies();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const Strategy* strategy : strategies()) EXPECT_EQ(find_strategy(strategy->id), strategy);
  EXPECT_EQ(find_strategy("no such strategy"), nullptr);
}

}  // namespace
}  // namespace reshard::testing
