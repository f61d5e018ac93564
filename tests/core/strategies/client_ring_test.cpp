#include <gtest/gtest.h>

#include <utility>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy client(std::string_view dialect, std::string_view key = "dialect", std::string_view option = {}) {
  if (option.empty()) return ConfiguredStrategy("client_ring", {{"dialect", dialect}});
  return ConfiguredStrategy("client_ring", {{"dialect", dialect}, {key, option}});
}

Cluster weights(const std::vector<double>& of, std::string_view suffix) {
  return weighted_cluster("10.0.1.", 1, of, suffix);
}
Cluster equal(std::size_t count, std::string_view suffix) { return cluster_from("10.0.1.", 1, count, suffix); }

// The digit of each row, '-' for nobody, against nodes in order.
void expect_digits(const Vectors& rows, std::string_view column, std::size_t digit, const std::vector<NodeId>& said,
                   std::size_t every = 1, std::size_t first = 0) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const NodeId node = said[i * every + first];
    const char shown = node == kNoNode ? '-' : static_cast<char>('0' + index_of(node));
    wrong += shown != rows[i][column][digit];
  }
  EXPECT_EQ(wrong, 0u) << column << digit << ", of " << rows.size() << " rows";
}

KeyTable keys_in_hex(const Vectors& rows, const ConfiguredStrategy& setup) {
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(row.bytes("key"));
  return KeyTable::of(setup, given_keys(keys)).take();
}

const Cluster& other_memcached_servers() {
  static const Cluster cluster =
      cluster_of({"10.0.1.1:11300", "cache.example", "[2001:db8::1]:11211", "/run/cache.sock"});
  return cluster;
}

TEST(ClientRing, RowsAgreeWithDalli) {
  const Vectors rows("ring_dalli.csv");
  const auto setup = client("dalli");
  expect_owner_digits(rows, "equal", 0, setup, equal(3, ":11211"));
  expect_owner_digits(rows, "equal", 1, setup, equal(10, ":11211"));
  expect_owner_digits(rows, "equal", 2, setup, other_memcached_servers());
  expect_owner_digits(rows, "weighted", 0, setup, weights({1, 2, 3, 5, 8}, ":11211"));
  expect_owner_digits(rows, "weighted", 1, setup, weights({4, 0, 1}, ":11211"));
  expect_owner_digits(rows, "weighted", 2, setup, weights({100, 50, 7, 1, 1, 1, 1, 1, 9, 30}, ":11211"));
  EXPECT_EQ(rows.size(), 318u);
}

TEST(ClientRing, RowsAgreeWithDalliWhileServersAreDown) {
  const Vectors rows("ring_dalli.csv");
  const auto setup = client("dalli");
  const auto down = [&](const Cluster& cluster, const std::vector<std::string>& names, std::size_t digit) {
    expect_digits(rows, "down", digit, serve(setup, with_down(cluster, names), keys_in_hex(rows, setup)));
  };
  down(equal(10, ":11211"), {"10.0.1.1:11211", "10.0.1.5:11211"}, 0);
  down(weights({1, 2, 3, 5, 8}, ":11211"), {"10.0.1.5:11211"}, 1);
  down(equal(3, ":11211"), {"10.0.1.1:11211", "10.0.1.2:11211"}, 2);
}

TEST(ClientRing, DalliWithoutFailoverServesNobodyElse) {
  const auto cluster = with_down(equal(3, ":11211"), {"10.0.1.1:11211"});
  const auto setup = client("dalli", "failover", "false");
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 300)).take();
  const auto owners = place(setup, cluster, keys), servers = serve(setup, cluster, keys);
  for (std::size_t i = 0; i < owners.size(); ++i) {
    EXPECT_EQ(servers[i], index_of(owners[i]) == 0 ? kNoNode : owners[i]);
  }
}

TEST(ClientRing, RowsAgreeWithRedisRb) {
  const Vectors rows("ring_redis_rb.csv");
  const auto setup = client("redis_rb");
  expect_owner_digits(rows, "url", 0, setup, equal(3, ":6379"));
  expect_owner_digits(rows, "url", 1, setup, equal(10, ""));
  expect_owner_digits(
      rows, "url", 2, setup,
      cluster_of({"redis://10.0.1.1:6380/2", "cache.example", "[2001:db8::1]:6379", "unix:/run/redis.sock"}));
  expect_owner_digits(rows, "id", 0, client("redis_rb", "identified_by", "id"), cluster_from("shard-", 1, 7));
  EXPECT_EQ(rows.size(), 318u);
}

TEST(ClientRing, RowsAgreeWithPredis) {
  for (const std::string dialect : {"predis", "predis_ketama"}) {
    const Vectors rows("ring_" + dialect + ".csv");
    const auto setup = client(dialect);
    expect_owner_digits(rows, "equal", 0, setup, equal(3, ""));
    expect_owner_digits(rows, "equal", 1, setup, equal(10, ":6379"));
    expect_owner_digits(rows, "equal", 2, setup,
                        cluster_of({"10.0.1.1:6380", "cache.example", "[2001:db8::1]:6379", "unix:/run/redis.sock"}));
    expect_owner_digits(rows, "weighted", 0, setup, weights({1, 2, 3, 5, 8}, ":6379"));
    expect_owner_digits(rows, "weighted", 1, setup, weights({100, 50, 7, 1, 1, 1, 1, 1, 9, 30}, ":6379"));
    expect_owner_digits(rows, "weighted", 2, setup, weights({1, 255, 511, 1, 255}, ":6379"));
    EXPECT_EQ(rows.size(), 318u);
  }
}

std::vector<Cluster> carbon_lists() {
  std::vector<std::string> named, hosts;
  for (int i = 1; i <= 10; ++i) {
    named.push_back("10.0.1." + std::to_string(i) + ":2004:" + std::string(1, static_cast<char>('a' + i - 1)));
  }
  for (int i = 1; i <= 3; ++i) {
    for (const char* end : {":2004:a", ":2104:b", ":2204:c"}) hosts.push_back("10.0.1." + std::to_string(i) + end);
  }
  return {equal(3, ":2004"), cluster_of(named), cluster_of(hosts),
          cluster_of({"[2001:db8::1]:2004", "relay.example:2004:x", "127.0.0.1:2004"})};
}

TEST(ClientRing, RowsAndReplicasAgreeWithCarbon) {
  for (const std::string dialect : {"carbon_ch", "fnv1a_ch"}) {
    const Vectors rows("ring_" + dialect + ".csv");
    const auto lists = carbon_lists();
    for (std::size_t list = 0; list < lists.size(); ++list) {
      const auto diverse = client(dialect), any = client(dialect, "diverse_replicas", "false");
      const auto keys = keys_in_hex(rows, diverse);
      const auto apart = place_replicas(diverse, lists[list], keys, 3), all = place_replicas(any, lists[list], keys, 3);
      expect_digits(rows, "first", list, place(diverse, lists[list], keys));
      expect_digits(rows, "first", list, apart, 3, 0);
      expect_digits(rows, "second", list, apart, 3, 1);
      expect_digits(rows, "third", list, apart, 3, 2);
      expect_digits(rows, "second_any", list, all, 3, 1);
      expect_digits(rows, "third_any", list, all, 3, 2);
    }
    EXPECT_EQ(rows.size(), 152u);
  }
}

// The texts "0-None" … "99-None" are those of all three: the first one's points are before the others'.
TEST(ClientRing, CarbonsFnvGivesNearlyAllKeysToTheFirstOfDestinationsWithoutInstances) {
  const auto setup = client("fnv1a_ch");
  const auto keys = KeyTable::of(setup, sequential_keys("servers.web.", 1000)).take();
  EXPECT_GT(keys_per_node(place(setup, equal(3, ":2004"), keys), 3)[0], 950u);
}

TEST(ClientRing, CarbonKnowsADestinationByHostAndInstance) {
  const auto error = refusal(client("carbon_ch"), cluster_of({"a:2004:x", "b:2004:x", "a:2005:x"}));
  EXPECT_EQ(error.field, "nodes[a:2005:x]");
}

// SHA-1 gives both a point at 0x9f4f68ab; Dalli 3.0.6 on Debian 12 (glibc 2.36) named these for a key right after it.
TEST(ClientRing, OfTwoOfDallisServersAtOnePositionTheLaterHasIt) {
  const std::string a = "cache636:11211", b = "cache653:11211";
  EXPECT_EQ(owner_names(client("dalli"), cluster_of({a, b}), {"k913"}).front(), b);
  EXPECT_EQ(owner_names(client("dalli"), cluster_of({b, a}), {"k913"}).front(), a);
}

// A key that is a point's text lies at that point, and belongs to it.
TEST(ClientRing, KeyAtAPointBelongsToIt) {
  const auto setup = client("redis_rb", "identified_by", "id");
  const auto cluster = cluster_of({"a", "b", "c"});
  for (const std::string name : {"a", "b", "c"}) {
    EXPECT_EQ(owner_names(setup, cluster, {name + ":0", name + ":159"}), (std::vector<std::string>{name, name}));
    EXPECT_EQ(explain(setup, cluster, name + ":7")[1].label, "point at or before");
  }
}

}  // namespace
}  // namespace reshard::testing
