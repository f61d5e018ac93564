#include "core/rebalance/plan_json.h"

#include <gtest/gtest.h>

#include "core/scenario/json_reader.h"
#include "tests/core/vectors.h"

namespace reshard::rebalance {
namespace {

using testing::vector_lines;

Json json_of(const Problem& problem, const Pace* pace = nullptr) {
  return parse_json("plan", format_plan(problem, plan_moves(problem, {}), pace)).take();
}

Problem three_nodes() {
  Problem problem;
  problem.id = "three";
  problem.nodes = {{"a", 1, {}, "", false}, {"b", 1, {}, "", false}, {"c", 1, {}, "", false}};
  return problem;
}

TEST(RebalanceJson, SaysWhatMovesWhyAndWhen) {
  Problem problem = three_nodes();
  for (int i = 0; i < 6; ++i) problem.add_entry("e" + std::to_string(i), 10, 1, {i < 4 ? 0u : 1u});
  problem.limits[0].upper = {0, 1};
  const Pace pace{10, 0};
  const Json plan = json_of(problem, &pace);
  EXPECT_EQ(plan["id"], "three");
  EXPECT_EQ(plan["moves"].size(), 2u);
  EXPECT_EQ(plan["moves"][0][1], "a");
  EXPECT_EQ(plan["moves"][0][2], "c");
  EXPECT_EQ(to_text(plan["reasons"][0]), R"(["over","a","load",2])");
  EXPECT_EQ(to_text(plan["curve"]), "[[0,0,2,2.0],[1,10,1,1.5],[2,20,0,1.0]]");
  EXPECT_EQ(to_text(plan["schedule"]["spans"]), "[[0,1000],[1000,2000]]");
  EXPECT_EQ(plan["schedule"]["bound_ms"], 2000);
  EXPECT_EQ(plan["bound"]["cost"], 20);
  EXPECT_EQ(plan["proven"], true);
  EXPECT_FALSE(plan.contains("why"));
}

TEST(RebalanceJson, LeadershipPassesFirstAndCopiesNothing) {
  Problem problem = three_nodes();
  problem.add_entry("e", 100, 9, {0, 1});
  problem.add_entry("f", 100, 9, {0, 2});
  problem.add_entry("g", 100, 9, {0, 1});
  problem.limits[0].follower = {1, 1, 1};
  problem.limits[0].upper = {2, 10};
  const Json plan = json_of(problem);
  EXPECT_EQ(plan["bytes"], 0);
  EXPECT_EQ(plan["excess"], 0);
  ASSERT_EQ(plan["moves"].size(), 2u);
  for (const Json& move : plan["moves"]) EXPECT_EQ(move[3], "lead");
}

TEST(RebalanceJson, AForcedMoveSaysSo) {
  Problem problem = three_nodes();
  for (int i = 0; i < 6; ++i) problem.add_entry("e" + std::to_string(i), 10, 1, {i < 4 ? 0u : 1u});
  problem.limits[0].upper = {0, 1};
  problem.forced = {{4, 1, 2}};
  const Json plan = json_of(problem);
  ASSERT_EQ(plan["moves"].size(), 3u);
  std::size_t forced = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    if (plan["reasons"][i][0] != "forced") continue;
    EXPECT_EQ(to_text(plan["moves"][i]), R"(["e4","b","c"])");
    EXPECT_EQ(to_text(plan["reasons"][i]), R"(["forced","b"])");
    ++forced;
  }
  EXPECT_EQ(forced, 1u);
  EXPECT_EQ(plan["bound"]["cost"], 30);
  problem.nodes[2].disk = 5;
  const Json none = json_of(problem);
  EXPECT_EQ(to_text(none["why"]["conditions"]),
            R"([{"what":"disk","node":"c","count":5},{"what":"forced","node":"c","entry":"e4"}])");
  EXPECT_EQ(to_text(none["why"]["remedies"][1]), R"({"what":"unforce","node":"c","entry":"e4"})");
}

TEST(RebalanceJson, ADetourSaysForWhichMoveItMakesRoom) {
  std::size_t detours = 0;
  for (const std::string& line : vector_lines("rebalance/instances.jsonl")) {
    const Json plan = json_of(parse_problem(line).take());
    for (const Json& at : plan["detours"]) {
      const auto position = at.get<std::size_t>();
      const Json& move = plan["moves"][position];
      const Json& reason = plan["reasons"][position];
      ASSERT_EQ(reason[0], "detour");
      EXPECT_EQ(reason[1], move[1]);
      const auto onward = reason.back().get<std::size_t>();
      EXPECT_EQ(plan["moves"][onward][0], move[0]);
      EXPECT_EQ(plan["moves"][onward][1], move[2]);
      EXPECT_EQ(plan["reasons"][onward][0], "onward");
      ++detours;
    }
  }
  EXPECT_GE(detours, 5u);
}

}  // namespace
}  // namespace reshard::rebalance
