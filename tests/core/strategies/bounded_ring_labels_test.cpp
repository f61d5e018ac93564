#include <gtest/gtest.h>

#include <map>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy configured(std::string_view dialect, std::string_view load, std::string_view vnodes) {
  return ConfiguredStrategy("bounded_ring_labels", {{"dialect", dialect}, {"load", load}, {"vnodes", vnodes}});
}
ConfiguredStrategy before_1_0(std::string_view load = "1.25", std::string_view vnodes = "20") {
  return configured("before_1_0", load, vnodes);
}

bool builds(const ConfiguredStrategy& setup, const Cluster& cluster) {
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 10)).take();
  return try_build(setup, cluster, keys.block()).ok();
}

std::vector<std::string> partition_names(const ConfiguredStrategy& setup, const Cluster& cluster) {
  std::vector<std::string> names;
  const auto table = std::get<TablePicture>(picture(setup, cluster, "key"));
  for (const NodeId node : table.slots) names.push_back(cluster.name_of(node));
  return names;
}

// Twelve nodes share labels: "node-1" + "10" is "node-11" + "0".
TEST(BoundedRingLabels, PartitionsAgreeWithBuraksezer) {
  const Vectors rows("bounded_labels.csv");
  const auto eight = numbered_cluster("node-", 8);
  for (const auto& [column, cluster, setup] :
       {std::tuple{"n8", eight, before_1_0()},
        std::tuple{"n9_after_add_node-8", with_node(eight, "node-8"), before_1_0()},
        std::tuple{"n7_after_remove_node-3_from_8", without_node(eight, "node-3"), before_1_0()},
        std::tuple{"n12", numbered_cluster("node-", 12), before_1_0()},
        std::tuple{"n21_load_1.05_vnodes_40", numbered_cluster("node-", 21), before_1_0("1.05", "40")},
        std::tuple{"replica_key_n12", numbered_cluster("node-", 12), configured("replica_key", "1.25", "20")},
        std::tuple{"replica_key_n21_load_1.05_vnodes_40", numbered_cluster("node-", 21),
                   configured("replica_key", "1.05", "40")}}) {
    const auto names = partition_names(setup, cluster);
    for (const auto& row : rows) EXPECT_EQ(names.at(row.number("partition")), row[column]) << column;
  }
  EXPECT_EQ(rows.size(), 271u);
}

// The README's output of the relocation example: all partitions that move when a ninth node joins.
TEST(BoundedRingLabels, ANodeThatJoinsMovesThePartitionsThatArePublished) {
  const std::map<std::size_t, std::pair<int, int>> published = {
      {218, {0, 2}}, {173, {3, 9}}, {225, {0, 7}}, {85, {7, 9}},  {220, {0, 5}}, {33, {5, 9}},
      {254, {4, 9}}, {71, {3, 9}},  {236, {2, 9}}, {118, {3, 9}}, {233, {0, 3}}, {50, {4, 9}},
      {252, {2, 9}}, {121, {2, 9}}, {259, {4, 9}}, {92, {7, 9}},  {152, {3, 9}}, {105, {2, 9}}};
  const auto name = [](int i) { return "node" + std::to_string(i) + ".olricmq"; };
  const auto eight = cluster_from("node", 0, 8, ".olricmq");
  const auto before = partition_names(before_1_0(), eight);
  const auto after = partition_names(before_1_0(), with_node(eight, name(9)));
  for (std::size_t p = 0; p < before.size(); ++p) {
    const auto moved = published.find(p);
    if (moved == published.end()) {
      EXPECT_EQ(after[p], before[p]) << p;
    } else {
      EXPECT_EQ(before[p], name(moved->second.first)) << p;
      EXPECT_EQ(after[p], name(moved->second.second)) << p;
    }
  }
}

// Published: with two shards, two partitions and two virtual nodes each, the letters divide 14 to 12.
TEST(BoundedRingLabels, LettersDivideAsPublished) {
  for (const std::string dialect : {"before_1_0", "replica_key"}) {
    const ConfiguredStrategy setup("bounded_ring_labels", {{"dialect", dialect}, {"partitions", "2"}, {"vnodes", "2"}});
    std::vector<std::string> letters;
    for (char letter = 'a'; letter <= 'z'; ++letter) letters.emplace_back(1, letter);
    const auto owners = place(setup, cluster_from("shard-", 0, 2), given_keys(letters));
    EXPECT_EQ(keys_per_node(owners, 2), (std::vector<std::uint64_t>{14, 12})) << dialect;
  }
}

TEST(BoundedRingLabels, WhereThereIsNoRoomTheProgramPanics) {
  const auto four = cluster_of({"a", "b", "c", "d"});
  EXPECT_EQ(refusal(before_1_0("1"), four).field, "load");
  EXPECT_TRUE(builds(ConfiguredStrategy("bounded_ring_labels", {{"load", "1"}, {"partitions", "272"}}), four));
  EXPECT_TRUE(builds(ConfiguredStrategy("bounded_ring_labels", {{"dialect", "replica_key"}, {"load", "1"}}), four));
  const ConfiguredStrategy few("bounded_ring_labels", {{"partitions", "3"}});
  EXPECT_EQ(refusal(few, numbered_cluster("n", 8)).field, "load");
}

TEST(BoundedRingLabels, ANodeWhoseLabelsAreAllOthersIsRefused) {
  EXPECT_EQ(refusal(before_1_0(), cluster_of({"node1", "node", "node11"})).field, "nodes[node1]");
  EXPECT_TRUE(builds(before_1_0(), cluster_of({"node", "node1", "node11"})));
  EXPECT_TRUE(builds(before_1_0(), cluster_of({"node", "node01", "node0"})));
}

}  // namespace
}  // namespace reshard::testing
