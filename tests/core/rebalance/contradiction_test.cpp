#include "core/rebalance/contradiction.h"

#include <gtest/gtest.h>

#include "core/base/text.h"
#include "tests/core/rebalance/replay.h"

namespace reshard::rebalance {
namespace {

using namespace testing;
using Is = Condition::Kind;
using Do = Remedy::Kind;

Problem two_nodes() {
  Problem problem;
  problem.nodes = {{"a", 1, {}, "x", false}, {"b", 1, {}, "y", false}};
  problem.add_entry("e", 10, 1, {0});
  problem.add_entry("f", 20, 1, {1});
  return problem;
}

Contradiction of(const Problem& problem) {
  const auto found = obvious_contradiction(Model(problem));
  CHECK(found.has_value());
  EXPECT_FALSE(best_reachable(problem).has_value());
  return *found;
}

TEST(RebalanceContradiction, APinnedEntryKeepsADrainedNodeFromBecomingEmpty) {
  Problem problem = two_nodes();
  problem.pinned[1] = 1;
  problem.nodes[1].drained = true;
  const Contradiction found = of(problem);
  EXPECT_EQ(found.conditions, (std::vector<Condition>{{Is::kPinned, kNone, 1}, {Is::kDrained, 1}}));
  EXPECT_EQ(found.remedies, (std::vector<Remedy>{{Do::kUnpin, kNone, 1}, {Do::kKeepNode, 1}}));
}

TEST(RebalanceContradiction, ReplicasNeedAsManyZonesAsTheyAre) {
  Problem problem = two_nodes();
  problem.add_entry("g", 1, 1, {0, 1});
  problem.zones_distinct = true;
  problem.nodes[1].zone = "x";
  const Contradiction found = of(problem);
  EXPECT_EQ(found.conditions, (std::vector<Condition>{{Is::kReplicas, kNone, 2, 2}, {Is::kZones}}));
  EXPECT_EQ(found.remedies, (std::vector<Remedy>{{Do::kAddZones, kNone, kNone, 1}, {Do::kAllowZones}}));
}

TEST(RebalanceContradiction, BytesNeedDisks) {
  Problem problem = two_nodes();
  problem.nodes[0].disk = 25;
  problem.nodes[1].drained = true;
  const Contradiction found = of(problem);
  EXPECT_EQ(found.conditions, (std::vector<Condition>{{Is::kDrained, 1}, {Is::kDisks, kNone, kNone, 25}}));
  EXPECT_EQ(found.remedies, (std::vector<Remedy>{{Do::kAddDiskAnywhere, kNone, kNone, 5}, {Do::kKeepNode, 1}}));
}

TEST(RebalanceContradiction, DisksThatTogetherAreMoreThanANumberHoldsAreEnough) {
  // 128 of 2^57 are 2^64. In one zone or in two; of two zones each has 2^63, or each has 2^64.
  for (const std::uint32_t nodes : {128u, 256u}) {
    for (const bool zones : {false, true}) {
      Problem problem;
      for (std::uint32_t n = 0; n < nodes; ++n) {
        problem.nodes.push_back({"n" + decimal(n), 1, kMaxTotal, n % 2 == 0 ? "x" : "y", false});
      }
      problem.zones_distinct = zones;
      problem.add_entry("e", 10, 1, {0, 1});
      ASSERT_TRUE(check(problem).ok());
      EXPECT_FALSE(obvious_contradiction(Model(problem)).has_value()) << nodes << ' ' << zones;
      const Plan plan = plan_moves(problem, {});
      EXPECT_TRUE(plan.found && !plan.impossible) << nodes << ' ' << zones;
    }
  }
}

TEST(RebalanceContradiction, TheSmallestOneOfASearchHasNothingToSpare) {
  Random random(5);
  int found = 0;
  for (int i = 0; i < 600; ++i) {
    Problem problem = random_problem(random, 12, false);
    if (i % 3 == 2) force_some(random, problem);
    const Plan plan = plan_moves(problem, {});
    if (!plan.impossible) continue;
    ASSERT_TRUE(plan.why.has_value());
    ASSERT_FALSE(plan.why->conditions.empty());
    const Contradiction why = smallest_contradiction(problem, 1'000'000);
    EXPECT_TRUE(why.smallest) << format_problem(problem);
    Problem only = problem;  // nothing but the conditions
    for (auto& node : only.nodes) {
      node.drained = false;
      node.disk.reset();
    }
    only.zones_distinct = false;
    std::fill(only.pinned.begin(), only.pinned.end(), std::uint8_t{0});
    only.forced.clear();
    const auto add = [&](Problem& to, const Condition& condition) {
      if (condition.kind == Is::kDrained) to.nodes[condition.node].drained = true;
      if (condition.kind == Is::kDisk) to.nodes[condition.node].disk = condition.count;
      if (condition.kind == Is::kZones) to.zones_distinct = true;
      if (condition.kind == Is::kPinned) to.pinned[condition.entry] = 1;
      for (const Forced& move : problem.forced) {
        const bool this_one = move.entry == condition.entry && move.to == condition.node;
        if (condition.kind == Is::kForced && this_one) to.forced.push_back(move);
      }
    };
    for (std::size_t without = 0; without <= why.conditions.size(); ++without) {
      Problem some = only;
      for (std::size_t c = 0; c < why.conditions.size(); ++c) {
        if (c != without) add(some, why.conditions[c]);
      }
      EXPECT_EQ(best_reachable(some).has_value(), without < why.conditions.size()) << format_problem(problem);
    }
    ++found;
  }
  EXPECT_GT(found, 10);
}

TEST(RebalanceContradiction, AForcedMoveNeedsRoom) {
  Problem problem = two_nodes();
  problem.nodes[1].disk = 25;
  problem.forced = {{0, 0, 1}};
  problem.pinned[1] = 1;
  const Contradiction found = of(problem);
  EXPECT_EQ(found.conditions,
            (std::vector<Condition>{{Is::kDisk, 1, kNone, 25}, {Is::kPinned, kNone, 1}, {Is::kForced, 1, 0}}));
  EXPECT_EQ(found.remedies,
            (std::vector<Remedy>{{Do::kAddDisk, 1, kNone, 5}, {Do::kUnpin, kNone, 1}, {Do::kUnforce, 1, 0}}));
}

TEST(RebalanceContradiction, HotEntriesAreNamed) {
  Problem problem = two_nodes();
  problem.limits[0].leader = {100, 1};
  const auto obstacles = obstacles_of(Model(problem));
  ASSERT_EQ(obstacles.size(), 1u);
  EXPECT_EQ(obstacles[0], (Obstacle{Obstacle::Kind::kHotEntry, kNone, 0, 45}));  // the limit is floor(1.1 * 50.5) = 55
}

}  // namespace
}  // namespace reshard::rebalance
