#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/text.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy bigint(std::string_view addition = "split") {
  return ConfiguredStrategy("hash_partitions", {{"addition", addition}, {"type", "int64"}});
}

/// The owner of each remainder at the largest modulus: "abcd".
std::string letters(const Cluster& cluster, std::string_view addition = "split") {
  return slot_letters(bigint(addition), cluster);
}

Cluster given(const std::vector<std::string>& names,
              const std::vector<std::pair<unsigned, std::uint64_t>>& partitions) {
  Cluster cluster = cluster_of(names);
  GivenTable table{"hash_partitions", {}, {}};
  for (const auto& [owner, token] : partitions) {
    table.owners.push_back(static_cast<NodeId>(owner));
    table.tokens.push_back(token);
  }
  cluster.give(std::make_shared<const GivenTable>(std::move(table)));
  return cluster;
}

std::string refused(const Cluster& cluster) { return message(refusal(bigint(), cluster)); }

TEST(HashPartitions, EqualModuliAreThoseOfTheServersRows) {
  const Vectors rows("postgresql_bigint.csv");
  for (const std::size_t modulus : {3, 4, 7, 8, 16, 64}) {
    expect_owner_positions(rows, "p" + decimal(modulus), bigint(), numbered_cluster("p", modulus));
  }
}

// (4, 0) becomes (8, 0) and (8, 4), then (4, 1) becomes (8, 1) and (8, 5): at modulus 8, nobody else's entries change.
TEST(HashPartitions, AnAddedNodeTakesHalfOfOnePartition) {
  Cluster cluster = cluster_of({"a", "b", "c", "d"});
  EXPECT_EQ(letters(cluster), "abcd");
  cluster = with_node(cluster, "e");
  EXPECT_EQ(letters(cluster), "abcdebcd");
  cluster = with_node(cluster, "f");
  EXPECT_EQ(letters(cluster), "abcdefcd");
  cluster = with_node(with_node(cluster, "g"), "h");
  EXPECT_EQ(letters(cluster), "abcdefgh");
  EXPECT_EQ(letters(with_node(cluster, "i")), "abcdefghibcdefgh");
}

// With every partition split once, the table is that of modulus 2n: the server's own rows of p4 and p8.
TEST(HashPartitions, SplittingAllOfFourGivesTheServersEight) {
  Cluster cluster = numbered_cluster("p", 4);
  for (const auto* name : {"p4", "p5", "p6", "p7"}) cluster = with_node(cluster, name);
  expect_owner_positions(Vectors("postgresql_bigint.csv"), "p8", bigint(), cluster);
}

TEST(HashPartitions, RemovingTheSiblingMergesBack) {
  const Cluster five = with_node(cluster_of({"a", "b", "c", "d"}), "e");
  EXPECT_EQ(letters(without_node(five, "e")), "abcd");
  EXPECT_EQ(letters(without_node(five, "a")), "ebcd");
  // (4, 1) and (4, 3) become (2, 1), which holds half of the rows, and is the one that is split next.
  const Cluster three = without_node(cluster_of({"a", "b", "c", "d"}), "d");
  EXPECT_EQ(letters(three), "abcb");
  EXPECT_EQ(letters(with_node(three, "e")), "abce");
}

// 1 of 3 has no sibling, and neither has (4, 0) while (4, 2) is split: they go to the smallest share, whole.
TEST(HashPartitions, APartitionWithoutAWholeSiblingGoesOverWhole) {
  EXPECT_EQ(letters(without_node(cluster_of({"a", "b", "c"}), "a")), "bbc");
  const Cluster unequal =
      given({"a", "b", "c", "d"}, {{0, 4'000'000'000}, {1, 2'000'000'001}, {2, 8'000'000'002}, {3, 8'000'000'006}});
  EXPECT_EQ(letters(unequal), "abcbabdb");
  EXPECT_EQ(letters(without_node(unequal, "a")), "cbcbcbdb");
  // c has (8, 2) and (4, 0) then: the next node takes one of b's halves, and the one after that c's smaller partition.
  const Cluster next = with_node(without_node(unequal, "a"), "e");
  EXPECT_EQ(letters(next), "cbcecbde");
  EXPECT_EQ(letters(with_node(next, "f")), "cbfecbde");
}

TEST(HashPartitions, ANewTableHasEqualPartitions) {
  const Cluster five = with_node(cluster_of({"a", "b", "c", "d"}), "e");
  EXPECT_EQ(letters(five, "new_table"), "abcde");
  EXPECT_EQ(letters(without_node(five, "b"), "new_table"), "acde");
}

// 3 is no half of 9: the next larger modulus asks for three parts, of which the old owner keeps two.
TEST(HashPartitions, ASplitKeepsTheRuleOfModuli) {
  const Cluster odd =
      given({"a", "b", "c", "d", "e"},
            {{0, 3'000'000'000}, {1, 3'000'000'001}, {2, 9'000'000'002}, {3, 9'000'000'005}, {4, 9'000'000'008}});
  EXPECT_EQ(letters(odd), "abcabdabe");
  EXPECT_EQ(letters(with_node(odd, "f")), "abcabdfbe");
}

TEST(HashPartitions, GivenPartitionsThatPostgresqlRefusesAreRefusedInItsWords) {
  EXPECT_EQ(refused(given({"a", "b"}, {{0, 4'000'000'000}, {1, 6'000'000'001}})),
            "owners: every hash partition modulus must be a factor of the next larger modulus: modulus 4, remainder 0; "
            "modulus 6, remainder 1");
  EXPECT_EQ(refused(given({"a", "b"}, {{0, 4'000'000'000}, {1, 8'000'000'004}})),
            "owners: modulus 8, remainder 4 would overlap modulus 4, remainder 0");
  EXPECT_EQ(refused(given({"a"}, {{0, 4'000'000'004}})),
            "owners: modulus 4, remainder 4: remainder for hash partition must be less than modulus");
  EXPECT_EQ(refused(given({"a"}, {{0, 4}})),
            "owners: “4” cannot be read as modulus · 10^9 + remainder, with a modulus from 1 to 1048576");
}

TEST(HashPartitions, AMissingRemainderHasNoPartition) {
  const Cluster hole = given({"a", "b"}, {{0, 4'000'000'000}, {1, 2'000'000'001}});
  const auto owners = slot_owners(bigint(), hole);
  EXPECT_EQ(owners[2], kNoNode);
  EXPECT_EQ(owners[3], static_cast<NodeId>(1));
}

// A scenario that begins anew keeps the given partitions of the nodes that are left, and no remainder is lost.
TEST(HashPartitions, GivenPartitionsOfNodesThatAreGoneGoToOthers) {
  const Cluster four =
      given({"a", "b", "c", "d"}, {{0, 4'000'000'000}, {1, 4'000'000'001}, {2, 4'000'000'002}, {3, 4'000'000'003}});
  Cluster later = with_node(without_node(four, "d"), "e").rebased();
  later.give(four.given());
  EXPECT_EQ(letters(later), "abce");
}

TEST(HashPartitions, ExplainsThePartitionAndWhatAttachChecks) {
  const Cluster five = with_node(cluster_of({"a", "b", "c", "d"}), "e");
  for (const auto& row : Vectors("postgresql_bigint.csv")) {
    if (row["p8"] != "4") continue;
    const Trace trace = explain(bigint(), five, row["key"]);
    const auto step = [&](std::string_view label) {
      return std::find_if(trace.begin(), trace.end(), [&](const Step& one) { return one.label == label; })->value;
    };
    EXPECT_EQ(step("hash of a column"), row["hash64"]);
    EXPECT_EQ(step("partition"), "modulus 8, remainder 4");
    EXPECT_EQ(step("constraint"), "satisfies_hash_partition(…, 8, 4, …)");
    return;
  }
  FAIL();
}

}  // namespace
}  // namespace reshard::testing
