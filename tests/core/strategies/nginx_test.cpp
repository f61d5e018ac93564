#include <gtest/gtest.h>

#include <algorithm>

#include "core/hash/functions.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

using namespace std::literals;

const Scheme kConsistent("nginx");
const Scheme kPlain("nginx", {{"dialect", "plain"}});

// crc32("host" \0 "80" \0\0\0\0) is the first point, and its four bytes, lowest first, end the text of the second.
TEST(Nginx, PointsAreAChainAsWorkedByHand) {
  const auto ring = std::get<RingPicture>(picture(kConsistent, cluster_of({"host:80"}), "key"));
  const std::uint32_t first = crc32("host\0"
                                    "80\0\0\0\0"sv);
  const std::uint32_t second = crc32("host\0"s + "80" + std::string{static_cast<char>(first), static_cast<char>(first >> 8),
                                                                   static_cast<char>(first >> 16), static_cast<char>(first >> 24)});
  const auto has = [&](std::uint64_t point) {
    return std::any_of(ring.points.begin(), ring.points.end(), [&](const auto& p) { return p.position == point << 32; });
  };
  EXPECT_EQ(ring.points.size(), 160u);
  EXPECT_TRUE(has(first));
  EXPECT_TRUE(has(second));
}

// "a:80" and "a" have other texts; what stands after a colon is a port only if it is digits.
TEST(Nginx, PortIsDigitsAfterTheLastColon) {
  const auto first_point = [](const char* name) {
    return std::get<RingPicture>(picture(kConsistent, cluster_of({name}), "key")).points.front().position;
  };
  EXPECT_NE(first_point("a:80"), first_point("a"));
  EXPECT_EQ(first_point("a:"), first_point("a"));
  EXPECT_EQ(first_point("unix:/run/a"), first_point("/run/a"));
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

// Of weights 1, 2 and 3 the numbers 0, 1 2 and 3 4 5 are counted off; the CRC-32 of "123456789" is 0xcbf43926, its
// bits 16 to 30 are 0x4bf4 = 19444, and 19444 mod 6 is 4.
TEST(Nginx, PlainCountsTheWeightsOffAsWorkedByHand) {
  const auto cluster = weighted_cluster("s", 0, {1, 2, 3});
  EXPECT_EQ(owner_names(kPlain, cluster, {"123456789"}), (std::vector<std::string>{"s2"}));
  const Trace trace = explain(kPlain, cluster, "123456789");
  EXPECT_EQ(trace[1].value, "19444 mod 6 = 4");
}

TEST(Nginx, PlainRefusesWeightsThatAreNotWhole) {
  EXPECT_EQ(refusal(kPlain, weighted_cluster("s", 0, {1, 1.5})).field, "nodes[s1].weight");
}

TEST(Nginx, MorePointsThanAMachineShouldHoldAreRefused) {
  EXPECT_EQ(refusal(kConsistent, weighted_cluster("s", 0, {kMaxWeight})).code, ErrorCode::too_large);
}

}  // namespace
}  // namespace reshard::testing
