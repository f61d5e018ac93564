#include <gtest/gtest.h>

#include "core/strategies/strategies.h"
#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy trie(std::string_view remove, std::string_view add = "shallowest") {
  return ConfiguredStrategy("bit_trie", {{"add", add}, {"remove", remove}}, "integer");
}

/// The owners of hashes that begin with 000, 001, 010, …, 111, as a string of one-letter names.
std::string eighths(const ConfiguredStrategy& setup, const Cluster& cluster) {
  std::vector<std::string> keys;
  for (std::uint64_t i = 0; i < 8; ++i) keys.push_back(std::to_string(i << 61));
  std::string letters;
  for (const std::string& name : owner_names(setup, cluster, keys)) letters += name;
  return letters;
}

// a has everything; b splits it on bit 0; c splits the first of the shallowest leaves, a's, on bit 1; d then b's.
//   a: all        a: 0…, b: 1…       a: 00…, c: 01…, b: 1…       a: 00…, c: 01…, b: 10…, d: 11…
TEST(BitTrie, NodesSplitTheShallowestLeafAsWorkedOutByHand) {
  auto cluster = cluster_of({"a"});
  EXPECT_EQ(eighths(trie("lift"), cluster), "aaaaaaaa");
  EXPECT_EQ(eighths(trie("lift"), cluster = with_node(cluster, "b")), "aaaabbbb");
  EXPECT_EQ(eighths(trie("lift"), cluster = with_node(cluster, "c")), "aaccbbbb");
  EXPECT_EQ(eighths(trie("lift"), cluster = with_node(cluster, "d")), "aaccbbdd");
  EXPECT_EQ(eighths(trie("lift"), with_node(cluster, "e")), "aeccbbdd");
}

TEST(BitTrie, SiblingLeafTakesOverWhateverTheRule) {
  for (const std::string_view remove : {"sibling_or_collapse", "lift", "takeover", "subtree"}) {
    EXPECT_EQ(eighths(trie(remove), without_node(cluster_of({"a", "b", "c", "d"}), "d")), "aaccbbbb");
    EXPECT_EQ(eighths(trie(remove), without_node(cluster_of({"a", "b"}), "a")), "bbbbbbbb");
  }
}

// The sibling of b's leaf 1… is a subtree that tests bit 1: keys with a 0 there are a's, those with a 1 are c's.
//   lift: bit 0 is no longer tested, so b's keys go to a and c by bit 1 as well.
//   takeover: a and c merge into a's leaf 0…, and c, now free, takes over 1….
//   sibling or collapse: the first of the subtree's deepest leaves is a's, so a gets 1… too; when c then leaves, a has
//   0… and 1…, which collapse into one leaf.
TEST(BitTrie, RemovalBesideASubtreeFollowsTheRuleAsWorkedOutByHand) {
  const auto without_b = without_node(cluster_of({"a", "b", "c"}), "b");
  EXPECT_EQ(eighths(trie("lift"), without_b), "aaccaacc");
  EXPECT_EQ(eighths(trie("takeover"), without_b), "aaaacccc");
  EXPECT_EQ(eighths(trie("sibling_or_collapse"), without_b), "aaccaaaa");
  EXPECT_EQ(eighths(trie("sibling_or_collapse"), without_node(without_b, "c")), "aaaaaaaa");
}

// Of a: 00…, c: 01…, b: 10…, d: 11…, and e, which halves a's leaf, c leaves: its sibling is the subtree of a and e, so 0…
// becomes one leaf, a's, and e has nothing. When d leaves too, b has 1…; when b leaves, the sibling of its leaf is a's.
// When a leaves at last, e is there.
TEST(BitTrie, SubtreeThatBecomesOneLeafTakesItsOtherLeavesAlongAsWorkedOutByHand) {
  auto cluster = cluster_of({"a", "b", "c", "d", "e"});
  EXPECT_EQ(eighths(trie("subtree"), cluster), "aeccbbdd");
  EXPECT_EQ(eighths(trie("subtree"), cluster = without_node(cluster, "c")), "aaaabbdd");
  EXPECT_EQ(eighths(trie("subtree"), with_node(cluster, "f")), "aaffbbdd");
  EXPECT_EQ(eighths(trie("subtree"), cluster = without_node(cluster, "d")), "aaaabbbb");
  EXPECT_EQ(eighths(trie("subtree"), cluster = without_node(cluster, "b")), "aaaaaaaa");
  EXPECT_EQ(eighths(trie("subtree"), cluster = without_node(cluster, "a")), "eeeeeeee");
}

// After the lift above no path tests bit 0, so the next split does: a keeps 00… of what it has, d gets 10….
TEST(BitTrie, SplitTestsTheFirstUnusedBit) {
  const auto without_b = without_node(cluster_of({"a", "b", "c"}), "b");
  EXPECT_EQ(eighths(trie("lift"), with_node(without_b, "d")), "aaccddcc");
  const auto leaves = std::get<TreePicture>(picture(trie("lift"), without_b, "0")).leaves;
  ASSERT_EQ(leaves.size(), 4u);  // the skipped bit doubles the leaves drawn below it
  EXPECT_EQ(leaves[2].prefix, std::uint64_t{1} << 63);
  EXPECT_EQ(leaves[2].depth, 2u);
  EXPECT_EQ(leaves[2].owner, NodeId{0});
}

// Names are numbers, which the hash takes as they are: the second node is at 3/4 of the line, in 1…; the third at 7/8,
// in what is by then the second's half.
TEST(BitTrie, NodesSplitTheLeafThatTheirHashFallsInto) {
  const auto cluster = cluster_of({"0", "13835058055282163712", "16140901064495857664"});
  const auto trace = explain(trie("lift", "hash"), cluster, "16140901064495857664");
  ASSERT_EQ(trace.size(), 5u);
  EXPECT_EQ(trace[1].value, "0: 1");
  EXPECT_EQ(trace[2].value, "1: 1");
  EXPECT_EQ(trace[3].value, "1/2^2");
  EXPECT_EQ(trace[4].node, NodeId{2});
}

TEST(BitTrie, NarrowHashesBeginWithTheirHighestBit) {
  const ConfiguredStrategy setup("bit_trie", {}, "crc16");
  const auto counts = keys_per_node(place(setup, numbered_cluster("n", 4), sequential_keys("key-", 4000)), 4);
  for (const auto count : counts) EXPECT_NEAR(static_cast<double>(count), 1000, 150);
}

// 2^k nodes are even. Of 1.5 · 2^k nodes, 2/3 have 3/4 of the mean and 1/3 have 3/2, which spread by sqrt(9/8 - 1).
TEST(BitTrie, StatedSpreadFollowsFromTheLeaves) {
  const auto& strategy = *find_strategy("bit_trie");
  const auto spread = [&](std::size_t nodes, double add) {
    return strategy.expected_spread(nodes, std::vector<double>{add, 0});
  };
  EXPECT_EQ(spread(64, 0), 0);
  EXPECT_NEAR(spread(96, 0), 0.353553, 1e-6);
  EXPECT_EQ(spread(2, 1), 0);
  EXPECT_NEAR(spread(3, 1), 0.353553, 1e-6);
  EXPECT_NEAR(spread(256, 1), spread(10'000, 1), 1e-12);
}

}  // namespace
}  // namespace reshard::testing
