#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "core/analysis/place_all.h"
#include "tests/core/hash/hash_rows.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy tokens(std::string_view strategy, std::string_view num_tokens = "16") {
  return ConfiguredStrategy("token_ring", {{"num_tokens", num_tokens}, {"strategy", strategy}});
}

ConfiguredStrategy random(std::string_view strategy, std::string_view num_tokens = "16") {
  return ConfiguredStrategy("token_ring",
                            {{"num_tokens", num_tokens}, {"partitioner", "random"}, {"strategy", strategy}});
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

// tests/vectors/random_partitioner.py: Python's hashlib and bisect; the nodes' tokens are those of "node-0-0" and so
// on.
TEST(TokenRing, TokensAndOwnersUnderRandomPartitionerAreThoseThatPythonFinds) {
  const ConfiguredStrategy setup("token_ring", {{"partitioner", "random"}});
  const auto cluster = numbered_cluster("node-", 5);
  std::size_t checked = 0;
  for (const auto& row : Vectors("random_partitioner.csv")) {
    if (row["ring"] != "drawn") continue;
    const Trace trace = explain(setup, cluster, row["key"]);
    EXPECT_EQ(trace.front().value, row["token"]) << row["key"];
    EXPECT_EQ(owner_names(setup, cluster, {row["key"]}).front(), "node-" + row["owner"]) << row["key"];
    ++checked;
  }
  EXPECT_EQ(checked, 309u);
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

/// By key, the replicas' names in alphabetical order: "a/c/d". The first replica must be the owner.
std::vector<std::string> replica_names(const ConfiguredStrategy& setup, const Cluster& cluster, const KeyTable& keys,
                                       unsigned replicas) {
  const auto found = place_replicas(setup, cluster, keys, replicas), owners = place(setup, cluster, keys);
  std::vector<std::string> all;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(found[i * replicas], owners[i]) << i;
    std::vector<std::string> names;
    for (std::size_t r = i * replicas; r < (i + 1) * replicas && found[r] != kNoNode; ++r) {
      names.push_back(cluster.name_of(found[r]));
    }
    std::sort(names.begin(), names.end());
    all.emplace_back();
    for (const std::string& name : names) all.back().append(all.back().empty() ? "" : "/").append(name);
  }
  return all;
}

// Up to three data centres of one to three racks, some of which have fewer nodes than replicas.
TEST(TokenRing, ReplicasOfADataCentreAreThoseThatCassandrasDriverFindsForTheKeyspace) {
  std::size_t cases = 0, single = 0;
  std::vector<std::string> said;
  for (const auto& row : Vectors("cassandra_replicas.csv")) {
    if (row["key"] != "all") {
      EXPECT_EQ(said[std::stoul(row["key"].substr(4))], row["hosts"]) << row["places"] << " " << row["replication"];
      ++single;
      continue;
    }
    std::vector<std::pair<std::string, std::string>> places;
    for (const std::string& place : words_of(row["places"])) {
      places.emplace_back(place.substr(0, place.find('/')), place.substr(place.find('/') + 1));
    }
    const ConfiguredStrategy setup("token_ring", {{"num_tokens", row["num_tokens"]},
                                                  {"strategy", "network_topology"},
                                                  {"first_dc", row["first_dc"]},
                                                  {"second_dc", row["second_dc"]}});
    const auto keys = KeyTable::of(setup, sequential_keys("key-", 2000)).take();
    said = replica_names(setup, placed(places), keys, static_cast<unsigned>(row.number("replicas")));
    std::string lines;
    for (std::size_t i = 0; i < said.size(); ++i) lines += "key-" + std::to_string(i) + " " + said[i] + "\n";
    EXPECT_EQ(hex_text(sha1(lines)), row["hosts"]) << row["places"] << " " << row["replication"];
    ++cases;
  }
  EXPECT_EQ(cases, 17u);
  EXPECT_EQ(single, 17u * 6);
}

// No keyspace says this, as each data centre of a keyspace has a number: three data centres and two replicas.
TEST(TokenRing, FewerReplicasThanDataCentresAreInThoseThatTheWalkMeetsFirst) {
  const auto cluster = placed({{"a", "r"}, {"b", "r"}, {"c", "r"}, {"a", "r"}, {"b", "r"}, {"c", "r"}});
  const auto keys = KeyTable::of(tokens("simple"), sequential_keys("key-", 500)).take();
  const auto two = place_replicas(tokens("network_topology"), cluster, keys, 2);
  EXPECT_EQ(distinct(cluster, two, 2, center_of), std::vector<std::size_t>(500, 2));
  const auto all = place_replicas(tokens("simple"), cluster, keys, 6);
  for (std::size_t i = 0; i < 500; ++i) {
    EXPECT_EQ(two[2 * i], all[6 * i]);
    const auto same = [&](NodeId a, NodeId b) { return center_of(*cluster.find(a)) == center_of(*cluster.find(b)); };
    const auto next = std::find_if(&all[6 * i], &all[6 * i] + 6, [&](NodeId node) { return !same(node, two[2 * i]); });
    EXPECT_EQ(two[2 * i + 1], *next) << i;
  }
}

// Dynamo's sloppy quorum: the four replicas of dc1 and dc2 have two nodes each; any other node clockwise stands in for
// the one that is down, and nobody does for a replica that its data centre has no node for.
TEST(TokenRing, OnlyReplicasThatAreDownHaveNodesThatStandInForThem) {
  const ConfiguredStrategy setup("token_ring", {{"strategy", "network_topology"}, {"handoff", "sloppy_quorum"}});
  const auto cluster = placed({{"dc1", "r1"}, {"dc2", "r1"}, {"dc2", "r2"}, {"dc2", "r3"}});
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 500)).take();
  const auto all = place_replicas(setup, cluster, keys, 4);
  const auto served = serve(setup, with_down(cluster, {"b"}), keys, 4);
  for (std::size_t i = 0; i < 500; ++i) {
    std::set<NodeId> wanted;
    for (const NodeId node : std::span(all).subspan(4 * i, 3)) wanted.insert(node);
    EXPECT_EQ(all[4 * i + 3], kNoNode) << "dc1 has one node for two replicas";
    // a is always a replica; with b, the fourth node stands in for it
    if (wanted.erase(NodeId{1}) > 0) wanted = {NodeId{0}, NodeId{2}, NodeId{3}};
    EXPECT_EQ(std::set<NodeId>(served.begin() + 4 * i, served.begin() + 4 * i + 3), wanted) << i;
    EXPECT_EQ(served[4 * i + 3], kNoNode) << i;
  }
}

// Of two nodes with 16,016 tokens each and three with one, the light ones may be 32,000 tokens away. A block of keys is
// then looked up in another way than each of its keys by itself, which walks the ring.
TEST(TokenRing, ReplicasOfManyKeysAreThoseOfEachKeyByItselfHoweverFarNodesAreApart) {
  auto cluster = placed({{"x", "r1"}, {"x", "r2"}, {"y", "r1"}, {"y", "r1"}, {"x", "r2"}});
  for (const char* heavy : {"b", "d"}) cluster = with_weight(cluster, heavy, 1001);
  for (const char* light : {"a", "c", "e"}) cluster = with_weight(cluster, light, 1e-9);
  for (const ConfiguredStrategy& setup : {tokens("simple"), tokens("network_topology"), random("simple"),
                                          random("network_topology"), ConfiguredStrategy("jedis")}) {
    const auto keys = KeyTable::of(setup, sequential_keys("key-", 200)).take();
    for (const unsigned replicas : {2u, 3u, 5u}) {
      const auto placement = try_build(setup, cluster, keys.block(), replicas).take();
      const auto all = place_all(*placement, keys.block(), replicas);
      for (std::uint32_t i = 0; i < keys.size(); ++i) {
        std::vector<NodeId> alone(replicas);
        placement->place_replicas(keys.block().slice(i, 1), replicas, alone);
        ASSERT_EQ(std::vector<NodeId>(&all[i * replicas], &all[i * replicas] + replicas), alone)
            << replicas << " " << i;
      }
    }
  }
}

TEST(TokenRing, WithoutPlacesBothStrategiesAgree) {
  const auto cluster = cluster_from("node-", 0, 7);
  const auto keys = KeyTable::of(tokens("simple"), sequential_keys("key-", 300)).take();
  EXPECT_EQ(place_replicas(tokens("network_topology"), cluster, keys, 3),
            place_replicas(tokens("simple"), cluster, keys, 3));
  const auto others = KeyTable::of(random("simple"), sequential_keys("key-", 300)).take();
  EXPECT_EQ(place_replicas(random("network_topology"), cluster, others, 3),
            place_replicas(random("simple"), cluster, others, 3));
}

TEST(TokenRing, TokensFollowTheWeight) {
  EXPECT_EQ(points_of_each(tokens("simple", "4"), weighted_cluster("n", 0, {1, 2.5, 0})),
            (std::vector<std::size_t>{4, 10, 0}));
  EXPECT_EQ(points_of_each(random("simple", "4"), weighted_cluster("n", 0, {1, 2.5, 0})),
            (std::vector<std::size_t>{4, 10, 0}));
}

}  // namespace
}  // namespace reshard::testing
