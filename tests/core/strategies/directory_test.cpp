#include <gtest/gtest.h>

#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy directory(std::string_view insert) { return ConfiguredStrategy("directory", {{"insert", insert}}); }

std::string rows(const ConfiguredStrategy& setup, const Cluster& cluster, std::size_t keys) {
  std::string letters;
  for (const NodeId node : place(setup, cluster, sequential_keys("key-", keys))) letters += cluster.name_of(node);
  return letters;
}

// Nine rows go to a and b in turn. c should have three: the first of a, which has five, then one of b and one of a.
// When b leaves, its rows go to the node that has least: c and a have three each, so to a, being first, then c, then a.
TEST(Directory, RowsAreInsertedAndMovedAsWorkedOutByHand) {
  const auto two = cluster_of({"a", "b"});
  EXPECT_EQ(rows(directory("least_loaded"), two, 9), "ababababa");
  const auto three = with_node(two, "c");
  EXPECT_EQ(rows(directory("least_loaded"), three, 9), "cccbababa");
  EXPECT_EQ(rows(directory("least_loaded"), without_node(three, "b"), 9), "cccaacaaa");
}

// Row 4 is moved to b by hand. c takes the fullest node's first row each time: b has five, then a and b have four.
//   a, b        a b a b a b a b a
//   4 to b      a b a b b b a b a
//   c joins     c c a b b b a b a   b gave row 1 first, then a row 0, then b row 3
TEST(Directory, AnyKeyIsMovedByHand) {
  const auto moved = with_move(cluster_of({"a", "b"}), "b", {"directory", 4, 4});
  EXPECT_EQ(rows(directory("least_loaded"), moved, 9), "ababbbaba");
  EXPECT_EQ(rows(directory("least_loaded"), with_node(moved, "c"), 9), "ccacbbaba");
}

TEST(Directory, WeightsCountForLeastLoadedButNotForRoundRobin) {
  const auto cluster = with_weight(cluster_of({"a", "b"}), "b", 2).rebased();
  EXPECT_EQ(rows(directory("least_loaded"), cluster, 6), "bbabab");
  EXPECT_EQ(rows(directory("round_robin"), cluster, 6), "ababab");
}

TEST(Directory, NodesDifferByOneKeyAtMost) {
  const auto counts =
      keys_per_node(place(directory("round_robin"), numbered_cluster("n", 7), sequential_keys("key-", 100'000)), 7);
  for (const auto count : counts) EXPECT_NEAR(static_cast<double>(count), 100'000 / 7.0, 1);
}

TEST(Directory, KeyWithoutARowWouldGoToTheLeastLoadedNode) {
  const ConfiguredStrategy setup = directory("least_loaded");
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 4)).take();
  const auto placement = try_build(setup, cluster_of({"a", "b", "c"}), keys.block()).take();  // a has two rows
  const auto trace = placement->explain(SingleKey::of("new", setup.recipes()).take(), kNotInSet);
  EXPECT_EQ(trace.back().node, NodeId{1});
  const auto known = placement->explain(SingleKey::of("key-2", setup.recipes()).take(), kNotInSet);
  EXPECT_EQ(known[1].value, "2 / 4");
  EXPECT_EQ(known.back().node, NodeId{2});
}

TEST(Directory, MemoryGrowsWithTheKeys) {
  const ConfiguredStrategy setup = directory("least_loaded");
  const auto bytes = [&](std::size_t count) {
    const auto keys = KeyTable::of(setup, sequential_keys("key-", count)).take();
    return try_build(setup, cluster_of({"a"}), keys.block()).take()->memory_bytes();
  };
  EXPECT_EQ(bytes(10), 10 * 5u + 10 * 4 + 4);  // "key-0" to "key-9", and a node each
  EXPECT_GT(bytes(100'000), 9'000 * bytes(10));
}

// x y x z x on two nodes: three rows in turn, a b a; then key 2, the second x, is moved to b by hand.
TEST(Directory, AKeyThatIsGivenTwiceHasOneRowAndMovesAsOne) {
  const std::vector<std::string> keys = {"x", "y", "x", "z", "x"};
  const Cluster two = cluster_of({"a", "b"});
  EXPECT_EQ(owner_names(ConfiguredStrategy("directory"), two, keys),
            (std::vector<std::string>{"a", "b", "a", "a", "a"}));
  const Cluster moved = with_move(two, "b", {"directory", 2, 2});
  EXPECT_EQ(owner_names(ConfiguredStrategy("directory"), moved, keys),
            (std::vector<std::string>{"b", "b", "b", "a", "b"}));
}

}  // namespace
}  // namespace reshard::testing
