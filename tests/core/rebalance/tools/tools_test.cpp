#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/rebalance/tools/elasticsearch.h"
#include "core/rebalance/tools/tool.h"
#include "tests/core/rebalance/problems.h"

namespace reshard::testing {
namespace {

using rebalance::Problem;
namespace tools = rebalance::tools;

Problem partitions() {
  Problem problem = nodes_of(3);
  for (std::uint32_t i = 0; i < 6; ++i) problem.add_entry("t-" + decimal(i), 100 + i, 10 * i, {0, 1});
  return problem;
}

TEST(RebalanceTools, HaveIdsOfTheirOwn) {
  std::set<std::string_view> ids;
  for (const tools::Tool& tool : tools::all_tools()) {
    EXPECT_TRUE(ids.insert(tool.id).second) << tool.id;
    EXPECT_EQ(tools::find_tool(tool.id), &tool);
    EXPECT_FALSE(tool.source.empty());
  }
  EXPECT_EQ(tools::find_tool("ceph"), nullptr);
}

TEST(RebalanceTools, RefuseAnOptionThatTheyDoNotHave) {
  const std::vector<std::pair<std::string, std::string>> options{{"speed", "1"}};
  for (const tools::Tool& tool : tools::all_tools()) {
    const auto plan = tool.plan(partitions(), options);
    ASSERT_FALSE(plan.ok()) << tool.id;
    EXPECT_EQ(plan.error().field, "options") << tool.id;
  }
}

TEST(RebalanceTools, NeverMoveACopyToWhereItIsNorFromWhereItIsNot) {
  const Problem problem = partitions();
  for (const tools::Tool& tool : tools::all_tools()) {
    const auto plan = tool.plan(problem, {});
    if (!plan.ok()) continue;
    std::vector<std::uint32_t> holders = problem.holders;
    for (const auto& [entry, from, to] : plan.value().moves) {
      std::multiset<std::uint32_t> on{holders[2 * entry], holders[2 * entry + 1]};
      EXPECT_TRUE(on.contains(from) && !on.contains(to)) << tool.id;
      (holders[2 * entry] == from ? holders[2 * entry] : holders[2 * entry + 1]) = to;
    }
    const auto outcome = tools::outcome_of(problem, plan.value());
    for (std::uint32_t entry = 0; entry < 6; ++entry) {
      EXPECT_EQ((std::set{holders[2 * entry], holders[2 * entry + 1]}),
                (std::set{outcome.holders[2 * entry], outcome.holders[2 * entry + 1]}))
          << tool.id;
    }
  }
}

// Worked out by hand: loads 0 to 50 at n0 and n1, 150 each, of 300; the mean is 100 and the limit 110.
TEST(RebalanceTools, TellHowUnevenAProblemIs) {
  const Problem problem = partitions();
  const auto now = tools::evenness_of(problem, problem.holders);
  ASSERT_EQ(now.size(), 1u);
  EXPECT_DOUBLE_EQ(now[0].worst, 1.5);
  EXPECT_EQ(now[0].excess, 80u);
  const tools::Plan plan{.moves = {{5, 0, 2}, {4, 1, 2}}, .holders = {}};
  const auto outcome = tools::outcome_of(problem, plan);
  EXPECT_EQ(outcome.bytes, 209u);
  EXPECT_DOUBLE_EQ(outcome.limits[0].worst, 1.1);
  EXPECT_EQ(outcome.limits[0].excess, 0u);
}

// The formula with its defaults, worked out in double precision: shards 6, 6, 0 of 12; loads 150, 150, 0; bytes alike.
TEST(ElasticsearchWeights, AreTheSumOfWhatIsAboveTheMean) {
  const Problem problem = partitions();
  const auto weights = tools::elasticsearch_weights(problem, problem.holders, {});
  const double sum = 0.45 + 0.55 + 10 + 2e-11, bytes = 615 - 410;
  const double full = 0.45 / sum * 2 + 10 / sum * 50 + 2e-11 / sum * bytes;
  ASSERT_EQ(weights.size(), 3u);
  EXPECT_NEAR(weights[0], full, 1e-5);
  EXPECT_EQ(weights[0], weights[1]);
  EXPECT_NEAR(weights[2], -2 * full, 1e-5);
}

}  // namespace
}  // namespace reshard::testing
