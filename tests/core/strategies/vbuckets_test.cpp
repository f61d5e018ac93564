#include <gtest/gtest.h>

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

TEST(Vbuckets, RowsAgreeWithTheClientsFormula) {
  const ConfiguredStrategy setup("vbuckets");
  const auto cluster = numbered_cluster("node-", 1024);  // dealt in turn: bucket i belongs to node i
  for (const auto& row : Vectors("slot_formulas.csv")) {
    const auto key = SingleKey::of(row["key"], setup.recipes()).take();
    EXPECT_EQ(key.hash() & 1023, row.number("couchbase_vb1024")) << row["key"];
  }
  EXPECT_EQ(explain(setup, cluster, "key-1").back().node, NodeId{748});
}

// CRC-32 of "123456789" is 0xCBF43926: its upper half without the sign is 0x4BF4 = 19444, mod 64 = 52.
TEST(Vbuckets, BucketOfTheCheckTextIsAsWorkedOutByHand) {
  const auto trace =
      explain(ConfiguredStrategy("vbuckets", {{"buckets", "64"}}), numbered_cluster("node-", 64), "123456789");
  EXPECT_EQ(trace[1].value, "19444 mod 64 = 52");
  EXPECT_EQ(trace.back().node, NodeId{52});
}

// a and b have eight buckets each, dealt in turn. Two nodes that join before one rebalance take four each, the lowest of
// whichever has more; in a rebalance for c alone it gets five, one of which d then takes.
TEST(Vbuckets, NodesThatJoinBeforeOneRebalanceTakeNothingFromEachOther) {
  const ConfiguredStrategy setup("vbuckets", {{"buckets", "16"}});
  const auto four = with_node(with_node(cluster_of({"a", "b"}), "c"), "d");
  EXPECT_EQ(slot_letters(setup, at_once(four, 2)), "ccccddddabababab");
  EXPECT_EQ(slot_letters(setup, four), "dccccdddabababab");
  // b's buckets go to the others by their quotas, five each and one more.
  const auto swapped = without_node(with_node(with_node(cluster_of({"a", "b"}), "c"), "d"), "b");
  const std::string letters = slot_letters(setup, at_once(swapped, 3));
  EXPECT_EQ(letters.find('b'), std::string::npos);
  for (std::size_t slot = 0; slot < 16; slot += 2) EXPECT_TRUE(slot < 6 || letters[slot] == 'a') << letters;
}

TEST(Vbuckets, NumberThatIsNotAPowerOfTwoIsRefused) {
  ConfiguredStrategy setup("vbuckets");
  setup.params[0] = 1000;
  const auto error = refusal(setup, numbered_cluster("", 3));
  EXPECT_EQ(error.code, ErrorCode::not_power_of_two);
  EXPECT_EQ(error.field, "buckets");
  EXPECT_EQ(error.args, (std::vector<std::string>{"1000", "1024"}));
}

TEST(Vbuckets, EachHasItsReplicasOnOtherNodes) {
  const ConfiguredStrategy setup("vbuckets", {{"buckets", "4"}});
  const auto keys = KeyTable::of_hashes({0, 1, 2, 3});
  // Dealt in turn: a b a b. Bucket 2 is a's second: its replica should be one node further on than that of a's first,
  // but with two nodes there is only the other one.
  EXPECT_EQ(
      place_replicas(setup, cluster_of({"a", "b"}), keys, 2),
      (std::vector<NodeId>{NodeId{0}, NodeId{1}, NodeId{1}, NodeId{0}, NodeId{0}, NodeId{1}, NodeId{1}, NodeId{0}}));
  // a b c a: the replica of bucket 0 is b, that of bucket 3, a's second, is c.
  EXPECT_EQ(place_replicas(setup, cluster_of({"a", "b", "c"}), KeyTable::of_hashes({0, 3}), 2),
            (std::vector<NodeId>{NodeId{0}, NodeId{1}, NodeId{0}, NodeId{2}}));
}

}  // namespace
}  // namespace reshard::testing
