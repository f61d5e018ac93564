#include <gtest/gtest.h>

#include <set>

#include "tests/core/contract/checks.h"
#include "tests/core/contract/contract.h"
#include "tests/core/contract/spread.h"

// What is common to all strategies. A strategy is covered by being in the registry.

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

TEST_P(StrategyContract, SpreadsKeysAsItSays) {
  const auto violations = check_spread(*GetParam(), false, 2024);
  EXPECT_TRUE(violations.empty()) << lines_of(violations);
}

// That weights are ignored where they are unknown is a promise of the scripts.
TEST_P(StrategyContract, GivesEveryNodeKeysByItsWeightWhereItKnowsWeights) {
  const auto violations = check_spread(*GetParam(), true, 2024);
  EXPECT_TRUE(violations.empty()) << lines_of(violations);
}

TEST(Strategies, AreFoundByIdsOfTheirOwn) {
  const auto names = names_of_all_strategies();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const Strategy* strategy : strategies()) EXPECT_EQ(find_strategy(strategy->id), strategy);
  EXPECT_EQ(find_strategy("no such strategy"), nullptr);
}

}  // namespace
}  // namespace reshard::testing
