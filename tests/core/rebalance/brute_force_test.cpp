// Plans beside the best of every placement that can be reached, for what the instances with proven optima do not have.
#include <gtest/gtest.h>

#include "core/rebalance/planner.h"
#include "tests/core/rebalance/replay.h"

namespace reshard::rebalance {
namespace {

using namespace testing;

constexpr int kCount = 200;

/// `blinded` is the problem without what the test is about. As a control, its plans have to be worse in many of the
/// problems: else it would not matter whether the planner looks at that at all.
template <typename Blinded>
void compare(const Wanted& wanted, std::uint64_t seed, const Blinded& blinded) {
  Random random(seed);
  int found = 0, worse = 0;
  for (int i = 0; i < kCount; ++i) {
    const Problem problem = random_problem_with(random, wanted);
    ASSERT_TRUE(check(problem).ok()) << message(check(problem).error());
    ASSERT_LE(problem.entries() * problem.nodes.size(), 40u);
    const Plan plan = plan_moves(problem, {});
    const auto best = best_reachable(problem);
    ASSERT_EQ(plan.found, best.has_value()) << format_problem(problem);
    EXPECT_EQ(plan.impossible, !plan.found) << format_problem(problem);
    if (!best) continue;
    ++found;
    EXPECT_TRUE(plan.proven) << format_problem(problem);
    EXPECT_LE(plan.bounds.least_excess, best->excess) << format_problem(problem);
    if (best->excess <= plan.bounds.cost_excess) {
      EXPECT_LE(plan.bounds.cost, best->cost) << format_problem(problem);
      EXPECT_LE(plan.bounds.fractional, plan.bounds.cost) << format_problem(problem);
    }
    const Replayed replayed = replay(problem, plan.steps);
    EXPECT_EQ(replayed.fault, "") << format_problem(problem);
    ASSERT_EQ((Optimum{replayed.excess, replayed.cost, replayed.moves}), *best) << format_problem(problem);
    const Plan other = plan_moves(blinded(problem), {});
    const Replayed of_other = replay(problem, other.steps);
    worse += !of_other.fault.empty() || of_other.excess > best->excess || of_other.cost > best->cost ? 1 : 0;
    if (of_other.fault.empty()) { EXPECT_GE(of_other.excess, best->excess) << format_problem(problem); }
  }
  EXPECT_GE(found, kCount * 3 / 4);
  EXPECT_GE(worse, kCount / 5);
}

TEST(RebalanceByBruteForce, TwoResourcesAtOnce) {
  compare({true, false, false}, 21, [](Problem problem) {
    problem.limits.pop_back();
    return problem;
  });
}

TEST(RebalanceByBruteForce, LowerLimits) {
  compare({false, true, false}, 22, [](Problem problem) {
    problem.limits[0].lower.reset();
    return problem;
  });
}

TEST(RebalanceByBruteForce, LeadersWithLoadsOfTheirOwn) {
  compare({false, false, true}, 23, [](Problem problem) {
    problem.limits[0].follower.clear();
    return problem;
  });
}

TEST(RebalanceByBruteForce, AllOfThemTogether) {
  compare({true, true, true}, 24, [](Problem problem) {
    problem.limits.pop_back();
    problem.limits[0].lower.reset();
    problem.limits[0].follower.clear();
    return problem;
  });
}

/// The bounds of lower limits are of several kinds: each has to stay below what brute force finds.
TEST(RebalanceByBruteForce, NoBoundOfLowerLimitsIsAboveTheBestPlan) {
  Random random(25);
  int compared = 0, above_fractions = 0, reached = 0;
  for (int i = 0; i < 1000; ++i) {
    Problem problem = random_problem_with(random, {i % 4 == 3, true, false, i % 2 == 1});
    if (i % 5 == 4) force_some(random, problem);
    const auto best = best_reachable(problem);
    const Bounds bounds = bounds_of(Model(problem), 1'000'000);
    if (!best || best->excess > bounds.cost_excess) continue;
    ++compared;
    ASSERT_LE(bounds.cost, best->cost) << format_problem(problem);
    ASSERT_LE(bounds.fractional, bounds.cost) << format_problem(problem);
    above_fractions += bounds.cost > bounds.fractional ? 1 : 0;
    reached += bounds.cost == best->cost ? 1 : 0;
  }
  EXPECT_GE(compared, 200);
  EXPECT_GE(above_fractions, 50);
  EXPECT_GE(reached, 50);
}

}  // namespace
}  // namespace reshard::rebalance
