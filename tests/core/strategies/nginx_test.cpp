#include <gtest/gtest.h>

#include <algorithm>

#include "core/hash/functions.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

using namespace std::literals;

const ConfiguredStrategy kConsistent("nginx");
const ConfiguredStrategy kPlain("nginx", {{"dialect", "plain"}});

// crc32("host" \0 "80" \0\0\0\0) is the first point, and its four bytes, lowest first, are the end of the second
// point's text.
TEST(Nginx, PointsFormAChainAsWorkedOutByHand) {
  const auto ring = std::get<RingPicture>(picture(kConsistent, cluster_of({"host:80"}), "key"));
  const std::uint32_t first = crc32(
      "host\0"
      "80\0\0\0\0"sv);
  const std::uint32_t second = crc32("host\0"s + "80" +
                                     std::string{static_cast<char>(first), static_cast<char>(first >> 8),
                                                 static_cast<char>(first >> 16), static_cast<char>(first >> 24)});
  const auto has = [&](std::uint64_t point) {
    return std::any_of(ring.points.begin(), ring.points.end(),
                       [&](const auto& p) { return p.position == point << 32; });
  };
  EXPECT_EQ(ring.points.size(), 160u);
  EXPECT_TRUE(has(first));
  EXPECT_TRUE(has(second));
}

// "a:80" and "a" have different texts; what follows a colon is a port only if it consists of digits.
TEST(Nginx, PortIsDigitsAfterTheLastColon) {
  const auto first_point = [](const char* name) {
    return std::get<RingPicture>(picture(kConsistent, cluster_of({name}), "key")).points.front().position;
  };
  EXPECT_NE(first_point("a:80"), first_point("a"));
  EXPECT_EQ(first_point("a:"), first_point("a"));
  EXPECT_EQ(first_point("unix:/run/a"), first_point("/run/a"));
  EXPECT_EQ(first_point("UNIX:/run/a"), first_point("/run/a")) << "as ngx_strncasecmp compares";
  EXPECT_EQ(first_point("Unix:/run/a:80"), first_point("unix:/run/a:80"));
  EXPECT_EQ(first_point("/run/a:80"), first_point("unix:/run/a:80")) << "the path of a socket has no port";
  EXPECT_NE(first_point("unix:/run/a:80"), first_point("unix:/run/a"));
  EXPECT_NE(first_point("unit:/run/a"), first_point("/run/a"));
  EXPECT_NE(first_point("a:b"), first_point("a"));
}

TEST(Nginx, RowsAgreeWithLiveRequests) {
  const Vectors rows("ring_nginx.csv");
  for (const auto& [column, servers] : {std::pair{"u3", 3u}, {"u5", 5u}, {"u10", 10u}, {"u11", 11u}}) {
    const auto cluster = cluster_from("127.0.0.1:", 9101, servers);
    expect_owner_positions(rows, column + "c"s, kConsistent, cluster, 9101);
    expect_owner_positions(rows, column + "m"s, kPlain, cluster, 9101);
  }
  const auto weighted = weighted_cluster("127.0.0.1:", 9101, {1, 2, 3});
  expect_owner_positions(rows, "uwc", kConsistent, weighted, 9101);
  expect_owner_positions(rows, "uwm", kPlain, weighted, 9101);
  EXPECT_EQ(rows.size(), 333u);
}

TEST(Nginx, KeysOfServersThatAreDownGoWhereLiveRequestsWent) {
  const Vectors rows("down_nginx.csv");
  const auto five = cluster_from("127.0.0.1:", 9101, 5);
  const auto server = [](unsigned n) { return "127.0.0.1:" + std::to_string(9101 + n); };
  const auto weighted = with_down(weighted_cluster("127.0.0.1:", 9101, {1, 2, 3, 1, 5}), {server(4)});
  for (const auto& [dialect, setup] : {std::pair{"c", kConsistent}, {"m", kPlain}}) {
    expect_server_positions(rows, "d2"s + dialect, setup, with_down(five, {server(2)}), 9101);
    expect_server_positions(rows, "d03"s + dialect, setup, with_down(five, {server(0), server(3)}), 9101);
    expect_server_positions(rows, "w"s + dialect, setup, weighted, 9101);
    expect_server_positions(rows, "one"s + dialect, setup,
                            with_down(five, {server(0), server(1), server(2), server(4)}), 9101);
  }
  EXPECT_EQ(rows.size(), 300u);
}

// The first try of "123456789" is 0x4bf4 = 19444 as above, the second adds bits 16 to 30 of the CRC-32 of "1123456789",
// which is 0x4946acf8: 18758. Of four servers of weight 1 number 0 is down, so number 2 serves.
TEST(Nginx, PlainRetriesWithTheTryNumberPrefixedAsWorkedOutByHand) {
  const auto cluster = with_down(cluster_from("s", 0, 4), {"s0"});
  const Trace trace = explain_serving(kPlain, cluster, "123456789");
  ASSERT_EQ(trace.size(), 4u);
  EXPECT_EQ(trace[1].value, "19444 mod 4 = 0");
  EXPECT_EQ(trace[2].value, "38202 mod 4 = 2");
  EXPECT_EQ(index_of(trace[3].node), 2u);
}

// Weights 1, 2 and 3 take the numbers 0, 1 2 and 3 4 5. The CRC-32 of "123456789" is 0xcbf43926, its bits 16 to 30 are
// 0x4bf4 = 19444, and 19444 mod 6 is 4.
TEST(Nginx, PlainCountsThroughTheWeightsAsWorkedOutByHand) {
  const auto cluster = weighted_cluster("s", 0, {1, 2, 3});
  EXPECT_EQ(owner_names(kPlain, cluster, {"123456789"}), (std::vector<std::string>{"s2"}));
  const Trace trace = explain(kPlain, cluster, "123456789");
  EXPECT_EQ(trace[1].value, "19444 mod 6 = 4");
}

// 21 numbers of 15 bits add up to less than s0's weight of 1,000,000, so every try hits s0.
TEST(Nginx, AfterTwentyMoreTriesRoundRobinChooses) {
  const auto cluster = with_down(weighted_cluster("s", 0, {1'000'000, 1}), {"s0"});
  const Trace trace = explain_serving(kPlain, cluster, "123456789");
  EXPECT_EQ(trace.size(), 1u + 21u + 1u);
  EXPECT_EQ(index_of(trace.back().node), 1u);
  EXPECT_EQ(trace.back().note, "20 tries in vain: round robin");
  EXPECT_EQ(explain_serving(kPlain, with_down(cluster, {"s1"}), "123456789").back().node, kNoNode);
  EXPECT_EQ(explain_serving(kConsistent, with_down(cluster_from("s", 0, 2), {"s0", "s1"}), "key").back().node, kNoNode);
}

TEST(Nginx, PlainRefusesWeightsThatAreNotWhole) {
  EXPECT_EQ(refusal(kPlain, weighted_cluster("s", 0, {1, 1.5})).field, "nodes[s1].weight");
}

TEST(Nginx, TooManyPointsAreRefused) {
  EXPECT_EQ(refusal(kConsistent, weighted_cluster("s", 0, {kMaxWeight})).code, ErrorCode::too_large);
}

}  // namespace
}  // namespace reshard::testing
