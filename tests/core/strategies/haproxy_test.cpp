#include <gtest/gtest.h>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

using namespace std::literals;

ConfiguredStrategy haproxy(std::string_view dialect, std::string_view function, bool avalanche) {
  return ConfiguredStrategy(
      "haproxy", {{"dialect", dialect}, {"function", function}, {"avalanche", avalanche ? "true" : "false"}});
}

std::vector<std::uint32_t> map_of(const std::vector<double>& weights) {
  const auto cluster = weighted_cluster("s", 0, weights);
  const auto table = std::get<TablePicture>(picture(haproxy("map", "sdbm", false), cluster, "key"));
  std::vector<std::uint32_t> map;
  for (const NodeId node : table.slots) map.push_back(index_of(node));
  return map;
}

TEST(Haproxy, RowsAgreeWithLiveRequests) {
  const Vectors rows("ring_haproxy.csv");
  for (const std::string function : {"sdbm", "djb2", "crc32"}) {
    for (const bool avalanche : {false, true}) {
      for (const std::string servers : {"3", "10"}) {
        expect_owner_positions(rows, std::string(function).append(avalanche ? "_av_n" : "_n").append(servers),
                               haproxy("consistent", function, avalanche), cluster_from("s", 1, std::stoul(servers)),
                               1);
      }
    }
  }
  const ConfiguredStrategy avalanched = haproxy("consistent", "sdbm", true);
  expect_owner_positions(rows, "sdbm_w100_n10", avalanched, weighted_cluster("s", 1, std::vector<double>(10, 100)), 1);
  expect_owner_positions(rows, "sdbm_w123", avalanched, weighted_cluster("s", 1, {10, 20, 30}), 1);
  expect_owner_positions(rows, "map_sdbm_n10", haproxy("map", "sdbm", false), cluster_from("s", 1, 10), 1);
  EXPECT_EQ(rows.size(), 200u);
}

TEST(Haproxy, KeysOfServersThatAreDownGoWhereLiveRequestsWent) {
  const Vectors rows("down_haproxy.csv");
  const auto five = cluster_from("127.0.0.1:", 9101, 5);
  const auto server = [](unsigned n) { return "127.0.0.1:" + std::to_string(9101 + n); };
  const auto weighted = with_down(weighted_cluster("127.0.0.1:", 9101, {1, 2, 3, 1, 5}), {server(4)});
  for (const auto& [dialect, setup] :
       {std::pair{"c", haproxy("consistent", "sdbm", false)}, {"m", haproxy("map", "sdbm", false)}}) {
    expect_server_positions(rows, "d2"s + dialect, setup, with_down(five, {server(2)}), 9101);
    expect_server_positions(rows, "d03"s + dialect, setup, with_down(five, {server(0), server(3)}), 9101);
    expect_server_positions(rows, "w"s + dialect, setup, weighted, 9101);
    expect_server_positions(rows, "one"s + dialect, setup,
                            with_down(five, {server(0), server(1), server(2), server(4)}), 9101);
  }
  EXPECT_EQ(rows.size(), 300u);
}

TEST(Haproxy, ServerHasSixteenPointsPerUnitOfWeight) {
  EXPECT_EQ(points_of_each(haproxy("consistent", "sdbm", false), weighted_cluster("s", 0, {1, 3, 0, 0.5})),
            (std::vector<std::size_t>{16, 48, 0, 8}));
}

// Weights 2 and 1, in total 3; the scores after each gain, and whole = (score + 3) / 3:
//   entry 0:  2, 1 -> whole 1, 1: the first, pays 3
//   entry 1:  1, 2 -> whole 1, 1: the first, pays 3
//   entry 2:  0, 3 -> whole 1, 2: the second
TEST(Haproxy, MapIsDealtAsWorkedOutByHand) {
  EXPECT_EQ(map_of({2, 1}), (std::vector<std::uint32_t>{0, 0, 1}));
  EXPECT_EQ(map_of({20, 10}), (std::vector<std::uint32_t>{0, 0, 1}));  // the common divisor is removed
  EXPECT_EQ(map_of({1, 0, 1}), (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(map_of({7}), (std::vector<std::uint32_t>{0}));
}

// When the first of three servers leaves, server 2 becomes server 1 and takes over that number's points.
TEST(Haproxy, RemovingAServerFromTheMiddleRenumbersTheRest) {
  const ConfiguredStrategy setup = haproxy("consistent", "sdbm", true);
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 1000)).take();
  const auto all = cluster_of({"a", "b", "c"});
  const auto before = place(setup, all, keys);
  const auto two = place(setup, cluster_of({"a", "b"}), keys);
  const auto without_first = place(setup, without_node(all, "a"), keys);
  const auto without_last = place(setup, without_node(all, "c"), keys);
  EXPECT_EQ(without_last, two);
  for (std::size_t i = 0; i < two.size(); ++i) EXPECT_EQ(index_of(without_first[i]), index_of(two[i]) + 1);
  std::size_t needless = 0;
  for (std::size_t i = 0; i < before.size(); ++i) needless += before[i] != NodeId{0} && before[i] != without_first[i];
  EXPECT_GT(needless, 0u);
}

TEST(Haproxy, WeightsBeyondItsRangeAreRefused) {
  const auto error = refusal(haproxy("consistent", "sdbm", false), weighted_cluster("s", 0, {1, 257}));
  EXPECT_EQ(error.code, ErrorCode::out_of_range);
  EXPECT_EQ(error.field, "nodes[s1].weight");
  EXPECT_EQ(refusal(haproxy("map", "sdbm", false), weighted_cluster("s", 0, {1.5})).field, "nodes[s0].weight");
}

TEST(Haproxy, MapThatWouldTakeTooLongIsRefused) {
  std::vector<double> weights(10'000, 255);
  weights[0] = 256;
  EXPECT_EQ(refusal(haproxy("map", "sdbm", false), weighted_cluster("s", 0, weights)).code, ErrorCode::too_large);
}

}  // namespace
}  // namespace reshard::testing
