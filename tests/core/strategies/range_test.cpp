#include <gtest/gtest.h>

#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

using Names = std::vector<std::string>;

ConfiguredStrategy range(std::string_view split) { return ConfiguredStrategy("range", {{"split", split}}); }

std::string letters(const ConfiguredStrategy& setup, const Cluster& cluster, const Names& keys) {
  std::string text;
  for (const std::string& name : owner_names(setup, cluster, keys)) text += name;
  return text;
}

const Names kTwelve = {"01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"};

// Twelve keys on two nodes: six each. c takes the upper half of the first of the fullest ranges, 04 to 06; d that of
// 07 to 12. When b leaves, with 07 to 09, its neighbours c and d have three keys each: the range goes to the left one.
TEST(Range, FullestRangeIsSplitAsWorkedOutByHand) {
  auto cluster = cluster_of({"a", "b"});
  EXPECT_EQ(letters(range("size"), cluster, kTwelve), "aaaaaabbbbbb");
  EXPECT_EQ(letters(range("size"), cluster = with_node(cluster, "c"), kTwelve), "aaacccbbbbbb");
  EXPECT_EQ(letters(range("size"), cluster = with_node(cluster, "d"), kTwelve), "aaacccbbbddd");
  EXPECT_EQ(letters(range("size"), without_node(cluster, "b"), kTwelve), "aaaccccccddd");
  EXPECT_EQ(letters(range("size"), without_node(cluster, "a"), kTwelve), "ccccccbbbddd");
}

// The load is the last tenth of the keys to arrive, here the last two of twenty. Arriving in order, they are in the
// last range. A split by load gives away the upper half of the load, the last key; a split by size half of the range.
TEST(Range, MonotonicKeysLoadTheLastRangeAsWorkedOutByHand) {
  Names keys;
  for (int i = 10; i < 30; ++i) keys.push_back(std::to_string(i));
  const auto cluster = with_node(cluster_of({"a", "b"}), "c");
  EXPECT_EQ(letters(range("load"), cluster, keys), "aaaaaaaaaabbbbbbbbbc");
  EXPECT_EQ(letters(range("size"), cluster, keys), "aaaaacccccbbbbbbbbbb");
}

TEST(Range, KeysBetweenAndBeyondTheSampleBelongToTheRangeTheyFallInto) {
  const ConfiguredStrategy setup = range("size");
  const auto all = KeyTable::of(setup, given_keys(kTwelve)).take();
  const auto placement = try_build(setup, cluster_of({"a", "b"}), all.block()).take();
  const auto owner = [&](std::string_view key) {
    return placement->explain(SingleKey::of(key, setup.recipes()).take(), kNotInSet).back().node;
  };
  EXPECT_EQ(owner("!"), NodeId{0});
  EXPECT_EQ(owner("06zzz"), NodeId{0});
  EXPECT_EQ(owner("07"), NodeId{1});
  EXPECT_EQ(owner("zebra"), NodeId{1});
}

TEST(Range, TextsAreComparedBeyondTheirFirstEightBytes) {
  const Names keys = {"https://example.org/a", "https://example.org/b", "https://example.org/c",
                      "https://example.org/d"};
  EXPECT_EQ(letters(range("size"), cluster_of({"a", "b", "c", "d"}), keys), "abcd");
  EXPECT_EQ(letters(range("size"), cluster_of({"a", "b"}), {"x\xff", "x", "xy", "w"}), "baba");  // bytes are unsigned
}

TEST(Range, NodesBeyondTheNumberOfKeysWaitForARange) {
  auto cluster = cluster_of({"a", "b", "c"});
  EXPECT_EQ(letters(range("size"), cluster, {"1"}), "c");
  EXPECT_EQ(letters(range("size"), with_node(cluster, "d"), {"1"}), "c");
  EXPECT_EQ(letters(range("size"), without_node(cluster, "c"), {"1"}), "a");
}

TEST(Range, ExplainShowsTheSplitPointsAround) {
  const ConfiguredStrategy setup = range("size");
  const auto all = KeyTable::of(setup, given_keys(kTwelve)).take();
  const auto placement = try_build(setup, cluster_of({"a", "b", "c"}), all.block()).take();
  const auto trace = placement->explain(SingleKey::of("06", setup.recipes()).take(), 5);
  EXPECT_EQ(trace[1].value, "“05” ≤ “06” < “09”");
  EXPECT_EQ(trace[2].value, "2 / 3");
}

TEST(Range, FirstNodesHaveRangesOfOneSize) {
  const auto counts =
      keys_per_node(place(range("size"), numbered_cluster("n", 10), sequential_keys("user:", 100'000)), 10);
  for (const auto count : counts) EXPECT_NEAR(static_cast<double>(count), 10'000, 50);
}

}  // namespace
}  // namespace reshard::testing
