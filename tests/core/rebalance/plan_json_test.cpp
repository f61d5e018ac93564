#include "core/rebalance/plan_json.h"

#include <gtest/gtest.h>

#include "core/rebalance/story.h"
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
      ASSERT_EQ(reason.size(), 4u) << to_text(reason);
      const auto step = reason[2].get<std::size_t>(), onward = reason[3].get<std::size_t>();
      EXPECT_GT(step, position);
      EXPECT_EQ(plan["moves"][step][2], move[1]);
      EXPECT_GT(onward, position);
      EXPECT_EQ(plan["moves"][onward][0], move[0]);
      EXPECT_EQ(plan["moves"][onward][1], move[2]);
      EXPECT_EQ(to_text(plan["reasons"][onward]), to_text(Json::array({"onward", move[2], position})));
      ++detours;
    }
  }
  EXPECT_GE(detours, 5u);
}

TEST(RebalanceJson, ADetourOfANodeAboveItsLimitHasNoAmountAndGoesOnOnce) {
  Problem problem = three_nodes();
  problem.nodes.push_back({"d", 1, {}, "", false});
  problem.add_entry("e", 10, 90, {0});
  problem.add_entry("x", 10, 1, {1});
  problem.limits[0].upper = {0, 1};
  const Model model(problem);
  // e leaves a, which is above its limit, twice over another node; x comes to a. The last detour goes on from c.
  const std::vector<Ordered::Step> steps{
      {{0, 0, 1}, 0, true}, {{1, 1, 0}, 1, false}, {{0, 1, 2}, 2, true}, {{0, 2, 3}, 3, false}};
  const std::vector<Reason> reasons = reasons_of(model, steps);
  EXPECT_EQ(reasons[0], (Reason{Reason::Kind::kDetour, 0, 0, 0, 1, 2}));
  EXPECT_EQ(reasons[2], (Reason{Reason::Kind::kOnward, 1, 0, 0, 0, kNone}));
  EXPECT_EQ(reasons[3], (Reason{Reason::Kind::kOnward, 2, 0, 0, 2, kNone}));
}

TEST(RebalanceJson, ACopyGoesOnByAMoveOfItsOwnAndNotOfAnotherReplica) {
  Problem problem = three_nodes();
  problem.nodes.push_back({"d", 1, {}, "", false});
  problem.add_entry("e", 10, 1, {0, 1});
  problem.add_entry("x", 10, 1, {3});
  const Model model(problem);
  const std::vector<Ordered::Step> steps{
      {{0, 0, 2}, 0, true}, {{1, 3, 0}, 1, false}, {{0, 1, 0}, 2, false}, {{0, 2, 3}, 3, false}};
  const std::vector<Reason> reasons = reasons_of(model, steps);
  EXPECT_EQ(reasons[0].onward, 3u);
  EXPECT_EQ(reasons[3].kind, Reason::Kind::kOnward);
  EXPECT_NE(reasons[2].kind, Reason::Kind::kOnward);
}

TEST(RebalanceJson, ADetourThatMakesRoomInAZoneSaysForWhichMove) {
  Problem problem = three_nodes();
  problem.nodes = {{"a", 1, {}, "x", false},
                   {"b", 1, {}, "y", false},
                   {"c", 1, {}, "z", false},
                   {"d", 1, {}, "x", false},
                   {"f", 1, {}, "y", false}};
  problem.zones_distinct = true;
  problem.add_entry("e", 10, 1, {0, 1});
  const Model model(problem);
  // Both copies change their zones: one waits in a third.
  const std::vector<Ordered::Step> steps{{{0, 0, 2}, 0, true}, {{0, 1, 3}, 1, false}, {{0, 2, 4}, 2, false}};
  EXPECT_EQ(reasons_of(model, steps)[0], (Reason{Reason::Kind::kDetour, 0, 0, 0, 1, 2}));
}

}  // namespace
}  // namespace reshard::rebalance
