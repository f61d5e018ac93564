#include "core/analysis/serving.h"

#include <gtest/gtest.h>

#include "core/strategies/strategies.h"
#include "tests/core/rows.h"

// Who serves the keys of nodes that are down. Rows of nginx, HAProxy and crushtool are with their strategies; this file
// has what the other systems do, according to their sources.

namespace reshard::testing {
namespace {

using Params = std::initializer_list<std::pair<std::string_view, std::string_view>>;

constexpr std::uint64_t kKeys = 2000;

KeyTable keys_for(const ConfiguredStrategy& setup) {
  return KeyTable::of(setup, sequential_keys("key-", kKeys)).take();
}

/// Expects the keys of `cluster`, with the named nodes down, to be served as if those nodes had left.
void expect_as_without(const ConfiguredStrategy& setup, const Cluster& cluster, const std::vector<std::string>& names) {
  const KeyTable keys = keys_for(setup);
  Cluster left = cluster;
  for (const std::string& name : names) left = without_node(left, name);
  EXPECT_EQ(serve(setup, with_down(cluster, names), keys), place(setup, left, keys)) << setup.strategy.id;
}

/// Expects only the keys of nodes that are up to be served.
void expect_only_of_nodes_that_are_up(const ConfiguredStrategy& setup, const Cluster& cluster) {
  const KeyTable keys = keys_for(setup);
  const auto owners = place(setup, cluster, keys), servers = serve(setup, cluster, keys);
  std::size_t unserved = 0;
  for (std::size_t i = 0; i < kKeys; ++i) {
    const bool up = cluster.find(owners[i])->state == NodeState::kUp;
    unserved += !up;
    EXPECT_EQ(servers[i], up ? owners[i] : kNoNode) << setup.strategy.id << " " << i;
  }
  EXPECT_GT(unserved, kKeys / 20) << "too few to have seen anything";
}

Cluster memcached_servers() { return weighted_cluster("10.0.0.", 1, {1, 2, 1, 4}, ":11211"); }
const std::string kSecond = "10.0.0.2:11211";

TEST(Serving, EjectedServersAreTreatedAsRemoved) {
  for (const std::string_view dialect :
       {"libmemcached_weighted", "libmemcached", "libmemcached_spy", "twemproxy", "hashring"}) {
    expect_as_without(ConfiguredStrategy("ketama", {{"dialect", dialect}}), memcached_servers(), {kSecond});
    expect_only_of_nodes_that_are_up(ConfiguredStrategy("ketama", {{"dialect", dialect}, {"eject", "false"}}),
                                     with_down(memcached_servers(), {kSecond}));
  }
}

TEST(Serving, StrategiesThatIgnoreServerStateLeaveKeysUnserved) {
  for (const ConfiguredStrategy& setup :
       {ConfiguredStrategy("ketama", {{"dialect", "libketama"}}), ConfiguredStrategy("jedis"),
        ConfiguredStrategy("ketama", {{"dialect", "spymemcached"}, {"failure_mode", "retry"}}),
        ConfiguredStrategy("ketama", {{"dialect", "spymemcached"}, {"failure_mode", "cancel"}}),
        ConfiguredStrategy("modulo"), ConfiguredStrategy("jump"), ConfiguredStrategy("elasticsearch"),
        ConfiguredStrategy("rendezvous_skeleton", {{"dialect", "npm"}}), ConfiguredStrategy("groups"),
        ConfiguredStrategy("vbuckets"), ConfiguredStrategy("partition_ring")}) {
    expect_only_of_nodes_that_are_up(setup, with_down(cluster_from("10.0.0.", 1, 4, ":11211"), {kSecond}));
  }
}

// Computed in Python, modelled on KetamaIterator: the first words of MD5 for the tries "0key", "1key", …, added up.
TEST(Serving, SpymemcachedHashesAgainAndGivesUpAfterSevenTries) {
  const ConfiguredStrategy setup("ketama", {{"dialect", "spymemcached"}});
  const auto four = cluster_from("10.0.0.", 1, 4, ":11211");
  const auto two = with_down(four, {"10.0.0.1:11211", "10.0.0.3:11211"});
  struct Row {
    const char* key;
    std::size_t tries;
    const char* server;
  };
  for (const Row& row : {Row{"key-0", 1, "10.0.0.2:11211"},
                         {"key-1", 1, "10.0.0.4:11211"},
                         {"key-2", 3, "10.0.0.2:11211"},
                         {"key-5", 2, "10.0.0.2:11211"},
                         {"key-7", 3, "10.0.0.4:11211"},
                         {"key-11", 6, "10.0.0.2:11211"},
                         {"key-22", 3, "10.0.0.4:11211"},
                         {"key-30", 5, "10.0.0.2:11211"}}) {
    const Trace trace = explain_serving(setup, two, row.key);
    EXPECT_EQ(trace.size(), row.tries + 1) << row.key;
    EXPECT_EQ(two.name_of(trace.back().node), row.server) << row.key;
  }
  EXPECT_EQ(explain_serving(setup, two, "key-23").back().node, kNoNode) << "seven tries met dead servers";
  const auto one = with_down(two, {"10.0.0.2:11211"});
  const KeyTable keys = KeyTable::of(setup, sequential_keys("key-", 200)).take();
  const auto servers = serve(setup, one, keys);
  EXPECT_EQ(std::count(servers.begin(), servers.end(), kNoNode), 39);
}

TEST(Serving, StrategiesThatCanRemoveANodeServeAsIfItHadLeft) {
  for (const char* id : {"anchor", "dx", "memento", "maglev", "multi_probe", "bounded_ring", "stathat", "serialx",
                         "ring", "rendezvous", "rendezvous_weighted", "bit_trie", "envoy_ring"}) {
    expect_as_without(ConfiguredStrategy(id), cluster_from("10.0.0.", 1, 6, ":80"), {"10.0.0.2:80"});
    expect_as_without(ConfiguredStrategy(id), cluster_from("10.0.0.", 1, 6, ":80"), {"10.0.0.5:80", "10.0.0.2:80"});
  }
}

// Two of five hosts are healthy: 40% is below the default threshold of 50%, but not below 40%.
TEST(Serving, EnvoyInPanicSendsRequestsToDeadHostsToo) {
  const auto cluster = with_down(cluster_from("10.0.0.", 1, 5, ":80"), {"10.0.0.1:80", "10.0.0.2:80", "10.0.0.5:80"});
  expect_only_of_nodes_that_are_up(ConfiguredStrategy("envoy_ring"), cluster);
  expect_only_of_nodes_that_are_up(ConfiguredStrategy("maglev", {{"dialect", "envoy"}}), cluster);
  const ConfiguredStrategy calm("envoy_ring", {{"panic_threshold", "40"}});
  const auto servers = serve(calm, cluster, keys_for(calm));
  EXPECT_EQ(std::count(servers.begin(), servers.end(), kNoNode), 0);
  // Four of five hosts are healthy: 80%, which the factor of 1.4 raises above 100%. No panic, whatever the threshold.
  const auto most = with_down(cluster_from("10.0.0.", 1, 5, ":80"), {"10.0.0.1:80"});
  const ConfiguredStrategy nervous("envoy_ring", {{"panic_threshold", "100"}});
  const auto served = serve(nervous, most, keys_for(nervous));
  EXPECT_EQ(std::count(served.begin(), served.end(), kNoNode), 0);
}

TEST(Serving, CassandraReadsFromReplicasOnlyAndDynamoFromTheNextNodesToo) {
  const auto cluster = with_down(numbered_cluster("n", 5), {"n1", "n2"});
  const ConfiguredStrategy cassandra("token_ring"), dynamo("token_ring", {{"handoff", "sloppy_quorum"}});
  const KeyTable keys = keys_for(cassandra);
  expect_only_of_nodes_that_are_up(cassandra, cluster);
  const auto of_two = place_replicas(cassandra, cluster, keys, 2),
             of_five = place_replicas(cassandra, cluster, keys, 5);
  const auto strict = serve(cassandra, cluster, keys, 2), sloppy = serve(dynamo, cluster, keys, 2);
  for (std::size_t i = 0; i < kKeys; ++i) {
    std::vector<NodeId> live, next;
    for (std::size_t r = 0; r < 5; ++r) {
      const NodeId node = of_five[5 * i + r];
      if (cluster.find(node)->state == NodeState::kDown) continue;
      if (r < 2) live.push_back(of_two[2 * i + r]);
      if (next.size() < 2) next.push_back(node);
    }
    live.resize(2, kNoNode);
    EXPECT_EQ((std::vector<NodeId>{strict[2 * i], strict[2 * i + 1]}), live) << i;
    EXPECT_EQ((std::vector<NodeId>{sloppy[2 * i], sloppy[2 * i + 1]}), next) << i;
  }
}

TEST(Serving, RedisClusterNeedsAMajorityOfMastersAndAllSlotsIfConfigured) {
  const ConfiguredStrategy setup("redis_slots"), covered("redis_slots", {{"full_coverage", "true"}});
  const auto five = numbered_cluster("m", 5);
  expect_only_of_nodes_that_are_up(setup, with_down(five, {"m1", "m3"}));
  const KeyTable keys = keys_for(setup);
  const std::vector<NodeId> nobody(kKeys, kNoNode);
  EXPECT_EQ(serve(setup, with_down(five, {"m1", "m3", "m4"}), keys), nobody) << "two of five are no majority";
  EXPECT_EQ(serve(covered, with_down(five, {"m1"}), keys), nobody);
  EXPECT_EQ(serve(covered, five, keys), place(covered, five, keys));
  const Trace trace = explain_serving(covered, with_down(five, {"m1"}), "key-1");
  EXPECT_EQ(trace.back().note, "the whole system stops");
}

// Removing a1 before b2 leads to another state than removing b2 first.
TEST(Serving, AnchorRemovesNodesInTheOrderInWhichTheyWentDown) {
  const ConfiguredStrategy setup("anchor");
  const KeyTable keys = keys_for(setup);
  const auto six = numbered_cluster("n", 6);
  const auto one = place(setup, without_node(without_node(six, "n1"), "n4"), keys);
  const auto other = place(setup, without_node(without_node(six, "n4"), "n1"), keys);
  ASSERT_NE(one, other);
  EXPECT_EQ(serve(setup, with_down(six, {"n1", "n4"}), keys), one);
  EXPECT_EQ(serve(setup, with_down(six, {"n4", "n1"}), keys), other);
}

TEST(Serving, ExplanationEndsAtTheServingNodeAndSaysWhy) {
  const ConfiguredStrategy ring("ring");
  const auto cluster = numbered_cluster("n", 4);
  const Trace up = explain_serving(ring, cluster, "key-1");
  EXPECT_EQ(up.back().label, "owner");
  const std::string& owner = cluster.name_of(up.back().node);
  const Trace down = explain_serving(ring, with_down(cluster, {owner}), "key-1");
  ASSERT_EQ(down.size(), up.size() + 2);
  EXPECT_EQ(down[up.size()].label, "is_down");
  EXPECT_EQ(down.back().label, "served_by");
  EXPECT_EQ(down.back().note, "next node that is up");
  const Trace none = explain_serving(ring, with_down(cluster, {"n0", "n1", "n2", "n3"}), "key-1");
  EXPECT_EQ(none.back().node, kNoNode);
  EXPECT_EQ(none.back().note, "all nodes are down");
}

TEST(Serving, NoKeyIsServedIfEveryNodeIsDown) {
  for (const Strategy* strategy : strategies()) {
    const ConfiguredStrategy setup(strategy->id);
    const auto table = KeyTable::of(setup, sequential_keys("key-", 50)).take();
    const auto cluster = with_down(cluster_from("10.0.0.", 1, 2, ":80"), {"10.0.0.1:80", "10.0.0.2:80"});
    const auto servers = serve(setup, cluster, table);
    EXPECT_EQ(std::count(servers.begin(), servers.end(), kNoNode), 50) << strategy->id;
  }
}

}  // namespace
}  // namespace reshard::testing
