#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

const ConfiguredStrategy kSquid("squid_carp");

TEST(SquidCarp, RowsAgreeWithSquid) {
  const Vectors rows("squid_carp.csv");
  expect_owner_names(rows, "w1_1_1", kSquid, cluster_from("p", 1, 3));
  expect_owner_names(rows, "w1_1_1_1_1", kSquid, cluster_from("p", 1, 5));
  expect_owner_names(rows, "w3_1_2", kSquid, weighted_cluster("p", 1, {3, 1, 2}));
  expect_owner_names(rows, "w5_3_8_1_2", kSquid, weighted_cluster("p", 1, {5, 3, 8, 1, 2}));
  expect_owner_names(rows, "w100_50_0_7_1", kSquid, weighted_cluster("p", 1, {100, 50, 0, 7, 1}));
  EXPECT_EQ(rows.size(), 400u);
}

// The draft's own values for weights 1, 1, 2 are p = 1/4, 1/4, 1/2: x1 = (3/4)^(1/3), x2 = x1, and
// x3 = 1 * (1/2 - 1/4) / (x1 x2) + x2.
TEST(SquidCarp, LoadMultipliersAreThoseOfTheDraft) {
  const auto cluster = weighted_cluster("p", 1, {1, 1, 2});
  const double x1 = std::cbrt(0.75), x3 = 0.25 / (x1 * x1) + x1;
  for (const auto& [node, expected] : {std::pair<unsigned, double>{0, x1}, {1, x1}, {2, x3}}) {
    const Trace trace = explain(kSquid, cluster, "http://example.org/");
    for (const Step& step : trace) {
      if (step.label != "score" || step.node != NodeId{node}) continue;
      const std::size_t at = step.value.find(" * ");
      EXPECT_NEAR(std::stod(step.value.substr(at + 3)), expected, 1e-5) << step.value;
    }
  }
}

TEST(SquidCarp, AKeyMovesBetweenParentsThatStayWhenTheFirstOneLeaves) {
  const auto keys = KeyTable::of(kSquid, sequential_keys("http://example.org/", 1000)).take();
  const auto all = cluster_from("p", 1, 4);
  const auto before = place(kSquid, all, keys);
  const auto without_first = place(kSquid, without_node(all, "p1"), keys);
  const auto without_last = place(kSquid, without_node(all, "p4"), keys);
  std::size_t by_first = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] != NodeId{0}) by_first += without_first[i] != before[i];
    if (before[i] != NodeId{3}) { EXPECT_EQ(without_last[i], before[i]); }
  }
  EXPECT_GT(by_first, 300u);
}

TEST(SquidCarp, RefusesAWeightBelowAThousandthOfAll) {
  const auto error = refusal(kSquid, weighted_cluster("p", 1, {999, 1, 1}));
  EXPECT_EQ(error.field, "nodes[p2].weight");
  EXPECT_EQ(error.args, (std::vector<std::string>{"1", "2", "1001"}));
  EXPECT_TRUE(try_build(kSquid, weighted_cluster("p", 1, {998, 1, 1}), {}).ok());
}

}  // namespace
}  // namespace reshard::testing
