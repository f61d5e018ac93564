#include <gtest/gtest.h>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

using Names = std::vector<std::string>;

ConfiguredStrategy ketama(std::string_view dialect, std::string_view hash = "md5") {
  return ConfiguredStrategy("ketama", {{"dialect", dialect}}, hash);
}

// Shares of 1/6, 2/6 and 3/6 of 40 · 3 digests are 20, 40 and 60; a digest gives four points.
TEST(Ketama, PointsFollowTheWeightsAsWorkedOutByHand) {
  const auto cluster = weighted_cluster("server", 1, {1, 2, 3});
  const std::vector<std::size_t> expected = {80, 160, 240};
  for (const auto* dialect : {"libmemcached_weighted", "libketama", "twemproxy", "spymemcached", "hashring"}) {
    EXPECT_EQ(points_of_each(ketama(dialect), cluster), expected) << dialect;
  }
  EXPECT_EQ(points_of_each(ketama("libmemcached"), cluster), (std::vector<std::size_t>{100, 100, 100}));
}

// 1/25 in single precision · 160 / 4 · 25 is 39.999996, which floor turns into 39. libketama multiplies in double
// precision and loses a digest at 61 servers; clients that use double throughout, or do not divide, have 40 at both.
TEST(Ketama, EqualServersHave156PointsWhereSinglePrecisionRoundsDown) {
  const auto points = [](std::string_view dialect, std::size_t servers) {
    return points_of_each(ketama(dialect), cluster_from("s", 0, servers)).front();
  };
  for (const auto* dialect : {"libmemcached_weighted", "twemproxy"}) {
    EXPECT_EQ(points(dialect, 24), 160u) << dialect;
    EXPECT_EQ(points(dialect, 25), 156u) << dialect;
    EXPECT_EQ(points(dialect, 61), 156u) << dialect;
  }
  EXPECT_EQ(points("libketama", 25), 160u);
  EXPECT_EQ(points("libketama", 61), 156u);
  EXPECT_EQ(points("spymemcached", 25), 160u);
  EXPECT_EQ(points("hashring", 25), 160u);
}

// From 24 to 25 servers, every server loses four points, so keys move between servers that stay.
TEST(Ketama, LosingPointsToRoundingMovesKeysBetweenServersThatStay) {
  const ConfiguredStrategy setup = ketama("libmemcached_weighted");
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 20'000)).take();
  const auto elsewhere = [&](unsigned servers) {
    return moved_elsewhere(place(setup, cluster_from("s", 0, servers), keys),
                           place(setup, cluster_from("s", 0, servers + 1), keys), NodeId{servers});
  };
  EXPECT_EQ(elsewhere(23), 0u);
  EXPECT_GT(elsewhere(24), 0u);
}

TEST(Ketama, RowsAgreeWithLibmemcached) {
  const Vectors rows("ketama_libmemcached.csv");
  const auto servers = [](std::size_t count) { return cluster_from("10.0.1.", 1, count, ":11211"); };
  expect_owner_positions(rows, "ketama_md5_n3", ketama("libmemcached"), servers(3));
  expect_owner_positions(rows, "ketama_md5_n10", ketama("libmemcached"), servers(10));
  expect_owner_positions(rows, "ketama_def_n10", ketama("libmemcached", "one_at_a_time"), servers(10));
  expect_owner_positions(rows, "ketamaspy_md5_n10", ketama("libmemcached_spy"), servers(10));
  const ConfiguredStrategy weighted_setup = ketama("libmemcached_weighted");
  expect_owner_positions(rows, "weighted_n3_11211", weighted_setup, servers(3));
  expect_owner_positions(rows, "weighted_n10_11211", weighted_setup, servers(10));
  expect_owner_positions(rows, "weighted_n11_11211", weighted_setup, servers(11));
  expect_owner_positions(rows, "weighted_n3_w123", weighted_setup, weighted_cluster("10.0.1.", 1, {1, 2, 3}, ":11211"));
  // The file does not name these eight weights; they are the smallest whole numbers that produce all its rows.
  expect_owner_positions(rows, "weighted_n8_w", weighted_setup,
                         weighted_cluster("10.0.1.", 1, {12, 6, 4, 7, 20, 16, 19, 2}, ":11211"));
  EXPECT_EQ(rows.size(), 666u);
}

// Ports other than 11211 are part of the hashed text: server i listens on port 11300 + i.
TEST(Ketama, RowsAgreeWithLibmemcachedOnOtherPorts) {
  const Vectors rows("ketama_libmemcached.csv");
  Names names;
  for (int i = 0; i < 10; ++i) names.push_back("10.0.1." + std::to_string(i + 1) + ":" + std::to_string(11300 + i));
  for (const auto* dialect : {"libmemcached_weighted", "twemproxy"}) {
    expect_owner_positions(rows, "weighted_n10_port11300plus", ketama(dialect), cluster_of(names));
  }
}

// Keys of digits, UTF-8 and random bytes, up to 4,096 bytes long, under every hash of the client.
TEST(Ketama, EveryHashOfLibmemcachedAgreesWithItOnAnyBytes) {
  const Vectors rows("owners_libmemcached.csv");
  const auto ids = memcached_hash_ids(rows);
  ASSERT_EQ(ids.size(), 10u);
  for (std::size_t h = 0; h < ids.size(); ++h) {
    expect_owner_digits(rows, "ketama", h, ketama("libmemcached", ids[h]), ten_memcached_servers());
    expect_owner_digits(rows, "spy", h, ketama("libmemcached_spy", ids[h]), ten_memcached_servers());
    expect_owner_digits(rows, "weighted", h, ketama("libmemcached_weighted", ids[h]), ten_memcached_servers());
  }
}

TEST(Ketama, EveryHashOfTwemproxyAgreesWithItOnAnyBytes) {
  const Vectors rows("owners_twemproxy.csv");
  const auto ids = memcached_hash_ids(rows);
  ASSERT_EQ(ids.size(), 12u);
  const auto cluster = weighted_cluster("server", 1, {1, 2, 3, 1, 2, 3, 1, 2, 3, 1});
  for (std::size_t h = 0; h < ids.size(); ++h) {
    expect_owner_digits(rows, "ketama", h, ketama("twemproxy", ids[h]), cluster);
  }
}

TEST(Ketama, RowsAgreeWithLibketama) {
  const Vectors rows("ketama_go.csv");
  const ConfiguredStrategy setup = ketama("libketama");
  expect_owner_names(rows, "n3_hf1", setup, cluster_from("server", 1, 3));
  expect_owner_names(rows, "n3_hf2", setup, cluster_from("server", 1, 3));
  expect_owner_names(rows, "n10_hf1", setup, cluster_from("server", 1, 10));
  expect_owner_names(rows, "n10_hf2", setup, cluster_from("server", 1, 10));
  expect_owner_names(rows, "n11_hf2", setup, cluster_from("server", 1, 11));
  expect_owner_names(rows, "n50_hf2", setup, cluster_from("server", 1, 50));
  expect_owner_names(rows, "w123_hf2", setup, weighted_cluster("server", 1, {1, 2, 3}));
  EXPECT_EQ(rows.size(), 1333u);
}

TEST(Ketama, RowsAgreeWithHashring) {
  const Vectors rows("ring_npm_hashring.csv");
  const ConfiguredStrategy setup = ketama("hashring");
  const auto servers = [](std::size_t count) { return cluster_from("127.0.0.1:", 11212, count); };
  expect_owner_names(rows, "def3", setup, servers(3));
  expect_owner_names(rows, "def10", setup, servers(10));
  expect_owner_names(rows, "def11", setup, servers(11));
  expect_owner_names(rows, "ket10", setup, servers(10));
  expect_owner_names(rows, "w123", setup, weighted_cluster("127.0.0.1:", 11212, {1, 2, 3}));
  expect_owner_names(rows, "py10", ketama("hashring_python"), servers(10));
  EXPECT_EQ(rows.size(), 333u);
}

// libmemcached without weights, under MD5 and one-at-a-time, reads digests by their first word as ketama does.
TEST(Ketama, SpymemcachedAgreesWithLibketamaOnTheSameTexts) {
  const auto cluster = cluster_from("server", 1, 10);
  const auto keys = sequential_keys("key-", 1000);
  EXPECT_EQ(place(ketama("spymemcached"), cluster, keys), place(ketama("libketama"), cluster, keys));
  Names with_slash;
  for (const Node& node : cluster.nodes()) with_slash.push_back("/" + node.name);
  EXPECT_EQ(place(ketama("spymemcached"), cluster_of(with_slash), keys), place(ketama("libketama"), cluster, keys));
}

TEST(Ketama, DrainedSpymemcachedServerHasNoPointsEvenIfTheOthersWeighTheSame) {
  EXPECT_EQ(points_of_each(ketama("spymemcached"), weighted_cluster("server", 1, {1, 0, 1})),
            (std::vector<std::size_t>{160, 0, 160}));
}

// What spymemcached 2.12.3 (Debian) gives under NATIVE_HASH, without weights (it then hashes points too) and with.
TEST(Ketama, NativeHashOfSpymemcachedAgreesWithIt) {
  const std::vector<std::string> keys = {"a", "user:1", "ключ", "é", "😀x", "10.0.0.1:11211-7", "hello", "日本語"};
  const std::pair<std::vector<double>, std::vector<std::uint32_t>> rows[] = {
      {{1, 1, 1, 1, 1}, {4, 2, 2, 4, 2, 0, 2, 2}},
      {{1, 2, 3, 5, 8}, {2, 2, 4, 2, 3, 4, 2, 1}},
  };
  for (const auto& [weights, positions] : rows) {
    Names servers;
    for (std::size_t i = 0; i < weights.size(); ++i)
      servers.push_back("127.0.0." + std::to_string(i + 1) + ":" + std::to_string(12000 + i));
    Cluster cluster = cluster_of(servers);
    for (std::uint32_t i = 0; i < weights.size(); ++i) CHECK(cluster.set_weight(NodeId{i}, weights[i]).ok());
    const auto owners = place(ketama("spymemcached", "java_string"), cluster, given_keys(keys));
    for (std::size_t key = 0; key < keys.size(); ++key) EXPECT_EQ(index_of(owners[key]), positions[key]) << keys[key];
  }
}

TEST(Ketama, ExplainsWhichTextOwnsTheKey) {
  const auto cluster = cluster_from("server", 1, 3);
  const Trace trace = explain(ketama("libketama"), cluster, "foo1");
  ASSERT_EQ(trace.size(), 5u);
  EXPECT_EQ(trace[0].label, "hash");
  EXPECT_EQ(trace[2].label, "virtual node");
  EXPECT_TRUE(trace[2].value.starts_with(cluster.name_of(trace.back().node) + "-")) << trace[2].value;
}

TEST(Ketama, HashThatADialectDoesNotUseIsRefused) {
  for (const auto* dialect : {"libmemcached_weighted", "libketama", "spymemcached", "hashring"}) {
    EXPECT_EQ(refusal(ketama(dialect, "xxh64"), cluster_of({"a"})).field, "hash") << dialect;
  }
  EXPECT_EQ(refusal(ketama("libmemcached", "integer"), cluster_of({"a"})).field, "hash");
}

// What libmemcached 1.1.4 (Debian) gives for key-0 to key-39 on servers added as ("::1", 11212), ("fe80::2", 11211), a
// socket /tmp/a.sock and ("h", 22122).
TEST(Ketama, ServersOfLibmemcachedMayBeIpv6AndSockets) {
  const std::pair<const char*, std::vector<std::uint32_t>> rows[] = {
      {"libmemcached", {1, 2, 3, 2, 2, 0, 3, 0, 2, 0, 2, 1, 3, 1, 0, 3, 2, 1, 1, 2,
                        1, 3, 1, 0, 3, 1, 2, 1, 2, 2, 1, 2, 2, 2, 2, 3, 3, 0, 2, 2}},
      {"libmemcached_weighted", {1, 3, 2, 2, 2, 0, 3, 1, 0, 0, 2, 1, 2, 0, 0, 1, 3, 2, 2, 1,
                                 3, 1, 0, 0, 0, 0, 2, 3, 1, 3, 0, 1, 2, 2, 1, 2, 0, 2, 2, 3}},
      {"libmemcached_spy", {0, 1, 3, 1, 1, 2, 1, 2, 0, 0, 3, 0, 2, 3, 3, 0, 0, 3, 2, 3,
                            3, 3, 0, 1, 2, 2, 3, 2, 1, 3, 0, 1, 3, 0, 3, 3, 2, 2, 0, 2}},
  };
  for (const auto& [dialect, positions] : rows) {
    for (const char* socket : {"/tmp/a.sock", "unix:/tmp/a.sock"}) {
      const auto keys = KeyTable::of(ketama(dialect), sequential_keys("key-", positions.size())).take();
      const auto owners = place(ketama(dialect), cluster_of({"[::1]:11212", "[fe80::2]", socket, "h:22122"}), keys);
      for (std::size_t key = 0; key < positions.size(); ++key) {
        EXPECT_EQ(index_of(owners[key]), positions[key]) << dialect << " " << socket << " key-" << key;
      }
    }
  }
}

}  // namespace
}  // namespace reshard::testing
