#include "core/rebalance/gather.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/text.h"
#include "core/rebalance/builder.h"
#include "core/rebalance/planner.h"
#include "core/rebalance/schedule.h"
#include "tests/core/rebalance/problems.h"
#include "tests/core/rebalance/replay.h"

namespace reshard::rebalance {
namespace {

using namespace testing;
using Steps = std::vector<Ordered::Step>;
using Sums = std::vector<std::uint64_t>;

/// Runs of entries one after the other that go the same way, one after the other in the list.
std::size_t runs_in(const Steps& steps) {
  std::size_t runs = steps.empty() ? 0 : 1;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const Move &before = steps[i - 1].move, &move = steps[i].move;
    runs += move.from != before.from || move.to != before.to || move.entry != before.entry + 1 ? 1 : 0;
  }
  return runs;
}

/// How often the next step goes another way.
std::size_t ways_in(const Steps& steps) {
  std::size_t ways = 0;
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const Move &before = steps[i - 1].move, &move = steps[i].move;
    ways += move.from != before.from || move.to != before.to ? 1 : 0;
  }
  return ways;
}

/// Runs wherever in the list they are.
std::size_t runs_of_ways(Steps steps) {
  std::sort(steps.begin(), steps.end(), [](const Ordered::Step& a, const Ordered::Step& b) {
    return std::tie(a.move.from, a.move.to, a.move.entry) < std::tie(b.move.from, b.move.to, b.move.entry);
  });
  return runs_in(steps);
}

/// What every node bears of every limit, and its bytes.
Sums sums_at(const Placement& placement) {
  Sums sums;
  const Model& model = placement.model();
  for (std::uint32_t n = 0; n < model.nodes; ++n) {
    for (std::uint32_t r = 0; r < model.limits; ++r) sums.push_back(placement.load(r, n));
    sums.push_back(placement.used(n));
  }
  return sums;
}

std::vector<Sums> sums_after_each(const Model& model, const Steps& steps) {
  Placement at(model);
  std::vector<Sums> list;
  for (const Ordered::Step& step : steps) {
    at.apply(step.move);
    list.push_back(sums_at(at));
  }
  return list;
}

/// A cluster in which many entries are alike, with what a plan has to respect: pinned and forced entries, zones, disks,
/// leaders.
Problem cluster_of_likes(Random& random, std::uint32_t number) {
  Problem problem = random_cluster(random, 150, 5 + number % 5, number % 3 * 10, number % 2 == 1);
  for (std::uint64_t& bytes : problem.bytes) bytes = 1 + bytes % 3 + (number % 4 == 0 ? 0 : 100);
  for (Limit& limit : problem.limits) {
    for (std::uint64_t& load : limit.leader) load = 2 + load % 2;
    for (std::uint64_t& load : limit.follower) load = 1 + load % 2;
  }
  if (number % 3 == 1) force_some(random, problem);
  return problem;
}

Steps steps_to_a_target(const Model& model) {
  Builder builder(model, 1);
  std::uint64_t steps = 50'000;
  builder.run(0);
  builder.polish(steps);
  return order_moves(builder.placement()).steps;
}

TEST(RebalanceGather, EntriesThatAreAlikeChangePlacesAndNoSumAtAnyStepIsAnother) {
  Random random(1);
  std::size_t changed = 0, fewer = 0;
  for (std::uint32_t i = 0; i < 60; ++i) {
    const Problem problem = cluster_of_likes(random, i);
    ASSERT_TRUE(check(problem).ok()) << message(check(problem).error());
    const Model model(problem);
    const Steps before = steps_to_a_target(model);
    Steps after = before;
    exchange_alike(model, after);
    EXPECT_EQ(sums_after_each(model, before), sums_after_each(model, after)) << format_problem(problem);
    EXPECT_EQ(replay(problem, before), replay(problem, after)) << format_problem(problem);
    const auto same = [](const Ordered::Step& a, const Ordered::Step& b) { return a.move == b.move; };
    changed += std::equal(before.begin(), before.end(), after.begin(), after.end(), same) ? 0 : 1;
    fewer += runs_of_ways(after) < runs_of_ways(before) ? 1 : 0;
  }
  EXPECT_GE(changed, 40u);
  EXPECT_GE(fewer, 10u);
}

TEST(RebalanceGather, StepsThatChangeTargetsAndTheirOrderBreakNoRuleAndLeaveEverySumAsItWas) {
  Random random(2);
  std::size_t fewer = 0, exact = 0;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const Problem problem = cluster_of_likes(random, i);
    const Model model(problem);
    const Steps before = steps_to_a_target(model);
    Steps after = before;
    gather(Placement(model), after);
    const Replayed was = replay(problem, before), is = replay(problem, after);
    EXPECT_EQ(is.fault, was.fault) << format_problem(problem);
    EXPECT_EQ(is.excess, was.excess) << format_problem(problem);
    EXPECT_EQ((std::tuple(is.bytes, is.cost, is.moves)), (std::tuple(was.bytes, was.cost, was.moves)));
    Placement end(model), other(model);
    for (const Ordered::Step& step : before) end.apply(step.move);
    for (const Ordered::Step& step : after) other.apply(step.move);
    for (std::uint32_t n = 0; n < model.nodes; ++n) {
      for (std::uint32_t r = 0; r < model.limits; ++r) EXPECT_EQ(end.load(r, n), other.load(r, n));
      if (model.disk[n] != kUnlimited || model.limits > 1) { EXPECT_EQ(end.used(n), other.used(n)); }
      EXPECT_LE(std::max(end.used(n), other.used(n)) - std::min(end.used(n), other.used(n)), end.used(n) / 32);
    }
    exact += sums_at(end) == sums_at(other) ? 1 : 0;
    fewer += ways_in(after) < ways_in(before) ? 1 : 0;
  }
  EXPECT_GE(exact, 190u);
  EXPECT_GE(fewer, 40u);  // about a third have no replicas
}

TEST(RebalanceGather, WhereThereAreReplicasTheOrderOfWaysStays) {
  Random random(5);
  std::size_t compared = 0;
  for (std::uint32_t i = 0; i < 40; ++i) {
    const Problem problem = cluster_of_likes(random, i);
    if (problem.replicas(0) == 1) continue;
    const Model model(problem);
    const Steps before = steps_to_a_target(model);
    Steps after = before;
    gather(Placement(model), after);
    EXPECT_EQ(sums_after_each(model, before), sums_after_each(model, after));
    compared += before.empty() ? 0 : 1;
  }
  EXPECT_GE(compared, 15u);
}

TEST(RebalanceGather, ACopyThatGoesOnLaterKeepsItsWay) {
  Problem problem = nodes_of(4);
  for (const char* name : {"e0", "e1", "e2"}) problem.add_entry(name, 1, 1, {0});
  problem.nodes[0].drained = true;
  Steps steps = {{{2, 0, 1}}, {{0, 0, 3}}, {{1, 0, 2}}, {{2, 1, 2}}};
  gather(Placement(Model(problem)), steps);
  EXPECT_EQ(replay(problem, steps).fault, "");
}

TEST(RebalanceGather, WhatMakesRoomComesBeforeWhatNeedsIt) {
  Problem problem = nodes_of(3);
  problem.add_entry("e0", 5, 0, {0});
  problem.add_entry("e1", 5, 0, {1});
  problem.add_entry("e2", 1, 0, {2});
  problem.nodes[1].disk = 5;
  Steps steps = {{{1, 1, 2}}, {{0, 0, 1}}};  // both at the same price; n1 is before n2 in the order of their entries
  gather(Placement(Model(problem)), steps);
  EXPECT_EQ(replay(problem, steps).fault, "");
}

/// Nodes with runs of 16,384 slots, as a fresh cluster has them.
template <typename SizeOf>
Problem slots_on(std::uint32_t nodes, std::uint32_t fresh, const SizeOf& size_of) {
  Problem problem = nodes_of(nodes + fresh);
  for (std::uint32_t e = 0; e < 16'384; ++e) {
    const std::uint64_t bytes = size_of(), load = size_of();
    problem.add_entry(decimal(e), bytes, load, {e * nodes / 16'384});
  }
  return problem;
}

struct Emptied {
  std::size_t moves, runs;
};

Emptied empty_one(Problem problem, std::uint32_t node) {
  problem.nodes[node].drained = true;
  const Plan plan = plan_moves(problem, {});
  EXPECT_TRUE(plan.proven);
  std::vector<Move> moves;
  for (const Ordered::Step& step : plan.steps) moves.push_back(step.move);
  EXPECT_EQ(plan.figures, figures_of(Model(problem), moves));
  return {plan.steps.size(), runs_in(plan.steps)};
}

TEST(RebalanceGather, AMasterIsEmptiedInARunForEachTarget) {
  const Problem equal = slots_on(3, 0, [] { return 1; });
  for (std::uint32_t n = 0; n < 3; ++n) {
    const Emptied emptied = empty_one(equal, n);
    EXPECT_EQ(emptied.moves, n == 0 ? 5462u : 5461u);
    EXPECT_EQ(emptied.runs, 2u);
  }
  EXPECT_EQ(empty_one(slots_on(6, 0, [] { return 0; }), 2).runs, 1u);
  EXPECT_EQ(empty_one(slots_on(6, 0, [] { return 7; }), 2).runs, 5u);
}

TEST(RebalanceGather, WhereKeysDifferAFewSlotsAreExchanged) {
  Random random(3);
  Problem keys = slots_on(3, 0, [&] { return 40 + random.below(40); });
  keys.bytes = keys.limits[0].leader;
  EXPECT_LE(empty_one(keys, 1).runs, 10u);
  // By load, where bytes are something else that no rule is about.
  EXPECT_LE(empty_one(slots_on(3, 0, [&] { return 40 + random.below(40); }), 1).runs, 10u);
}

TEST(RebalanceGather, TheCheapestStillComeFirstToAnEighth) {
  Random random(4);
  const Problem problem = slots_on(3, 1, [&] { return 1 + random.below(1000); });
  const Plan plan = plan_moves(problem, {});
  const Model model(problem);
  const Placement start(model);
  std::uint64_t dearest = 0;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    const std::uint64_t price = price_of(start, plan.steps[i].move);
    EXPECT_GE(price + price / 8 + 1, dearest) << i;
    dearest = std::max(dearest, price);
  }
  EXPECT_GE(plan.steps.size(), 2000u);
  EXPECT_LE(ways_in(plan.steps), 200u);
}

/// FNV-1a of the moves: tests/headless/rebalance.test.mjs expects the same of WebAssembly.
std::uint32_t digest_of(const Steps& steps) {
  std::uint32_t digest = 2166136261u;
  for (const Ordered::Step& step : steps) {
    for (const std::uint32_t part : {step.move.entry, step.move.from, step.move.to})
      digest = (digest ^ part) * 16777619u;
  }
  return digest;
}

TEST(RebalanceGather, NativelyAndInWebAssemblyItIsTheSamePlan) {
  Problem problem = nodes_of(12);
  for (std::uint32_t e = 0; e < 16'384; ++e) {
    problem.add_entry(decimal(e), 40 + std::uint64_t{e} * 7919 % 41, 40 + std::uint64_t{e} * 104'729 % 43,
                      {e % 4096 / 512});
  }
  problem.nodes[3].drained = problem.nodes[5].drained = true;
  const Plan plan = plan_moves(problem, {1, 100'000});
  EXPECT_EQ(plan.steps.size(), 5296u);
  EXPECT_EQ(digest_of(plan.steps), 318'399'492u);
}

TEST(RebalanceGather, WhatIsNextToANodesOwnEntriesGoesThere) {
  Problem problem = slots_on(3, 0, [] { return 1; });
  problem.nodes[1].drained = true;
  const Plan plan = plan_moves(problem, {});
  for (const Ordered::Step& step : plan.steps) EXPECT_EQ(step.move.to, step.move.entry < 8192 ? 0u : 2u);
}

TEST(RebalanceGather, NewNodesAreFilledByARunOfFewNodesEach) {
  const Problem problem = slots_on(12, 4, [] { return 1; });
  const Plan plan = plan_moves(problem, {});
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> ways;
  for (const Ordered::Step& step : plan.steps) ways[{step.move.from, step.move.to}].push_back(step.move.entry);
  EXPECT_LE(ways.size(), 15u);
  for (const auto& [way, entries] : ways) EXPECT_EQ(entries.back() - entries.front() + 1, entries.size());
  // All new nodes are busy at the same time.
  const Schedule schedule = schedule_of(Model(problem), plan.steps, {1, 0});
  EXPECT_LE(schedule.end_ms, schedule.bound_ms + schedule.bound_ms / 20);
}

}  // namespace
}  // namespace reshard::rebalance
