#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

double moved_share(const ConfiguredStrategy& setup, std::size_t nodes) {
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 2000)).take();
  const auto before = numbered_cluster("node-", nodes);
  const auto after = with_node(before, "node-" + std::to_string(nodes));
  return static_cast<double>(moved(place(setup, before, keys), place(setup, after, keys))) / 2000;
}

TEST(RendezvousSkeleton, RowsOfTheNpmDialectAgree) {
  const Vectors rows("hrw_skeleton_npm.csv");
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row["key"]);
  const auto keys = given_keys(names);
  for (const std::size_t n : {3, 20, 21, 100}) {
    const auto cluster = numbered_cluster("node-", n);
    const auto owners = place(ConfiguredStrategy("rendezvous_skeleton", {{"dialect", "npm"}}), cluster, keys);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      EXPECT_EQ(cluster.name_of(owners[i]), rows[i]["n" + std::to_string(n)]) << names[i] << " " << n;
    }
  }
}

TEST(RendezvousSkeleton, NpmDialectMovesNearlyAllKeysWhenItsClustersShift) {
  EXPECT_GT(moved_share(ConfiguredStrategy("rendezvous_skeleton", {{"dialect", "npm"}}), 31), 0.9);
}

// Clusters of two leaves, two branches. Nodes a and b fill level 0; c is in leaf 2, for which the tree grows to four
// leaves. When a leaves and d joins, d gets a's leaf 0; e gets leaf 3, and f leaf 4, in a tree of eight.
TEST(RendezvousSkeleton, LeavesAreAssignedAsWorkedOutByHand) {
  const ConfiguredStrategy setup("rendezvous_skeleton", {{"cluster", "2"}});
  const auto leaves = [&](const Cluster& cluster) {
    return std::get<JumpPicture>(picture(setup, cluster, "x")).buckets;
  };
  auto cluster = cluster_of({"a", "b", "c"});
  EXPECT_EQ(leaves(cluster), (std::vector<NodeId>{NodeId{0}, NodeId{1}, NodeId{2}, kNoNode}));
  cluster = with_node(without_node(cluster, "a"), "d");
  EXPECT_EQ(leaves(cluster), (std::vector<NodeId>{NodeId{3}, NodeId{1}, NodeId{2}, kNoNode}));
  cluster = with_node(with_node(cluster, "e"), "f");
  EXPECT_EQ(leaves(cluster),
            (std::vector<NodeId>{NodeId{3}, NodeId{1}, NodeId{2}, NodeId{4}, NodeId{5}, kNoNode, kNoNode, kNoNode}));
  cluster = without_node(without_node(cluster, "f"), "e");
  EXPECT_EQ(leaves(cluster).size(), 4u);
}

TEST(RendezvousSkeleton, GrowthAcrossEveryLevelMovesOnlyWhatItMust) {
  const auto keys = sequential_keys("key-", 5000);
  for (const auto& [fanout, group] : {std::pair{"2", "1"}, std::pair{"3", "2"}, std::pair{"2", "16"}}) {
    const ConfiguredStrategy setup("rendezvous_skeleton", {{"fanout", fanout}, {"cluster", group}});
    auto cluster = numbered_cluster("node-", 1);
    auto before = place(setup, cluster, keys);
    for (std::uint32_t n = 1; n < 40; ++n) {
      cluster = with_node(cluster, "node-" + std::to_string(n));
      const auto after = place(setup, cluster, keys);
      ASSERT_EQ(moved_elsewhere(before, after, NodeId{n}), 0u) << n;
      EXPECT_NEAR(static_cast<double>(moved(before, after)), 5000.0 / (n + 1), 5 * std::sqrt(5000.0 / (n + 1))) << n;
      before = after;
    }
  }
}

TEST(RendezvousSkeleton, NearlyEmptyTreeStillPlacesEveryKey) {
  auto cluster = numbered_cluster("node-", 300);
  for (int n = 0; n < 298; ++n) cluster = without_node(cluster, "node-" + std::to_string(n));
  const ConfiguredStrategy setup("rendezvous_skeleton", {{"cluster", "1"}});
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 2000)).take();
  const auto owners = place(setup, cluster, keys);
  EXPECT_NEAR(static_cast<double>(std::count(owners.begin(), owners.end(), NodeId{298})), 1000, 150);
  const auto replicas = place_replicas(setup, cluster, keys, 3);
  for (std::size_t i = 0; i < owners.size(); ++i) {
    EXPECT_EQ(replicas[3 * i], owners[i]);
    EXPECT_NE(replicas[3 * i + 1], kNoNode);
    EXPECT_NE(replicas[3 * i + 1], owners[i]);
    EXPECT_EQ(replicas[3 * i + 2], kNoNode);
  }
}

}  // namespace
}  // namespace reshard::testing
