#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/bytes.h"
#include "core/placement/ip_address.h"
#include "core/placement/systems/haproxy_hash.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

using haproxy::full_hash;

ConfiguredStrategy servers_of(std::string_view dialect, std::string_view hash_key, std::string_view function = "sdbm",
                              bool avalanche = true) {
  return ConfiguredStrategy("haproxy_servers", {{"dialect", dialect},
                                                {"hash_key", hash_key},
                                                {"function", function},
                                                {"avalanche", avalanche ? "true" : "false"}});
}

ConfiguredStrategy bounded(std::string_view factor, std::string_view dialect = "v2_6", std::string_view hash_key = "id",
                           std::string_view function = "sdbm", bool avalanche = true) {
  return ConfiguredStrategy("haproxy_servers", {{"dialect", dialect},
                                                {"hash_key", hash_key},
                                                {"function", function},
                                                {"avalanche", avalanche ? "true" : "false"},
                                                {"bounded", "true"},
                                                {"balance_factor", factor}});
}

/// The five servers of the rows, the first and the fourth on one address.
Cluster five(const std::vector<double>& weights, const std::vector<std::uint64_t>& ids = {}) {
  const std::vector<std::string> names{"127.9.8.7:18801", "[::ffff:127.77.0.200]:18801", "127.0.0.1:18801",
                                       "127.9.8.7:18802", "127.255.1.254:18802"};
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < names.size(); ++i) {
    nodes.push_back({});
    nodes.back().name = names[i];
    nodes.back().weight = weights[i];
  }
  Cluster cluster = Cluster::of(nodes).take();
  GivenTable given{"haproxy_servers", {}, {}};
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] == 0) continue;
    given.owners.push_back(cluster.nodes()[i].id);
    given.tokens.push_back(ids[i]);
  }
  if (!given.owners.empty()) cluster.give(std::make_shared<const GivenTable>(given));
  return cluster;
}

void expect_rows(const Vectors& rows, const std::string& column, const ConfiguredStrategy& setup,
                 const Cluster& cluster) {
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(row.bytes("key_hex"));
  const auto owners = place(setup, cluster, given_keys(keys));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(index_of(owners[i]) + 1, rows[i].number(column)) << column << " " << rows[i]["key_hex"];
  }
}

TEST(HaproxyServers, RowsAgreeWithLiveRequests) {
  const Vectors rows("haproxy_servers.csv");
  const std::vector<double> some{3, 1, 4, 1, 5};
  const std::vector<std::uint64_t> ids{30, 4, 0, 0, 7};
  expect_rows(rows, "v2_6_id", servers_of("v2_6", "id", "sdbm", false), five(some));
  expect_rows(rows, "v2_6_given", servers_of("v2_6", "id", "djb2"), five(some, ids));
  expect_rows(rows, "v2_6_wraps", servers_of("v2_6", "id"), five({7, 9, 8, 1, 2}, {1048577, 1, 2097153, 2, 0}));
  expect_rows(rows, "v3_0_id", servers_of("v3_0", "id", "sdbm", false), five(some));
  expect_rows(rows, "v3_0_given", servers_of("v3_0", "id", "djb2"), five(some, ids));
  expect_rows(rows, "v3_0_addr", servers_of("v3_0", "addr"), five(some, ids));
  expect_rows(rows, "v3_0_addr_100", servers_of("v3_0", "addr", "crc32", false), five({100, 100, 100, 100, 100}));
  expect_rows(rows, "v3_0_addr_port", servers_of("v3_0", "addr_port"), five(some));
  expect_rows(rows, "v3_0_addr_port_100", servers_of("v3_0", "addr_port", "sdbm", false), five({100, 0, 50, 100, 256}));
  EXPECT_EQ(rows.size(), 400u);
}

TEST(HaproxyServers, RowsOfBoundedLoadsAgreeWithLiveRequests) {
  const Vectors rows("haproxy_bounded.csv");
  const std::vector<double> some{3, 1, 4, 1, 5};
  const std::vector<std::uint64_t> ids{30, 4, 0, 0, 7};
  expect_rows(rows, "v2_6_101", bounded("101"), five(some));
  expect_rows(rows, "v2_6_125", bounded("125"), five({1, 1, 1, 1, 1}));
  expect_rows(rows, "v2_6_150", bounded("150", "v2_6", "id", "crc32", false), five({100, 50, 0, 7, 1}, ids));
  expect_rows(rows, "v2_6_200", bounded("200", "v2_6", "id", "djb2", false), five({1, 2, 3, 5, 8}));
  expect_rows(rows, "v2_6_most", bounded("2147483647", "v2_6", "id", "sdbm", false), five({9, 2, 6, 5, 3}));
  expect_rows(rows, "v3_0_125", bounded("125", "v3_0"), five(some, ids));
  expect_rows(rows, "v3_0_addr_110", bounded("110", "v3_0", "addr"), five(some));
  expect_rows(rows, "v3_0_addr_port_175", bounded("175", "v3_0", "addr_port", "djb2", false),
              five({256, 255, 3, 1, 128}));
  EXPECT_EQ(rows.size(), 400u);
}

TEST(HaproxyServers, NoServerHasMoreThanItsShareOfOpenRequests) {
  const auto keys = sequential_keys("key-", 7000);
  const auto counts = keys_per_node(place(bounded("110"), numbered_cluster("s", 7), keys), 7);
  EXPECT_LE(*std::max_element(counts.begin(), counts.end()), 1100u);
  EXPECT_GT(*std::max_element(counts.begin(), counts.end()), 1090u);
}

TEST(HaproxyServers, WithAFactorThatNoServerReachesItIsAPlainRing) {
  const auto keys = sequential_keys("key-", 2000);
  const auto cluster = numbered_cluster("s", 5);
  EXPECT_EQ(moved(place(bounded("100000"), cluster, keys), place(servers_of("v2_6", "id"), cluster, keys)), 0u);
  EXPECT_GT(moved(place(bounded("101"), cluster, keys), place(servers_of("v2_6", "id"), cluster, keys)), 100u);
}

// Worked out by hand: 150% of the 4th request of 2 equal servers are 6 slots, 3 for each.
TEST(HaproxyServers, TheStepsSayWhichServersAreFullAndOfHowMany) {
  const auto cluster = numbered_cluster("s", 2);
  const auto keys = given_keys({"a", "b", "c", "d"});
  const auto setup = bounded("150");
  const auto table = KeyTable::of(setup, keys).take();
  const auto placement = try_build(setup, cluster, table.block()).take();
  const auto owners = place(setup, cluster, keys);
  const auto steps = placement->explain(SingleKey::of("d", setup.recipes()).take(), 3);
  EXPECT_EQ(steps[1].label, "requests before it");
  EXPECT_EQ(steps[1].value, "3");
  EXPECT_EQ(steps.back().node, owners[3]);
  const auto most =
      std::find_if(steps.begin(), steps.end(), [](const Step& step) { return step.label == "most requests a node"; });
  ASSERT_NE(most, steps.end());
  EXPECT_EQ(most->value, "3");
  EXPECT_EQ(most->node, owners[3]);
}

TEST(HaproxyServers, AKeyThatIsNotInTheSetIsTheNextRequest) {
  const auto setup = bounded("101");
  const auto cluster = weighted_cluster("s", 0, {1, 2, 3});
  for (const unsigned count : {1u, 20u, 99u}) {
    const auto keys = KeyTable::of(setup, sequential_keys("key-", count)).take();
    const auto placement = try_build(setup, cluster, keys.block()).take();
    const auto owners = place(setup, cluster, sequential_keys("key-", count + 1));
    const auto single = SingleKey::of("key-" + std::to_string(count), setup.recipes()).take();
    EXPECT_EQ(placement->explain(single, kNotInSet).back().node, owners.back()) << count;
  }
}

// HAProxy 2.6.12: 'hash-balance-factor' must be 0 or greater than 100.
TEST(HaproxyServers, AFactorOfAHundredOrLessIsRefused) {
  const auto& specs = bounded("101").strategy.params;
  const auto spec =
      std::find_if(specs.begin(), specs.end(), [](const ParamSpec& s) { return s.key == "balance_factor"; });
  for (const double factor : {0.0, 1.0, 100.0, 2147483648.0}) EXPECT_FALSE(check_param(*spec, factor).ok()) << factor;
  for (const double factor : {101.0, 2147483647.0}) EXPECT_TRUE(check_param(*spec, factor).ok()) << factor;
}

// The same ring as the first build's, which has no hash-key.
TEST(HaproxyServers, RowsOfReleasesBefore3AreTheOnesOfHaproxy) {
  const Vectors rows("ring_haproxy.csv");
  for (const std::string function : {"sdbm", "djb2", "crc32"}) {
    expect_owner_positions(rows, function + "_av_n10", servers_of("v2_6", "addr", function), cluster_from("s", 1, 10),
                           1);
    expect_owner_positions(rows, function + "_n3", servers_of("v2_6", "id", function, false), cluster_from("s", 1, 3),
                           1);
  }
  EXPECT_EQ(rows.size(), 200u);
}

// Two servers of one address have the same points, and so has a third one between them.
TEST(HaproxyServers, OfServersOnOneAddressOnlyTheFirstAndTheLastHaveKeys) {
  const auto keys = sequential_keys("key-", 2000);
  const auto counts = [&](std::string_view hash_key) {
    std::vector<std::size_t> of(3);
    const auto cluster = cluster_of({"10.0.0.1:80", "10.0.0.1:81", "10.0.0.1:82"});
    for (const NodeId owner : place(servers_of("v3_0", hash_key), cluster, keys)) ++of[index_of(owner)];
    return of;
  };
  const auto by_address = counts("addr");
  EXPECT_GT(by_address[0], 500u);
  EXPECT_EQ(by_address[1], 0u);
  EXPECT_GT(by_address[2], 500u);
  EXPECT_GT(counts("addr_port")[1], 200u);
}

TEST(HaproxyServers, WithAddressesAServerThatLeavesMovesOnlyItsOwnKeys) {
  const auto keys = sequential_keys("key-", 2000);
  const auto all = cluster_of({"10.0.0.1:80", "[2001:db8::7]:80", "cache-3:80", "10.0.0.4"});
  for (const std::string hash_key : {"id", "addr", "addr_port"}) {
    const auto setup = servers_of("v3_0", hash_key);
    const auto before = place(setup, all, keys), after = place(setup, without_node(all, "10.0.0.1:80"), keys);
    std::size_t needless = 0;
    for (std::size_t i = 0; i < before.size(); ++i) needless += before[i] != NodeId{0} && before[i] != after[i];
    EXPECT_EQ(needless == 0, hash_key != "id") << hash_key << " " << needless;
  }
}

TEST(HaproxyServers, AKeyIsMadeAsTheStepsSay) {
  const auto key_of = [](std::string_view dialect, std::string_view hash_key, const std::string& name) {
    return explain(servers_of(dialect, hash_key), cluster_of({name}), "key")[2].value;
  };
  EXPECT_EQ(key_of("v2_6", "id", "a"), "1 * 4096 = 4096");
  EXPECT_EQ(key_of("v3_0", "id", "a"), "full_hash(1) = " + std::to_string(full_hash(1)));
  // 10.1.2.3 is 0x0302010a, its lowest byte first.
  EXPECT_EQ(key_of("v3_0", "addr", "10.1.2.3:80"), "full_hash(10.1.2.3) = " + std::to_string(full_hash(0x0302010au)));
  const std::string with_port = "full_hash(full_hash(80) + 10.1.2.3) = ";
  EXPECT_EQ(key_of("v3_0", "addr_port", "10.1.2.3:80"),
            with_port + std::to_string(full_hash(full_hash(80) + 0x0302010au)));
  const std::string one(15, '\0');
  EXPECT_EQ(key_of("v3_0", "addr", "[::1]:80"), "XXH32(::1, 0) = " + std::to_string(xxh32(one + "\x01")));
  EXPECT_EQ(key_of("v3_0", "addr_port", "[::1]:80"),
            "XXH32(::1, full_hash(80)) = " + std::to_string(xxh32(one + "\x01", full_hash(80))));
  // MD5 of "abc" begins with 90 01 50 98.
  for (const std::string name : {"abc", "abc:80", "abc:81"}) {
    EXPECT_EQ(key_of("v3_0", "addr", name), "full_hash(144.1.80.152) = " + std::to_string(full_hash(0x98500190u)));
  }
}

TEST(HaproxyServers, ReadsAddressesAsTheSystemDoes) {
  const auto hex = [](std::string_view text) {
    const auto address = read_ip_address(text);
    std::string digits;
    for (const char byte : address ? address->bytes : "") {
      for (const int half : {(byte >> 4) & 15, byte & 15}) digits += "0123456789abcdef"[half];
    }
    return address && address->port != 0 ? digits + ":" + std::to_string(address->port) : digits;
  };
  EXPECT_EQ(hex("10.1.2.255"), "0a0102ff");
  EXPECT_EQ(hex("10.1.2.255:65535"), "0a0102ff:65535");
  EXPECT_EQ(hex("[2001:DB8::a:1]:80"), "20010db80000000000000000000a0001:80");
  EXPECT_EQ(hex("[1:2:3:4:5:6:7:8]"), "00010002000300040005000600070008");
  EXPECT_EQ(hex("[::]"), std::string(32, '0'));
  EXPECT_EQ(hex("[::ffff:1.2.3.4]"), "00000000000000000000ffff01020304");
  EXPECT_EQ(hex("[1:2:3:4:5:6:1.2.3.4]"), "00010002000300040005000601020304");
  EXPECT_EQ(hex("[fe80::]"), "fe80" + std::string(28, '0'));
  for (const char* name : {"",
                           "a",
                           "10.1.2",
                           "10.1.2.3.4",
                           "10.1.2.256",
                           "10.1.2.03",
                           "10.1.2.3:",
                           "10.1.2.3:65536",
                           "10.1.2.3:x",
                           ":80",
                           "[::1",
                           "[::1]x",
                           "[::1]80",
                           "[]",
                           "[:]",
                           "[1]",
                           "[1:2:3:4:5:6:7]",
                           "[1:2:3:4:5:6:7:8:9]",
                           "[1::2::3]",
                           "[:::]",
                           "[1:2:3:4:5:6:7::8]",
                           "[12345::]",
                           "[g::]",
                           "[1.2.3.4::]",
                           "[::1.2.3]",
                           "[1:]",
                           "[::1:]",
                           "[fe80::1%lo]",
                           "::1",
                           "[1:2:3:4:5:6:7:1.2.3.4]"}) {
    EXPECT_FALSE(read_ip_address(name).has_value()) << name;
  }
}

TEST(HaproxyServers, RefusesWhatHaproxyDoes) {
  const auto by_address = servers_of("v3_0", "addr");
  const auto sockets = cluster_of({"10.0.0.1:80", "unix:/run/a.sock"});
  EXPECT_EQ(refusal(by_address, sockets).field, "nodes[unix:/run/a.sock]");
  EXPECT_FALSE(by_address.strategy.fits(sockets.nodes()[1], by_address.params).ok());
  EXPECT_TRUE(servers_of("v3_0", "id").strategy.fits(sockets.nodes()[1], servers_of("v3_0", "id").params).ok());
  EXPECT_TRUE(by_address.strategy.fits(sockets.nodes()[1], servers_of("v2_6", "addr").params).ok());
  EXPECT_EQ(refusal(by_address, weighted_cluster("s", 0, {1, 257})).field, "nodes[s1].weight");
  EXPECT_EQ(refusal(by_address, five({1, 1, 1, 1, 1}, {std::uint64_t{1} << 31})).field, "owners");
}

TEST(HaproxyServers, ServerHasSixteenPointsPerUnitOfWeight) {
  EXPECT_EQ(points_of_each(servers_of("v3_0", "addr"), weighted_cluster("s", 0, {1, 3, 0, 256})),
            (std::vector<std::size_t>{16, 48, 0, 4096}));
}

}  // namespace
}  // namespace reshard::testing
