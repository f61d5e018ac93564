#include <gtest/gtest.h>

#include <sstream>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy shards_of(std::string_view size, std::string_view zone_awareness = "off") {
  return ConfiguredStrategy("shuffle_sharding",
                            {{"shard_size", size}, {"tokens", "64"}, {"zone_awareness", zone_awareness}});
}

Cluster in_zone(std::size_t count, const std::string& zone) {
  std::vector<Node> nodes(count);
  for (std::size_t i = 0; i < count; ++i) nodes[i] = {.name = "ingester-" + std::to_string(i), .zone = zone};
  return Cluster::of(nodes).take();
}

std::string number_of(const Cluster& cluster, NodeId node) {
  return cluster.name_of(node).substr(std::string_view("ingester-").size());
}

// A cell has the numbers of the instances, in the order of choice.
void expect_shards(std::string_view column, const ConfiguredStrategy& setup, const Cluster& cluster, unsigned size) {
  const Vectors rows("cortex.csv");
  std::vector<std::string> tenants;
  std::vector<std::string> expected;
  for (const auto& row : rows) {
    if (row["key_hex"].empty()) continue;
    tenants.push_back(row.bytes("key_hex"));
    expected.push_back(row[column]);
  }
  ASSERT_EQ(tenants.size(), 790u);
  const auto keys = KeyTable::of(setup, given_keys(tenants)).take();
  const auto owners = place_replicas(setup, cluster, keys, size);
  for (std::size_t i = 0; i < tenants.size(); ++i) {
    std::string shard;
    for (std::size_t r = 0; r < size; ++r)
      shard.append(r > 0 ? " " : "").append(number_of(cluster, owners[i * size + r]));
    EXPECT_EQ(shard, expected[i]) << column << " " << tenants[i];
  }
}

TEST(ShuffleSharding, ShardsAgreeWithGo) {
  const Cluster fifty = in_zone(50, "");
  expect_shards("s50_4", shards_of("4"), fifty, 4);
  expect_shards("s50_5", shards_of("5"), fifty, 5);
  expect_shards("s51_4", shards_of("4"), with_node(fifty, "ingester-50"), 4);
  expect_shards("s49_4", shards_of("4"), without_node(fifty, "ingester-7"), 4);
  expect_shards("s10_3", shards_of("3"), in_zone(10, ""), 3);
  expect_shards("za", shards_of("4", "on"), in_zone(50, "zone-a"), 4);
}

TEST(ShuffleSharding, ExplainsSeedAndDraws) {
  const Vectors rows("cortex.csv");
  const Cluster fifty = in_zone(50, "");
  for (std::size_t i = 0; i < 100; ++i) {
    if (rows[i]["key_hex"].empty()) continue;
    const Trace trace = explain(shards_of("4"), fifty, rows[i].bytes("key_hex"));
    EXPECT_EQ(trace[0].value, rows[i]["seed"]);
    std::istringstream drawn(rows[i]["rand"]);
    for (std::size_t r = 1; r <= 4; ++r) {
      std::string number;
      drawn >> number;
      EXPECT_EQ(trace[r].value, number);
    }
  }
}

TEST(ShuffleSharding, EachZoneGivesTheSizeDividedByTheZonesRoundedUp) {
  std::vector<Node> nodes;
  for (const std::string zone : {"b", "a", "c"}) {
    for (int i = 0; i < 4; ++i) nodes.push_back({.name = zone + std::to_string(i), .zone = zone});
  }
  const Cluster cluster = Cluster::of(nodes).take();
  const ConfiguredStrategy setup = shards_of("4", "on");
  const auto keys = KeyTable::of(setup, sequential_keys("tenant-", 50)).take();
  const auto owners = place_replicas(setup, cluster, keys, 7);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    std::string zones;
    for (std::size_t r = 0; r < 6; ++r) zones += cluster.find(owners[i * 7 + r])->zone;
    EXPECT_EQ(zones, "abcabc");
    EXPECT_EQ(owners[i * 7 + 6], kNoNode);
  }
}

TEST(ShuffleSharding, AShardOfAsManyInstancesAsThereAreHasThemAll) {
  std::vector<Node> nodes{{.name = "a0", .zone = "a"},
                          {.name = "b0", .zone = "b"},
                          {.name = "b1", .zone = "b"},
                          {.name = "b2", .zone = "b"}};
  const Cluster cluster = Cluster::of(nodes).take();
  const auto instances = [&](std::string_view size) {
    const ConfiguredStrategy setup = shards_of(size, "on");
    const auto owners = place_replicas(setup, cluster, KeyTable::of(setup, sequential_keys("t", 1)).take(), 4);
    return 4 - std::count(owners.begin(), owners.end(), kNoNode);
  };
  EXPECT_EQ(instances("3"), 3);  // one of a, two of b
  EXPECT_EQ(instances("4"), 4);
}

}  // namespace
}  // namespace reshard::testing
