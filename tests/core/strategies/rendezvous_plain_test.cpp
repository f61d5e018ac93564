#include <gtest/gtest.h>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy pymemcache(std::string_view keys) {
  return ConfiguredStrategy("rendezvous_plain", {{"dialect", "pymemcache"}, {"key_type", keys}}, "murmur3_32");
}

void expect_digits(const Vectors& rows, std::string_view column, std::size_t digit, const Cluster& cluster) {
  std::vector<std::string> keys, expected;
  for (const auto& row : rows) {
    if (row[column][digit] == '-') continue;
    keys.push_back(row.bytes("key"));
    expected.push_back(cluster.nodes()[static_cast<std::size_t>(row[column][digit] - '0')].name);
  }
  EXPECT_EQ(owner_names(pymemcache(column), cluster, keys), expected);
  EXPECT_GT(keys.size(), 150u);
}

TEST(RendezvousPlain, RowsAgreeWithPymemcache) {
  const Vectors rows("rendezvous_pymemcache.csv");
  for (const auto* column : {"str", "bytes"}) {
    expect_digits(rows, column, 0, cluster_from("10.0.1.", 1, 3, ":11211"));
    expect_digits(rows, column, 1, cluster_from("10.0.1.", 1, 10, ""));
    expect_digits(rows, column, 2,
                  cluster_of({"10.0.1.1:11300", "cache.example", "[2001:db8::1]:11211", "/run/cache.sock"}));
  }
  EXPECT_EQ(rows.size(), 298u);
}

TEST(RendezvousPlain, RowsAgreeWithCaddy) {
  const Vectors rows("caddy.csv");
  const ConfiguredStrategy setup("rendezvous_plain", {{"text", "key+node"}}, "fnv1a32");
  const auto upstreams = [](std::initializer_list<int> ports) {
    std::vector<std::string> names;
    for (const int port : ports) names.push_back("127.0.0.1:" + std::to_string(port));
    return cluster_of(names);
  };
  const auto expect = [&](std::string_view column, const Cluster& cluster, bool uri = false) {
    std::vector<std::string> keys, expected;
    for (const auto& row : rows) {
      keys.push_back(uri ? row["uri"] : row.bytes("key_hex"));
      expected.push_back("127.0.0.1:" + row[column]);
    }
    EXPECT_EQ(owner_names(setup, cluster, keys), expected) << column;
  };
  expect("h2", upstreams({42001, 42002}));
  expect("h3", upstreams({42001, 42002, 42003}));
  expect("h5", upstreams({42001, 42002, 42003, 42004, 42005}));
  expect("h6", upstreams({42001, 42002, 42003, 42004, 42005, 42006}));
  expect("h5r", upstreams({42005, 42004, 42003, 42002, 42001}));
  expect("h5x", upstreams({42001, 42002, 42004, 42005}));
  expect("u5", upstreams({42001, 42002, 42003, 42004, 42005}), true);
  EXPECT_GT(rows.size(), 600u);
}

// CRC-32 of "plumless" and of "buckeroo" are 1306201125, a pair known from the literature.
TEST(RendezvousPlain, TieGoesToWhomTheRuleSays) {
  const auto owner = [](std::string_view ties, const std::vector<std::string>& names) {
    const ConfiguredStrategy setup("rendezvous_plain", {{"ties", ties}}, "crc32");
    return owner_names(setup, cluster_of(names), {"k"}).front();
  };
  const std::vector<std::string> one = {"plumless", "buckeroo"}, other = {"buckeroo", "plumless"};
  EXPECT_EQ(owner("first", one), "plumless");
  EXPECT_EQ(owner("first", other), "buckeroo");
  EXPECT_EQ(owner("last", one), "buckeroo");
  EXPECT_EQ(owner("last", other), "plumless");
  EXPECT_EQ(owner("name", one), "plumless");
  EXPECT_EQ(owner("name", other), "plumless");
}

// FNV-1a 32 of "ka" and "kb" differ: the largest and the smallest hash are different nodes'.
TEST(RendezvousPlain, SmallestIsTheOtherOneOfTwo) {
  const auto cluster = cluster_of({"a", "b"});
  for (const auto* text : {"node+key", "key+node"}) {
    const auto owners = [&](std::string_view wins) {
      return place(
          ConfiguredStrategy("rendezvous_plain", {{"text", text}, {"wins", wins}, {"separator", "bar"}}, "fnv1a32"),
          cluster, sequential_keys("key-", 500));
    };
    EXPECT_EQ(moved(owners("largest"), owners("smallest")), 500u);
  }
}

}  // namespace
}  // namespace reshard::testing
