#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

const ConfiguredStrategy kPartitionRing("partition_ring");

std::vector<NodeId> table_of(const Cluster& cluster) {
  return std::get<TablePicture>(picture(kPartitionRing, cluster, "key")).slots;
}

std::vector<std::uint32_t> indices(const std::vector<NodeId>& owners) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(owners.size());
  for (const NodeId owner : owners) numbers.push_back(index_of(owner));
  return numbers;
}

// Two equal nodes need two partitions, assigned from the last down: each desires 1, so partition 1 goes to the first
// node and partition 0 to the second. A third node joins. Each should have 2/3 of a partition, then 4/3, 8/3 and 16/3,
// as three nodes may double the table three times: 16 partitions, 1 × 8 and 0 × 8. Each should have floor(16/3 + 1/2) =
// 5: the two give three each, five because the newcomer desires them, and the sixth because the newcomer is less over
// its desire than the giver.
TEST(PartitionRing, TableGrowsAndRebalancesAsWorkedOutByHand) {
  const auto two = numbered_cluster("", 2);
  EXPECT_EQ(indices(table_of(two)), (std::vector<std::uint32_t>{1, 0}));
  const auto three = table_of(with_node(two, "2"));
  EXPECT_EQ(three.size(), 16u);
  const auto counts = keys_per_node(three, 3);
  EXPECT_EQ(counts, (std::vector<std::uint64_t>{5, 5, 6}));
  for (std::size_t p = 0; p < 8; ++p) EXPECT_NE(index_of(three[p]), 0u) << p;
  for (std::size_t p = 8; p < 16; ++p) EXPECT_NE(index_of(three[p]), 1u) << p;
}

// A builder to which two nodes are added before it makes the next ring rebalances once: four nodes need four partitions,
// 1 1 0 0 before anything moves, and both old nodes give their last one away. After a ring of three there would be 16.
TEST(PartitionRing, TwoNodesAddedAtOnceAreOneRebalance) {
  const auto four = with_node(with_node(numbered_cluster("", 2), "2"), "3");
  const auto table = indices(table_of(at_once(four, 2)));
  ASSERT_EQ(table.size(), 4u);
  EXPECT_EQ(table[0], 1u);
  EXPECT_EQ(table[2], 0u);
  EXPECT_EQ(keys_per_node(table_of(at_once(four, 2)), 4), (std::vector<std::uint64_t>{1, 1, 1, 1}));
  EXPECT_EQ(table_of(four).size(), 16u);
}

// With 100 nodes all rows agree with the document's table. With 101, 21 of 16384 rows depend on the order in which Go's
// sort happened to leave nodes of equal desire.
TEST(PartitionRing, TablesAgreeWithGholtsBuilder) {
  const Vectors rows("gholt_builder_2016_table.csv");
  const auto hundred = numbered_cluster("", 100);
  const auto before = table_of(hundred);
  const auto after = table_of(with_node(hundred, "100"));
  ASSERT_EQ(before.size(), rows.size());
  ASSERT_EQ(after.size(), rows.size());
  std::size_t wrong_before = 0;
  std::size_t wrong_after = 0;
  for (const auto& row : rows) {
    const auto p = row.number("partition");
    wrong_before += index_of(before[p]) != row.number("node_100");
    wrong_after += index_of(after[p]) != row.number("node_101");
  }
  EXPECT_EQ(wrong_before, 0u);
  EXPECT_EQ(wrong_after, 21u);
  EXPECT_EQ(moved(before, after), 184u);
}

// The figures of BASIC_HASH_RING.md of February 2016: a million items on 100 nodes, and with one more.
TEST(PartitionRing, AMillionItemsGiveThePublishedFigures) {
  const auto hundred = numbered_cluster("", 100);
  const auto keys = KeyTable::of(kPartitionRing, sequential_keys("", 1'000'000)).take();
  const auto before = place(kPartitionRing, hundred, keys);
  const auto after = place(kPartitionRing, with_node(hundred, "100"), keys);
  const auto counts = keys_per_node(before, 100);
  EXPECT_EQ(*std::min_element(counts.begin(), counts.end()), 9'395u);
  EXPECT_EQ(*std::max_element(counts.begin(), counts.end()), 10'933u);
  EXPECT_EQ(moved(before, after), 11'710u);
}

// 16 of 100 nodes have 163 partitions and 84 have 164; of 101, 79 have 162 and 22 have 163.
TEST(PartitionRing, NodesDifferByAtMostOnePartition) {
  const auto hundred = numbered_cluster("", 100);
  const auto of_size = [](const std::vector<NodeId>& table, std::size_t nodes, std::uint64_t size) {
    const auto counts = keys_per_node(table, nodes);
    return std::count(counts.begin(), counts.end(), size);
  };
  EXPECT_EQ(of_size(table_of(hundred), 100, 163), 16);
  EXPECT_EQ(of_size(table_of(hundred), 100, 164), 84);
  EXPECT_EQ(of_size(table_of(with_node(hundred, "100")), 101, 162), 79);
  EXPECT_EQ(of_size(table_of(with_node(hundred, "100")), 101, 163), 22);
}

TEST(PartitionRing, PartitionsOfANodeThatLeftGoToTheOthers) {
  const auto hundred = numbered_cluster("", 100);
  const auto before = table_of(hundred);
  const auto after = table_of(without_node(hundred, "40"));
  EXPECT_EQ(std::count(after.begin(), after.end(), NodeId{40}), 0);
  const auto counts = keys_per_node(after, 100);
  EXPECT_LE(*std::max_element(counts.begin(), counts.end()), 166u);
}

TEST(PartitionRing, TheOnlyNodeWithWeightTakesEverythingAfterAllWereDrained) {
  auto cluster = numbered_cluster("", 2);
  const auto before = table_of(cluster);
  ASSERT_TRUE(cluster.set_weight(NodeId{0}, 0).ok());
  ASSERT_TRUE(cluster.set_weight(NodeId{1}, 0).ok());
  ASSERT_TRUE(cluster.rename(NodeId{1}, "x").ok());
  ASSERT_TRUE(cluster.set_weight(NodeId{1}, 1).ok());
  EXPECT_EQ(keys_per_node(table_of(cluster), 2), (std::vector<std::uint64_t>{0, before.size()}));
}

// Beside a node of weight a million, each of 29 nodes of weight 1 would double the table.
TEST(PartitionRing, TableStopsGrowingAtItsLargestSize) {
  std::vector<double> weights(30, 1);
  weights[0] = 1e6;
  EXPECT_EQ(table_of(weighted_cluster("n", 0, weights)).size(), 8'388'608u);
}

}  // namespace
}  // namespace reshard::testing
