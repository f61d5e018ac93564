#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy tokens(std::string_view strategy, std::string_view num_tokens = "16") {
  return ConfiguredStrategy("token_ring", {{"num_tokens", num_tokens}, {"strategy", strategy}});
}

constexpr std::uint64_t kSign = std::uint64_t{1} << 63;

// 43 of the rows have a byte of 0x80 or more after their last whole block of 16 bytes.
TEST(TokenRing, TokensAgreeWithCassandrasPartitioner) {
  const auto recipe = tokens("simple").recipes().front();
  std::size_t checked = 0;
  for (const auto& row : Vectors("cassandra_murmur3.csv")) {
    const std::string key = row.bytes("key_hex");
    if (key.empty()) continue;  // Cassandra's smallest token; keys of a scenario are never empty
    const std::int64_t h = row.signed_number("murmur3h1_signed");
    const std::int64_t token =
        h == std::numeric_limits<std::int64_t>::min() ? std::numeric_limits<std::int64_t>::max() : h;
    EXPECT_EQ(static_cast<std::int64_t>(recipe(key) ^ kSign), token) << row["key_hex"];
    ++checked;
  }
  EXPECT_GE(checked, 270u);
}

// 16 tokens per node, drawn from "a-0", "a-1", …; a key belongs to the first token from its own on, in signed order.
TEST(TokenRing, OwnerHasTheFirstTokenAtOrAfterTheKeys) {
  const auto cluster = cluster_of({"a", "b", "c"});
  const ConfiguredStrategy setup = tokens("simple");
  const auto recipe = setup.recipes().front();
  for (const std::string key : {"x", "key-1", "b-3", "zürich"}) {
    const std::int64_t own = static_cast<std::int64_t>(recipe(key) ^ kSign);
    std::int64_t best = std::numeric_limits<std::int64_t>::max();
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::string owner, first;
    for (const Node& node : cluster.nodes()) {
      for (int v = 0; v < 16; ++v) {
        const auto token = static_cast<std::int64_t>(recipe(node.name + "-" + std::to_string(v)) ^ kSign);
        if (token >= own && token <= best) best = token, owner = node.name;
        if (token <= least) least = token, first = node.name;
      }
    }
    EXPECT_EQ(owner_names(setup, cluster, {key}).front(), owner.empty() ? first : owner) << key;
  }
}

/// Nodes a, b, … with these data centres and racks, in order.
Cluster placed(const std::vector<std::pair<std::string, std::string>>& places) {
  std::vector<Node> nodes(places.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    nodes[i].name = std::string(1, static_cast<char>('a' + i));
    nodes[i].data_center = places[i].first;
    nodes[i].rack = places[i].second;
  }
  return Cluster::of(nodes).take();
}

/// For every key: how many different values of `what` its replicas have.
template <typename What>
std::vector<std::size_t> distinct(const Cluster& cluster, const std::vector<NodeId>& owners, unsigned replicas,
                                  What what) {
  std::vector<std::size_t> counts;
  for (std::size_t i = 0; i < owners.size(); i += replicas) {
    std::vector<std::string> seen;
    for (std::size_t r = i; r < i + replicas; ++r) seen.push_back(what(*cluster.find(owners[r])));
    std::sort(seen.begin(), seen.end());
    counts.push_back(static_cast<std::size_t>(std::unique(seen.begin(), seen.end()) - seen.begin()));
  }
  return counts;
}

std::string rack_of(const Node& node) { return node.data_center + "/" + node.rack; }
std::string center_of(const Node& node) { return node.data_center; }

// Six nodes on three racks: three replicas are on three racks, and so are four, with one rack used twice.
TEST(TokenRing, NetworkTopologyTakesANodeOfEveryRackFirst) {
  const auto cluster = placed({{"", "r1"}, {"", "r1"}, {"", "r1"}, {"", "r1"}, {"", "r2"}, {"", "r3"}});
  const ConfiguredStrategy setup = tokens("network_topology");
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 500)).take();
  for (const unsigned replicas : {3u, 4u}) {
    const auto owners = place_replicas(setup, cluster, keys, replicas);
    EXPECT_EQ(distinct(cluster, owners, replicas, rack_of), std::vector<std::size_t>(500, 3)) << replicas;
  }
  const auto simple = place_replicas(tokens("simple"), cluster, keys, 3);
  const auto racks = distinct(cluster, simple, 3, rack_of);
  EXPECT_NE(racks, std::vector<std::size_t>(500, 3));
}

// Two data centres of three nodes: four replicas are split two and two; of three, two are in the owner's data centre.
TEST(TokenRing, NetworkTopologyDealsReplicasEvenlyToDataCentres) {
  const auto cluster =
      placed({{"east", "r1"}, {"east", "r2"}, {"east", "r3"}, {"west", "r1"}, {"west", "r2"}, {"west", "r3"}});
  const ConfiguredStrategy setup = tokens("network_topology");
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 500)).take();
  const auto four = place_replicas(setup, cluster, keys, 4);
  const auto three = place_replicas(setup, cluster, keys, 3);
  for (std::size_t i = 0; i < 500; ++i) {
    const auto east = [&](const std::vector<NodeId>& owners, unsigned replicas) {
      std::size_t count = 0;
      for (std::size_t r = 0; r < replicas; ++r) count += index_of(owners[i * replicas + r]) < 3;
      return count;
    };
    EXPECT_EQ(east(four, 4), 2u);
    EXPECT_EQ(east(three, 3), index_of(three[i * 3]) < 3 ? 2u : 1u);
  }
  EXPECT_EQ(distinct(cluster, four, 4, center_of), std::vector<std::size_t>(500, 2));
  EXPECT_EQ(distinct(cluster, four, 4, rack_of), std::vector<std::size_t>(500, 4));
}

// A data centre of one node takes one replica, whatever its share would be.
TEST(TokenRing, FullDataCentreLeavesItsShareToOthers) {
  const auto cluster = placed({{"east", "r1"}, {"west", "r1"}, {"west", "r1"}, {"west", "r1"}});
  const ConfiguredStrategy setup = tokens("network_topology");
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 100)).take();
  for (const NodeId owner : place_replicas(setup, cluster, keys, 4)) EXPECT_NE(owner, kNoNode);
}

TEST(TokenRing, WithoutPlacesBothStrategiesAgree) {
  const auto cluster = cluster_from("node-", 0, 7);
  const auto keys = KeyTable::of(tokens("simple"), sequential_keys("key-", 300)).take();
  EXPECT_EQ(place_replicas(tokens("network_topology"), cluster, keys, 3),
            place_replicas(tokens("simple"), cluster, keys, 3));
}

TEST(TokenRing, TokensFollowTheWeight) {
  EXPECT_EQ(points_of_each(tokens("simple", "4"), weighted_cluster("n", 0, {1, 2.5, 0})),
            (std::vector<std::size_t>{4, 10, 0}));
}

}  // namespace
}  // namespace reshard::testing
