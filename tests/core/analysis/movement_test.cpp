#include "core/analysis/movement.h"

#include <gtest/gtest.h>

#include "core/analysis/load_stats.h"

namespace reshard {
namespace {

constexpr NodeId kA{0}, kB{1}, kC{2};

/// The flows of all keys whose owner differs. `counts`: how many the counter expects.
std::vector<Flow> flows_between(std::span<const NodeId> before, std::span<const NodeId> after, std::size_t known_nodes,
                                std::size_t counts = 1'000'000) {
  FlowCounter counter(known_nodes, counts);
  for (std::size_t key = 0; key < after.size(); ++key) {
    if (before[key] != after[key]) counter.count(before[key], after[key]);
  }
  return counter.flows();
}

// Keys   0 1 2 3 4 5
// before A A B B C -
// after  A B A C C B     moved: 1, 2, 3, 5
// A keeps 2, B goes 2 -> 2, C goes 1 -> 2, unplaced 1 -> 0: only C gains, one key. At least 1 key must move, so
// 3 of the 4 moves are unnecessary.
TEST(Movement, CountsMovedMinimumAndUnnecessaryMoves) {
  const std::vector<NodeId> before{kA, kA, kB, kB, kC, kNoNode};
  const std::vector<NodeId> after{kA, kB, kA, kC, kC, kB};
  const Movement result = movement(6, flows_between(before, after, 3));
  EXPECT_EQ(result.keys, 6u);
  EXPECT_EQ(result.moved, 4u);
  EXPECT_EQ(result.least, 1u);
  EXPECT_EQ(result.needless, 3u);
  const std::vector<Flow> flows{{kA, kB, 1}, {kB, kA, 1}, {kB, kC, 1}, {kNoNode, kB, 1}};
  EXPECT_EQ(result.flows, flows);
}

TEST(Movement, ListsTheLargestFlowFirst) {
  const std::vector<NodeId> before{kA, kB, kB};
  const std::vector<NodeId> after{kC, kC, kC};
  const std::vector<Flow> flows{{kB, kC, 2}, {kA, kC, 1}};
  EXPECT_EQ(flows_between(before, after, 3), flows);
}

TEST(Movement, CountsTheSameFlowsForAFewNodesAndForThousandsAndHoweverManyItExpects) {
  std::vector<NodeId> before, after;
  for (std::uint32_t key = 0; key < 1000; ++key) {
    before.push_back(key % 10 == 9 ? kNoNode : NodeId{key % 7});
    after.push_back(key % 11 == 10 ? kNoNode : NodeId{key % 5});
  }
  const auto few = flows_between(before, after, 7);
  EXPECT_EQ(few.size(),
            30u + 7 + 1);  // 7 to 5, but none to itself; 7 to none; none (9, 19, ...) to node 4 only
  EXPECT_EQ(flows_between(before, after, 10'000), few);
  EXPECT_EQ(flows_between(before, after, 7, 0), few);
}

// Two nodes, 10 and 30 keys: mean 20, deviation 10, cv 0.5, peak 1.5, Jain 40^2 / (2 * 1000) = 0.8,
// chi-square 100/20 + 100/20 = 10.
TEST(LoadStats, AgreesWithATableWorkedOutByHand) {
  const std::vector<Node> nodes{{.name = "a"}, {.name = "b"}};
  const Cluster cluster = Cluster::of(nodes).take();
  const LoadStats stats = load_stats(cluster, std::vector<std::uint64_t>{10, 30}, 2);
  EXPECT_DOUBLE_EQ(stats.mean, 20);
  EXPECT_DOUBLE_EQ(stats.stddev, 10);
  EXPECT_DOUBLE_EQ(stats.cv, 0.5);
  EXPECT_DOUBLE_EQ(stats.peak_to_mean, 1.5);
  EXPECT_DOUBLE_EQ(stats.jain, 0.8);
  EXPECT_DOUBLE_EQ(stats.chi_square, 10);
  EXPECT_TRUE(stats.chi_square_valid);
  EXPECT_EQ(stats.unplaced, 2u);
}

TEST(LoadStats, ComparesWithSharesByWeightAndLeavesOutDrainedNodes) {
  const std::vector<Node> nodes{{.name = "a", .weight = 3}, {.name = "b"}, {.name = "c", .weight = 0}};
  const Cluster cluster = Cluster::of(nodes).take();
  const LoadStats stats = load_stats(cluster, std::vector<std::uint64_t>{30, 10, 0}, 0);
  EXPECT_EQ(stats.fair, (std::vector<double>{30, 10, 0}));
  EXPECT_DOUBLE_EQ(stats.peak_to_fair, 1);
  EXPECT_DOUBLE_EQ(stats.chi_square, 0);
}

}  // namespace
}  // namespace reshard
