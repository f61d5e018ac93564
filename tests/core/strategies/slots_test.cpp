#include <gtest/gtest.h>

#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

using Names = std::vector<std::string>;

ConfiguredStrategy slots(std::string_view buckets, std::string_view mapping = "modulo") {
  return ConfiguredStrategy("slots", {{"buckets", buckets}, {"mapping", mapping}}, "integer");
}

// Eight slots are dealt to two nodes in turn. The quotas of three are 8/3 each: c takes the lowest slot of the node
// that has most, from a and b in turn, until it is less than one slot behind; so it takes two.
// Without b its three slots go, the lowest first, to the node that is furthest below 4: c, then a, then c.
//   slot             0 1 2 3 4 5 6 7
//   a, b             a b a b a b a b
//   c joins          c c a b a b a b
//   b leaves         c c a c a a a c
TEST(Slots, TableIsDealtAndDealtAgainAsWorkedOutByHand) {
  const auto two = cluster_of({"a", "b"});
  EXPECT_EQ(slot_letters(slots("8"), two), "abababab");
  const auto three = with_node(two, "c");
  EXPECT_EQ(slot_letters(slots("8"), three), "ccababab");
  EXPECT_EQ(slot_letters(slots("8"), without_node(three, "b")), "ccacaaac");
}

// Weights 1 and 3: quotas 2 and 6. The first slot goes to b, which lacks 6; it stays furthest behind until it lacks
// 2, as a does; then they take turns, a first.
TEST(Slots, WeightsAreQuotasAsWorkedOutByHand) {
  const auto two = with_weight(cluster_of({"a", "b"}), "b", 3);
  EXPECT_EQ(slot_letters(slots("8"), two.rebased()), "bbbbabab");
  // If dealt equally at first, b takes a's two lowest slots; when drained, b gives all of them back.
  EXPECT_EQ(slot_letters(slots("8"), two), "bbbbabab");
  EXPECT_EQ(slot_letters(slots("8"), with_weight(with_node(two, "c"), "b", 0)).find('b'), std::string::npos);
}

// A move by hand is the starting point of the next change, not a pin: c takes from b, which has far too many, until
// both have three; a and b do not balance between themselves. The slots of a node that left are dealt again, first to
// b, which lacks two.
//   slot             0 1 2 3 4 5 6 7
//   a, b             a b a b a b a b
//   0 to 2 to b      b b b b a b a b
//   c joins          c c c b a b a b
//   5 to a           c c c b a a a b
//   c leaves         b a b b a a a b
TEST(Slots, NextChangeStartsFromSlotsMovedByHand) {
  const auto moved = with_move(cluster_of({"a", "b"}), "b", {"slots", 0, 2});
  EXPECT_EQ(slot_letters(slots("8"), moved), "bbbbabab");
  const auto three = with_node(moved, "c");
  EXPECT_EQ(slot_letters(slots("8"), three), "cccbabab");
  const auto again = with_move(three, "a", {"slots", 5, 5});
  EXPECT_EQ(slot_letters(slots("8"), again), "cccbaaab");
  EXPECT_EQ(slot_letters(slots("8"), without_node(again, "c")), "babbaaab");
}

TEST(Slots, MovesByHandApplyToTheirOwnTableOnly) {
  const auto moved = with_move(cluster_of({"a", "b"}), "b", {"vbuckets", 0, 7});
  EXPECT_EQ(slot_letters(slots("8"), moved), "abababab");
}

TEST(Slots, KeysChooseSlotsByRemainderOrByArc) {
  const auto cluster = cluster_of({"a", "b", "c", "d"});
  const Names keys = {"0", "1", "5", "9223372036854775808", "18446744073709551615"};  // 0, 1, 5, 2^63, 2^64 - 1
  EXPECT_EQ(owner_names(slots("4"), cluster, keys), (Names{"a", "b", "b", "a", "d"}));
  EXPECT_EQ(owner_names(slots("4", "ring"), cluster, keys), (Names{"a", "a", "a", "c", "d"}));
}

TEST(Slots, ArcsOfANarrowHashAreArcsOfItsOwnWidth) {
  const ConfiguredStrategy setup("slots", {{"buckets", "16"}, {"mapping", "ring"}}, "crc32");
  const auto counts = keys_per_node(place(setup, numbered_cluster("n", 4), sequential_keys("key-", 4000)), 4);
  for (const auto count : counts) EXPECT_NEAR(static_cast<double>(count), 1000, 150);
}

TEST(Slots, AThousandSlotsMoveOneInTwentyOneForTheTwentyFirstNode) {
  const ConfiguredStrategy setup("slots");
  const auto keys = sequential_keys("key-", 100'000);
  const auto before = numbered_cluster("node-", 20);
  const auto after = with_node(before, "node-20");
  const auto owners_before = place(setup, before, keys), owners_after = place(setup, after, keys);
  EXPECT_EQ(moved_elsewhere(owners_before, owners_after, NodeId{20}), 0u);
  EXPECT_NEAR(static_cast<double>(moved(owners_before, owners_after)), 100'000 / 21.0, 250);
}

TEST(Slots, FailedNodesKeysAreSharedEvenlyByAllOthers) {
  const ConfiguredStrategy setup("slots");
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 50'000)).take();
  const auto replicas = place_replicas(setup, numbered_cluster("node-", 6), keys, 2);
  std::vector<std::uint64_t> seconds_of_first(6);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (replicas[2 * i] == NodeId{0}) ++seconds_of_first[index_of(replicas[2 * i + 1])];
  }
  EXPECT_EQ(seconds_of_first[0], 0u);
  for (std::size_t node = 1; node < 6; ++node)
    EXPECT_NEAR(static_cast<double>(seconds_of_first[node]), 50'000 / 30.0, 250);
}

TEST(Slots, ExplainShowsRemainderAndTableEntry) {
  const auto trace = explain(slots("8"), cluster_of({"a", "b"}), "21");
  ASSERT_EQ(trace.size(), 4u);
  EXPECT_EQ(trace[1].value, "21 mod 8 = 5");
  EXPECT_EQ(trace[2].node, NodeId{1});
  EXPECT_EQ(trace[3].node, NodeId{1});
}

}  // namespace
}  // namespace reshard::testing
