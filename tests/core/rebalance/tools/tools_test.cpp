#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/rebalance/tools/tool.h"
#include "tests/core/rebalance/problems.h"
#include "tests/core/rebalance/replay.h"

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

/// Carries out a tool's plan; true: copies are where it says, drained nodes receive none, and pinned entries stay if
/// `pins`.
bool carries_out(const rebalance::Model& model, const std::vector<rebalance::Move>& moves, bool pins) {
  rebalance::Placement placement(model);
  for (const rebalance::Move& move : moves) {
    if (!placement.holds(move.entry, move.from) || placement.holds(move.entry, move.to) != move.lead) return false;
    if (model.drained[move.to] || (pins && model.is_pinned(move.entry))) return false;
    placement.apply(move);
  }
  return true;
}

// Kafka's generator and Citus know no pins.
TEST(RebalanceTools, NeverMoveACopyToWhereItIsNorFromWhereItIsNot) {
  std::map<std::string_view, std::size_t> answered;
  Random random(3);
  for (int round = 0; round < 400; ++round) {
    const Problem problem =
        round < 200 ? random_problem(random, 60, true) : random_cluster(random, 80, 7, 50, round % 2 == 0);
    const rebalance::Model model(problem);
    for (const tools::Tool& tool : tools::all_tools()) {
      const std::vector<std::pair<std::string, std::string>> options =
          tool.id == "mongodb" ? std::vector<std::pair<std::string, std::string>>{{"chunk_size", "1000000000"}}
                               : std::vector<std::pair<std::string, std::string>>{};
      const auto plan = tool.plan(problem, options);
      if (!plan.ok()) continue;
      ++answered[tool.id];
      const bool pins = tool.id != "kafka_generate" && tool.id != "citus";
      EXPECT_TRUE(carries_out(model, plan.value().moves, pins)) << tool.id << " in round " << round;
    }
  }
  for (const tools::Tool& tool : tools::all_tools()) {
    EXPECT_TRUE(tool.id == "redis_cli" || tool.id == "valkey_cli" || answered[tool.id] > 40)
        << tool.id << ": " << answered[tool.id];
  }
}

// Worked out by hand: loads 0 to 50 at n0 and n1, 150 each, of 300; the mean is 100 and the limit 110.
TEST(RebalanceTools, TellHowEvenItGetsForHowManyBytes) {
  const Problem problem = partitions();
  const rebalance::Model model(problem);
  const std::vector<rebalance::Move> moves{{5, 0, 2}, {4, 1, 2}};
  const auto points = tools::curve_of(model, moves, 100);
  ASSERT_EQ(points.size(), 3u);
  EXPECT_EQ(points[0].bytes, 0u);
  EXPECT_DOUBLE_EQ(points[0].limits[0].worst, 1.5);
  EXPECT_EQ(points[0].limits[0].excess, 80u);
  EXPECT_EQ(points[1].bytes, 105u);
  EXPECT_DOUBLE_EQ(points[1].limits[0].worst, 1.5);
  EXPECT_EQ(points[1].limits[0].excess, 40u);
  EXPECT_EQ(points[2].moves, 2u);
  EXPECT_EQ(points[2].bytes, 209u);
  EXPECT_DOUBLE_EQ(points[2].limits[0].worst, 1.1);
  EXPECT_EQ(points[2].limits[0].excess, 0u);
}

TEST(RebalanceTools, KeepACurveWithinItsPoints) {
  Problem problem = nodes_of(2);
  std::vector<rebalance::Move> moves;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    problem.add_entry("e" + decimal(i), i, 1, {0});
    moves.push_back({i, 0, 1});
  }
  const auto points = tools::curve_of(rebalance::Model(problem), moves, 20);
  EXPECT_LE(points.size(), 20u);
  EXPECT_GE(points.size(), 18u);
  EXPECT_EQ(points.back().moves, 1000u);
  EXPECT_EQ(points.back().bytes, 499'500u);
}

}  // namespace
}  // namespace reshard::testing
