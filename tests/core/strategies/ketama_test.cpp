#include <gtest/gtest.h>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

using Names = std::vector<std::string>;

Scheme ketama(std::string_view dialect, std::string_view hash = "md5") {
  return Scheme("ketama", {{"dialect", dialect}}, hash);
}

// Shares of 1/6, 2/6 and 3/6 of 40 · 3 digests are 20, 40 and 60; a digest gives four points.
TEST(Ketama, PointsFollowTheWeightsAsWorkedByHand) {
  const auto cluster = weighted_cluster("server", 1, {1, 2, 3});
  const std::vector<std::size_t> expected = {80, 160, 240};
  for (const auto* dialect : {"libmemcached_weighted", "libketama", "twemproxy", "spymemcached", "hashring"}) {
    EXPECT_EQ(points_of_each(ketama(dialect), cluster), expected) << dialect;
  }
  EXPECT_EQ(points_of_each(ketama("libmemcached"), cluster), (std::vector<std::size_t>{100, 100, 100}));
}

// 1/25 in single precision · 160 / 4 · 25 is 39.999996, and floor makes 39 of it. libketama multiplies in double and
// loses its digest at 61 servers; whoever stays in double, or does not divide, has 40 at both.
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

// From 24 to 25 servers four points of every server go, so that keys move between servers that stay.
TEST(Ketama, CrossingSuchANumberMovesKeysBetweenServersThatStay) {
  const Scheme scheme = ketama("libmemcached_weighted");
  const auto keys = KeyTable::of(scheme, sequential_keys("key-", 20'000)).take();
  const auto elsewhere = [&](unsigned servers) {
    return moved_elsewhere(place(scheme, cluster_from("s", 0, servers), keys),
                           place(scheme, cluster_from("s", 0, servers + 1), keys), NodeId{servers});
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
  const Scheme weighted_scheme = ketama("libmemcached_weighted");
  expect_owner_positions(rows, "weighted_n3_11211", weighted_scheme, servers(3));
  expect_owner_positions(rows, "weighted_n10_11211", weighted_scheme, servers(10));
  expect_owner_positions(rows, "weighted_n11_11211", weighted_scheme, servers(11));
  expect_owner_positions(rows, "weighted_n3_w123", weighted_scheme, weighted_cluster("10.0.1.", 1, {1, 2, 3}, ":11211"));
  // The file does not say these eight weights; they are the smallest whole ones that give all its rows.
  expect_owner_positions(rows, "weighted_n8_w", weighted_scheme,
                 weighted_cluster("10.0.1.", 1, {12, 6, 4, 7, 20, 16, 19, 2}, ":11211"));
  EXPECT_EQ(rows.size(), 666u);
}

// Ports other than 11211 are part of the text: server i listens at 11300 + i.
TEST(Ketama, RowsAgreeWithLibmemcachedOnOtherPorts) {
  const Vectors rows("ketama_libmemcached.csv");
  Names names;
  for (int i = 0; i < 10; ++i) names.push_back("10.0.1." + std::to_string(i + 1) + ":" + std::to_string(11300 + i));
  for (const auto* dialect : {"libmemcached_weighted", "twemproxy"}) {
    expect_owner_positions(rows, "weighted_n10_port11300plus", ketama(dialect), cluster_of(names));
  }
}

TEST(Ketama, RowsAgreeWithLibketama) {
  const Vectors rows("ketama_go.csv");
  const Scheme scheme = ketama("libketama");
  expect_owner_names(rows, "n3_hf1", scheme, cluster_from("server", 1, 3));
  expect_owner_names(rows, "n3_hf2", scheme, cluster_from("server", 1, 3));
  expect_owner_names(rows, "n10_hf1", scheme, cluster_from("server", 1, 10));
  expect_owner_names(rows, "n10_hf2", scheme, cluster_from("server", 1, 10));
  expect_owner_names(rows, "n11_hf2", scheme, cluster_from("server", 1, 11));
  expect_owner_names(rows, "n50_hf2", scheme, cluster_from("server", 1, 50));
  expect_owner_names(rows, "w123_hf2", scheme, weighted_cluster("server", 1, {1, 2, 3}));
  EXPECT_EQ(rows.size(), 1333u);
}

TEST(Ketama, RowsAgreeWithHashring) {
  const Vectors rows("ring_npm_hashring.csv");
  const Scheme scheme = ketama("hashring");
  const auto servers = [](std::size_t count) { return cluster_from("127.0.0.1:", 11212, count); };
  expect_owner_names(rows, "def3", scheme, servers(3));
  expect_owner_names(rows, "def10", scheme, servers(10));
  expect_owner_names(rows, "def11", scheme, servers(11));
  expect_owner_names(rows, "ket10", scheme, servers(10));
  expect_owner_names(rows, "w123", scheme, weighted_cluster("127.0.0.1:", 11212, {1, 2, 3}));
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

TEST(Ketama, ExplainsWhichTextOwnsTheKey) {
  const auto cluster = cluster_from("server", 1, 3);
  const Trace trace = explain(ketama("libketama"), cluster, "foo1");
  ASSERT_EQ(trace.size(), 5u);
  EXPECT_EQ(trace[0].label, "hash");
  EXPECT_EQ(trace[2].label, "virtual node");
  EXPECT_TRUE(trace[2].value.starts_with(cluster.name_of(trace.back().node) + "-")) << trace[2].value;
}

TEST(Ketama, HashThatADialectIsNotMadeOfIsRefused) {
  for (const auto* dialect : {"libmemcached_weighted", "libketama", "spymemcached", "hashring"}) {
    EXPECT_EQ(refusal(ketama(dialect, "xxh64"), cluster_of({"a"})).field, "hash") << dialect;
  }
  EXPECT_EQ(refusal(ketama("libmemcached", "integer"), cluster_of({"a"})).field, "hash");
}

}  // namespace
}  // namespace reshard::testing
