#include "core/rebalance/planner.h"

#include <gtest/gtest.h>

#include "core/scenario/json_reader.h"
#include "tests/core/rebalance/replay.h"
#include "tests/core/vectors.h"

namespace reshard {
namespace {

using namespace testing;
using namespace rebalance;

/// Fails unless the plan's steps keep every rule and do what the plan says.
Replayed expect_sound(const Problem& problem, const Plan& plan) {
  const Replayed replayed = replay(problem, plan.steps);
  EXPECT_EQ(replayed.fault, "") << format_problem(problem);
  EXPECT_EQ(replayed.excess, plan.figures.excess) << format_problem(problem);
  EXPECT_EQ(replayed.bytes, plan.figures.bytes) << format_problem(problem);
  EXPECT_EQ(replayed.cost, plan.figures.cost) << format_problem(problem);
  EXPECT_EQ(replayed.moves, plan.figures.moves) << format_problem(problem);
  return replayed;
}

Figures figures_in(const Json& list) {
  return {list[0].get<std::uint64_t>(), list[1].get<std::uint64_t>(), list[1].get<std::uint64_t>(),
          list[2].get<std::uint32_t>()};
}

std::vector<std::string> instances() { return vector_lines("rebalance/instances.jsonl"); }

TEST(Rebalance, ReachesTheProvenOptimumWithItsOrderInEveryInstance) {
  std::size_t without = 0;
  for (const std::string& line : instances()) {
    const Json instance = parse_json("instance", line).take();
    const Problem problem = parse_problem(line).take();
    const Plan plan = plan_moves(problem, {});
    EXPECT_EQ(plan.target_found, !instance["optimum"].is_null()) << problem.id;
    if (plan.target_found) { EXPECT_EQ(plan.target, figures_in(instance["optimum"])) << problem.id; }
    ASSERT_EQ(plan.found, !instance["with_order"].is_null()) << problem.id;
    EXPECT_EQ(plan.impossible, !plan.found) << problem.id;
    without += plan.found ? 0 : 1;
    if (!plan.found) continue;
    EXPECT_EQ(plan.figures, figures_in(instance["with_order"])) << problem.id;
    EXPECT_TRUE(plan.proven && plan.target_proven) << problem.id;
    expect_sound(problem, plan);
  }
  EXPECT_EQ(instances().size(), 258u);
  EXPECT_EQ(without, 5u);
}

TEST(Rebalance, ReachesTheProvenOptimumWhereAMoveHasACost) {
  std::size_t compared = 0;
  for (const std::string& line : instances()) {
    const Json instance = parse_json("instance", line).take();
    if (instance["per_move"].is_null()) continue;
    Problem problem = parse_problem(line).take();
    problem.per_move = instance["per_move"][0].get<std::uint64_t>();
    const Plan plan = plan_moves(problem, {});
    ASSERT_TRUE(plan.target_found && plan.target_proven) << problem.id;
    EXPECT_EQ(plan.target.excess, figures_in(instance["optimum"]).excess) << problem.id;
    EXPECT_EQ(plan.target.cost, instance["per_move"][1].get<std::uint64_t>()) << problem.id;
    if (plan.found) expect_sound(problem, plan);
    ++compared;
  }
  EXPECT_EQ(compared, 253u);
}

TEST(Rebalance, NoBoundIsAboveAProvenOptimumWithoutExcess) {
  for (const std::string& line : instances()) {
    const Json instance = parse_json("instance", line).take();
    if (instance["optimum"].is_null() || figures_in(instance["optimum"]).excess > 0) continue;
    const Problem problem = parse_problem(line).take();
    const Bounds bounds = bounds_of(Model(problem), 1'000'000);
    EXPECT_TRUE(bounds.whole) << problem.id;
    EXPECT_LE(bounds.fractional, bounds.cost) << problem.id;
    EXPECT_LE(bounds.cost, figures_in(instance["optimum"]).cost) << problem.id;
    EXPECT_LE(bounds.moves, figures_in(instance["optimum"]).moves) << problem.id;
  }
}

void compare_with_brute_force(bool further, std::uint64_t seed, int count) {
  Random random(seed);
  int found = 0, detours = 0;
  for (int i = 0; i < count; ++i) {
    const Problem problem = random_problem(random, 24, further);
    ASSERT_TRUE(check(problem).ok()) << message(check(problem).error());
    const Plan plan = plan_moves(problem, {});
    const auto best = best_reachable(problem);
    ASSERT_EQ(plan.found, best.has_value()) << format_problem(problem);
    EXPECT_EQ(plan.impossible, !plan.found) << format_problem(problem);
    if (!best) continue;
    EXPECT_TRUE(plan.proven) << format_problem(problem);
    const Replayed replayed = expect_sound(problem, plan);
    ASSERT_EQ((Optimum{replayed.excess, replayed.cost, replayed.moves}), *best) << format_problem(problem);
    ++found;
    detours += plan.figures == plan.target ? 0 : 1;
  }
  EXPECT_GT(found, count / 2);
  EXPECT_GT(detours, 0);
}

TEST(Rebalance, FindsWhatBruteForceFindsWithDisksZonesAndDrainedNodes) { compare_with_brute_force(false, 1, 200); }

TEST(Rebalance, FindsWhatBruteForceFindsWithSeveralLimitsLowerLimitsLeadersAndCosts) {
  compare_with_brute_force(true, 2, 200);
}

}  // namespace
}  // namespace reshard
