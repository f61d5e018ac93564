#include "core/rebalance/planner.h"

#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/rebalance/schedule.h"
#include "core/scenario/json_reader.h"
#include "tests/core/rebalance/problems.h"
#include "tests/core/rebalance/replay.h"
#include "tests/core/vectors.h"

namespace reshard::rebalance {
namespace {

using namespace testing;

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

TEST(Rebalance, NoBoundIsAboveAProvenOptimum) {
  std::size_t with_hot_entries = 0, at_least_excess = 0;
  for (const std::string& line : instances()) {
    const Json instance = parse_json("instance", line).take();
    if (instance["optimum"].is_null()) continue;
    const Problem problem = parse_problem(line).take();
    const Bounds bounds = bounds_of(Model(problem), 1'000'000);
    const Figures best = figures_in(instance["optimum"]);
    EXPECT_LE(bounds.least_excess, best.excess) << problem.id;
    at_least_excess += best.excess == bounds.least_excess && best.excess > bounds.cost_excess ? 1 : 0;
    if (best.excess > bounds.cost_excess) continue;
    EXPECT_TRUE(bounds.whole) << problem.id;
    EXPECT_LE(bounds.fractional, bounds.cost) << problem.id;
    EXPECT_LE(bounds.cost, best.cost) << problem.id;
    EXPECT_LE(bounds.moves, best.moves) << problem.id;
    with_hot_entries += best.excess > 0 ? 1 : 0;
  }
  EXPECT_GT(with_hot_entries, 0u);
  EXPECT_GT(at_least_excess, 0u);  // where zones are too small
}

void compare_with_brute_force(bool further, std::uint64_t seed, int count, bool forced = false) {
  Random random(seed);
  int found = 0, detours = 0;
  for (int i = 0; i < count; ++i) {
    Problem problem = random_problem(random, 24, further);
    if (forced) force_some(random, problem);
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
  EXPECT_TRUE(forced || detours > 0);
}

TEST(Rebalance, FindsWhatBruteForceFindsWithDisksZonesAndDrainedNodes) { compare_with_brute_force(false, 1, 200); }

TEST(Rebalance, FindsWhatBruteForceFindsWithSeveralLimitsLowerLimitsLeadersAndCosts) {
  compare_with_brute_force(true, 2, 200);
}

TEST(Rebalance, FindsWhatBruteForceFindsWithForcedMoves) {
  compare_with_brute_force(false, 11, 200, true);
  compare_with_brute_force(true, 12, 200, true);
}

TEST(Rebalance, WithForcedMovesNoBoundIsAboveTheBestPlanAndTheHeuristicKeepsThem) {
  Random random(13);
  std::size_t found = 0, optimal = 0, bounded = 0;
  for (int i = 0; i < 300; ++i) {
    Problem problem = random_problem(random, 24, i % 2 == 1);
    force_some(random, problem);
    const auto best = best_reachable(problem);
    if (!best) continue;
    const Bounds bounds = bounds_of(Model(problem), 1'000'000);
    EXPECT_LE(bounds.least_excess, best->excess) << format_problem(problem);
    if (best->excess <= bounds.cost_excess) {
      EXPECT_LE(bounds.cost, best->cost) << format_problem(problem);
      EXPECT_LE(bounds.fractional, best->cost) << format_problem(problem);
      bounded += bounds.cost > 0 ? 1 : 0;
    }
    const Plan plan = plan_moves(problem, {1, 20'000, false});
    if (!plan.found) continue;
    expect_sound(problem, plan);
    EXPECT_FALSE(better(plan.figures, {best->excess, best->cost, 0, 0})) << format_problem(problem);
    ++found;
    optimal += plan.figures.excess == best->excess && plan.figures.cost == best->cost ? 1 : 0;
  }
  EXPECT_GE(found, 200u);
  EXPECT_GE(bounded, 50u);
  EXPECT_GE(optimal * 100, found * 95) << optimal << " of " << found;
}

/// Nothing above the limits of disks with all copies in flight counted, and none above `k` at a node at any moment.
void expect_sound_schedule(const Problem& problem, const Plan& plan, const Pace& pace) {
  const Model model(problem);
  const Schedule schedule = schedule_of(model, plan.steps, pace);
  ASSERT_TRUE(schedule.too_long.empty());
  ASSERT_EQ(schedule.spans.size(), plan.steps.size());
  EXPECT_GE(schedule.busy_ms, schedule.bound_ms);
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const std::uint64_t now = schedule.spans[i].start_ms;
    Placement at(model);  // what has ended by now, in the order in which it ended
    std::vector<std::pair<std::uint64_t, std::size_t>> ended;
    std::vector<std::uint64_t> arriving(model.nodes);
    std::vector<std::uint32_t> copies(model.nodes);
    for (std::size_t j = 0; j < plan.steps.size(); ++j) {
      const Move& move = plan.steps[j].move;
      const auto& span = schedule.spans[j];
      if (move.lead) continue;
      if (span.end_ms <= now && span.end_ms > span.start_ms) ended.emplace_back(span.end_ms, j);
      if (span.start_ms > now || span.end_ms <= now) continue;
      arriving[move.to] += problem.bytes[move.entry];
      ++copies[move.from];
      ++copies[move.to];
    }
    std::vector<std::uint64_t> used(model.nodes);
    for (std::uint32_t n = 0; n < model.nodes; ++n) used[n] = at.used(n) + arriving[n];
    for (const auto& [end, j] : ended) {
      used[plan.steps[j].move.from] -= problem.bytes[plan.steps[j].move.entry];
      used[plan.steps[j].move.to] += problem.bytes[plan.steps[j].move.entry];
    }
    for (std::uint32_t n = 0; n < model.nodes; ++n) {
      EXPECT_LE(copies[n], problem.max_in_flight);
      EXPECT_LE(used[n], std::max(problem.nodes[n].disk.value_or(kUnlimited), at.used(n)));
    }
    if (pace.begin_ms == pace.end_ms) continue;
    EXPECT_GE(now % kDayMs, pace.begin_ms);
    EXPECT_LE(schedule.spans[i].end_ms - (now - now % kDayMs), pace.end_ms);
  }
}

TEST(Rebalance, KeepsEveryRuleAtEveryStepOfLargerPlans) {
  Random random(3);
  std::size_t answered = 0, without_excess = 0;
  for (std::uint32_t i = 0; i < 60; ++i) {
    const Problem problem = random_cluster(random, 30 + 3 * i, 6 + i % 9, i % 4 * 4, i % 2 == 1);
    ASSERT_TRUE(check(problem).ok()) << message(check(problem).error());
    const Plan plan = plan_moves(problem, {1, 60'000});
    answered += plan.found || plan.impossible ? 1 : 0;
    if (!plan.found) continue;
    const Replayed replayed = expect_sound(problem, plan);
    EXPECT_LE(replayed.excess, Placement(Model(problem)).excess());
    EXPECT_FALSE(replayed.excess_rose) << format_problem(problem);
    without_excess += replayed.excess == 0 ? 1 : 0;
    if (replayed.excess == 0) { EXPECT_GE(replayed.cost, plan.bounds.cost); }
    expect_sound_schedule(problem, plan, {100, 10});
    expect_sound_schedule(problem, plan, {100, 10, 3'600'000, 3'640'000});
  }
  EXPECT_GE(answered, 57u);
  EXPECT_GE(without_excess, 25u);
}

/// Uneven nodes, some of them new; loads that differ by three orders of magnitude.
Problem large_problem(std::uint32_t entries, std::uint32_t replicas, std::uint32_t nodes, bool by_bytes) {
  Problem problem;
  Random random(entries);
  problem.zones_distinct = replicas > 1;
  for (std::uint32_t n = 0; n < nodes; ++n) {
    problem.nodes.push_back({"n" + std::to_string(n), 1, {}, "z" + std::to_string(n % replicas), false});
  }
  const std::uint32_t old = (nodes - nodes / 10) / replicas;
  for (std::uint32_t e = 0; e < entries; ++e) {
    std::vector<std::uint32_t> on;
    for (std::uint32_t r = 0; r < replicas; ++r) {
      const std::uint64_t first = random.below(old), second = random.below(old);
      on.push_back(static_cast<std::uint32_t>(random.below(3) == 0 ? std::min(first, second) : first) * replicas + r);
    }
    const std::uint64_t size = 1 + random.below(1000) * random.below(1000);
    problem.add_entry("e" + std::to_string(e), size, by_bytes ? size : 1 + random.below(100) * random.below(100), on);
  }
  return problem;
}

TEST(Rebalance, PlansAroundForcedMovesOfAnySize) {
  Random random(14);
  std::size_t found = 0;
  for (std::uint32_t i = 0; i < 30; ++i) {
    Problem problem = random_cluster(random, 40 + 3 * i, 6 + i % 9, i % 3 * 8, i % 2 == 1);
    force_some(random, problem);
    ASSERT_FALSE(problem.forced.empty());
    const Plan plan = plan_moves(problem, {1, 40'000});
    if (!plan.found) continue;
    ++found;
    const Replayed replayed = expect_sound(problem, plan);
    if (replayed.excess <= Placement(Model(problem)).excess()) {
      EXPECT_FALSE(replayed.excess_rose) << format_problem(problem);
    }
    if (replayed.excess == 0) { EXPECT_GE(replayed.cost, plan.bounds.cost); }
  }
  EXPECT_GE(found, 25u);
}

TEST(Rebalance, OfManySmallEntriesItCopiesNoMoreThanTheBound) {
  for (const Problem& problem : {large_problem(16'384, 1, 200, false), large_problem(2'000, 3, 30, false),
                                 large_problem(1'000, 1, 20, true), large_problem(3'000, 2, 40, false)}) {
    ASSERT_TRUE(check(problem).ok());
    const Plan plan = plan_moves(problem, {1, 1'000'000});
    EXPECT_EQ(plan.figures.excess, 0u);
    EXPECT_LE(plan.figures.cost, plan.bounds.cost + plan.bounds.cost / 100'000);
    EXPECT_EQ(plan.proven, plan.figures.cost == plan.bounds.cost);
    EXPECT_FALSE(expect_sound(problem, plan).excess_rose);
  }
}

TEST(Rebalance, WithLowerLimitsItCopiesLittleMoreThanTheBound) {
  int above_fractions = 0;
  for (Problem problem :
       {large_problem(4'096, 1, 60, false), large_problem(2'000, 3, 30, false), large_problem(512, 1, 20, true)}) {
    for (const std::uint64_t lower : {10u, 20u}) {
      problem.limits[0].lower = {lower, 100};
      const Plan plan = plan_moves(problem, {1, 500'000});
      EXPECT_EQ(plan.figures.excess, 0u);
      EXPECT_GE(plan.figures.cost, plan.bounds.cost);
      EXPECT_LE(plan.figures.cost, plan.bounds.cost + plan.bounds.cost / 67);
      above_fractions += plan.bounds.cost > bounds_of(Model(problem), 0).cost ? 1 : 0;
      EXPECT_FALSE(expect_sound(problem, plan).excess_rose);
    }
  }
  EXPECT_GE(above_fractions, 4);
}

TEST(Rebalance, NoBoundIsAboveAPlanWhereLoadIsAsDearAsNumbersAllow) {
  // What d gives is almost enough for e; some of c have to go there too, and bear almost nothing for their bytes.
  for (int shift = 31; shift <= 35; ++shift) {
    Problem problem;
    problem.nodes = {{"d", 1, {}, "", true}, {"e", kMaxCapacity, {}, "", false}, {"c", 1, {}, "", false}};
    const std::uint64_t load = std::uint64_t{1} << shift, dear = 2'000'000'000;
    problem.add_entry("busy", 100, load, {0});
    for (std::uint32_t i = 0; i < 100; ++i) problem.add_entry("c" + std::to_string(i), dear, 1, {2});
    problem.limits[0].upper = {kMaxEpsilon, 1};
    problem.limits[0].lower = Fraction{1, kMaxDenominator};
    ASSERT_TRUE(check(problem).ok());
    const std::uint64_t cost = 100 + (share_of(problem, 0).least[1] - load) * dear;
    EXPECT_GT(cost, 10 * dear);
    EXPECT_EQ(bounds_of(Model(problem), 1'000'000).cost, cost) << shift;
    const Plan plan = plan_moves(problem, {1, 10'000});
    EXPECT_EQ(plan.figures.excess, 0u) << shift;
    EXPECT_EQ(plan.figures.cost, cost) << shift;
  }
}

/// The excess once more, in 128 bits.
U128 wide_excess(const Placement& placement) {
  const Model& model = placement.model();
  U128 sum = 0;
  for (std::uint32_t r = 0; r < model.limits; ++r) {
    for (std::uint32_t n = 0; n < model.nodes; ++n) {
      const std::uint64_t load = placement.load(r, n), most = model.shares[r].most[n], least = model.shares[r].least[n];
      sum += U128{model.weight[r]} * (load > most ? load - most : load < least ? least - load : 0);
    }
  }
  return sum;
}

TEST(Rebalance, ExcessOfLimitsOfWhichOneIsTinyAndManyNodesLackItIsASumThatNumbersHold) {
  for (const std::uint32_t nodes : {2u, 64u, 127u, 128u, 129u, 1000u, kMaxNodes}) {
    Problem problem = nodes_of(nodes);
    const std::uint32_t entries = 16;
    for (std::uint32_t e = 0; e < entries; ++e) problem.add_entry("e" + decimal(e), 1, kMaxTotal / entries, {0});
    for (const char* name : {"a", "b", "c"}) {
      Limit& limit = problem.limits.emplace_back();
      limit.of = name;
      limit.leader.assign(entries, 0);
      limit.leader[0] = 1;
    }
    for (Limit& limit : problem.limits) {
      limit.upper = {0, 1};
      limit.lower = Fraction{0, 1};
    }
    ASSERT_TRUE(check(problem).ok());
    const Model model(problem);
    const Placement start(model);
    EXPECT_LT(wide_excess(start), U128{1} << 62) << nodes;
    EXPECT_EQ(U128{start.excess()}, wide_excess(start)) << nodes;
    // Each of the tiny amounts weighs as much as everything else, as far as it can.
    EXPECT_EQ(model.weight[1], std::min(kMaxTotal, (kMaxTotal << 2) / (nodes + 1))) << nodes;
    const Plan plan = plan_moves(problem, {1, 10'000, false});
    ASSERT_TRUE(plan.found) << nodes;
    Placement end(model);
    for (const Ordered::Step& step : plan.steps) end.apply(step.move);
    EXPECT_EQ(U128{plan.figures.excess}, wide_excess(end)) << nodes;
    EXPECT_LT(plan.figures.excess, start.excess()) << nodes;
  }
}

TEST(Rebalance, NothingToMoveAndNothingToBearAreProblemsToo) {
  Problem problem;
  problem.nodes = {{"a", 1, {}, "", false}, {"b", 1, {}, "", false}};
  for (const bool small : {true, false}) {
    const PlanOptions options{1, 10'000, small};
    EXPECT_TRUE(plan_moves(problem, options).proven);
    Problem weightless = problem;
    weightless.nodes[0].drained = true;
    weightless.add_entry("e", 0, 0, {0});
    const Plan plan = plan_moves(weightless, options);
    EXPECT_TRUE(plan.proven);
    EXPECT_EQ(plan.steps.size(), 1u);
    expect_sound(weightless, plan);
  }
}

TEST(Rebalance, FindsMostProvenOptimaWithoutTheCompleteSearch) {
  std::size_t optimal = 0, feasible = 0;
  for (const std::string& line : instances()) {
    const Json instance = parse_json("instance", line).take();
    if (instance["with_order"].is_null()) continue;
    const Problem problem = parse_problem(line).take();
    const Plan plan = plan_moves(problem, {1, 20'000, false});
    ++feasible;
    if (!plan.found) continue;
    expect_sound(problem, plan);
    const Figures best = figures_in(instance["with_order"]);
    EXPECT_FALSE(better(plan.figures, best)) << problem.id;
    optimal += plan.figures.excess == best.excess && plan.figures.cost == best.cost ? 1 : 0;
  }
  EXPECT_GE(optimal * 100, feasible * 93) << optimal;
}

TEST(Rebalance, TheSameSeedAndStepsGiveTheSamePlanInAnySlices) {
  Random random(4);
  for (std::uint32_t i = 0; i < 5; ++i) {
    const Problem problem = random_cluster(random, 80, 8, 10, true);
    const PlanOptions options{7, 200'000};
    const Plan whole = plan_moves(problem, options);
    struct Always final : Budget {
      bool spent() override { return true; }
    } always;
    Planner planner(problem, options);
    int slices = 0;
    while (!planner.step(always)) ++slices;
    EXPECT_GE(slices, 1);
    EXPECT_EQ(planner.plan().figures, whole.figures);
    ASSERT_EQ(planner.plan().steps.size(), whole.steps.size());
    for (std::size_t s = 0; s < whole.steps.size(); ++s) EXPECT_EQ(planner.plan().steps[s].move, whole.steps[s].move);
  }
}

}  // namespace
}  // namespace reshard::rebalance
