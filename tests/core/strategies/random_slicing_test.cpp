#include <gtest/gtest.h>

#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

const ConfiguredStrategy& slicing() {
  static const ConfiguredStrategy kSetup("random_slicing", {}, "integer");
  return kSetup;
}

using Interval = IntervalPicture::Interval;

std::vector<Interval> slices(const Cluster& cluster) {
  return std::get<IntervalPicture>(picture(slicing(), cluster, "0")).intervals;
}

void expect_slices(const Cluster& cluster, const std::vector<std::pair<double, char>>& begins) {
  const auto found = slices(cluster);
  ASSERT_EQ(found.size(), begins.size());
  for (std::size_t i = 0; i < begins.size(); ++i) {
    EXPECT_NEAR(found[i].begin, begins[i].first, 1e-8) << i;
    EXPECT_EQ(cluster.name_of(found[i].owner), std::string(1, begins[i].second)) << i;
  }
}

// In twelfths: a has 0 to 6 and b 6 to 12. c should have 4, so a and b give up 2 each: a at its end, and b at its
// start, where that lengthens the gap; c gets one slice. d should have 3 and takes 1 from each: at the end of a, at the
// start of c next to it, and at the end of b.
// When c leaves, its slice from 5 to 8 goes to those that are below 4 twelfths: a first, then b, then d, 1 each.
TEST(RandomSlicing, SlicesAreCutAndFilledAsWorkedOutByHand) {
  constexpr double kTwelfth = 1 / 12.0;
  auto cluster = cluster_of({"a", "b"});
  expect_slices(cluster, {{0, 'a'}, {0.5, 'b'}});
  expect_slices(cluster = with_node(cluster, "c"), {{0, 'a'}, {4 * kTwelfth, 'c'}, {8 * kTwelfth, 'b'}});
  expect_slices(cluster = with_node(cluster, "d"),
                {{0, 'a'}, {3 * kTwelfth, 'd'}, {5 * kTwelfth, 'c'}, {8 * kTwelfth, 'b'}, {11 * kTwelfth, 'd'}});
  expect_slices(without_node(cluster, "c"), {{0, 'a'},
                                             {3 * kTwelfth, 'd'},
                                             {5 * kTwelfth, 'a'},
                                             {6 * kTwelfth, 'b'},
                                             {7 * kTwelfth, 'd'},
                                             {8 * kTwelfth, 'b'},
                                             {11 * kTwelfth, 'd'}});
}

TEST(RandomSlicing, WeightsAreExactShares) {
  auto cluster = numbered_cluster("n", 3);
  cluster = with_weight(with_weight(cluster, "n1", 2.5), "n2", 0.5);
  double shares[3] = {};
  for (const auto& slice : slices(cluster)) shares[index_of(slice.owner)] += slice.end - slice.begin;
  EXPECT_NEAR(shares[0], 1 / 4.0, 1e-9);
  EXPECT_NEAR(shares[1], 2.5 / 4, 1e-9);
  EXPECT_NEAR(shares[2], 0.5 / 4, 1e-9);
}

TEST(RandomSlicing, TwentyFirstNodeTakesItsShareAndNothingElseMoves) {
  const ConfiguredStrategy setup("random_slicing");
  const auto keys = sequential_keys("key-", 100'000);
  const auto twenty = numbered_cluster("node-", 20);
  const auto before = place(setup, twenty, keys), after = place(setup, with_node(twenty, "node-20"), keys);
  EXPECT_EQ(moved_elsewhere(before, after, NodeId{20}), 0u);
  EXPECT_NEAR(static_cast<double>(moved(before, after)), 100'000 / 21.0, 5 * 68);  // five standard deviations
}

TEST(RandomSlicing, HistoryGrowsTheTable) {
  auto cluster = numbered_cluster("n", 10);
  const auto fresh = slices(cluster).size();
  for (int i = 0; i < 5; ++i)
    cluster = without_node(with_node(cluster, "x" + std::to_string(i)), "n" + std::to_string(i));
  EXPECT_GT(slices(cluster).size(), fresh);
  EXPECT_EQ(slices(cluster.rebased()).size(), fresh);
}

TEST(RandomSlicing, ExplainShowsPositionAndSlice) {
  const auto trace = explain(slicing(), cluster_of({"a", "b"}), "13835058055282163712");  // 3/4 of 2^64
  ASSERT_EQ(trace.size(), 5u);
  EXPECT_EQ(trace[1].value, "0.75");
  EXPECT_EQ(trace[2].value, "[0.5, 1)");
  EXPECT_EQ(trace[4].node, NodeId{1});
}

}  // namespace
}  // namespace reshard::testing
