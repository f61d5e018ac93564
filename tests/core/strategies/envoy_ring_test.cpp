#include <gtest/gtest.h>

#include <map>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

using Sizes = std::vector<std::size_t>;

ConfiguredStrategy envoy(std::string_view min_size, std::string_view max_size = "8388608",
                         std::string_view function = "xx") {
  return ConfiguredStrategy("envoy_ring", {{"min_size", min_size}, {"max_size", max_size}, {"function", function}});
}

// Envoy's tests list rings of 12 points: each row is a point and its host.
TEST(EnvoyRing, PointsAreThosePublishedInEnvoysTests) {
  const Vectors rows("envoy_published.csv");
  for (const auto& [kind, function, port] :
       {std::tuple{"ring_hash_xxhash64", "xx", 90u}, {"ring_hash_murmur2", "murmur2", 80u}}) {
    const auto cluster = cluster_from("127.0.0.1:", port, 6);
    std::map<std::uint64_t, std::string> expected, found;
    for (const auto& row : rows) {
      if (row["kind"] == kind) expected[row.number("index")] = row["value"];
    }
    const auto ring = std::get<RingPicture>(picture(envoy("12", "8388608", function), cluster, "key"));
    for (const auto& point : ring.points) found[point.position] = cluster.name_of(point.owner);
    EXPECT_EQ(found, expected) << kind;
    EXPECT_EQ(found.size(), 12u);
  }
}

// Six equal hosts and a ring of 12: the least weight is 1/6, ceil(1/6 · 12) = 2 points each.
// Weights 1 and 2 and a ring of 4: least 1/3, scale ceil(4/3) · 3 = 6, so 2 and 4.
// Seven equal hosts and at least 10: ceil(10/7) = 2 each, 14; at most 10: targets 1.43, 2.86, 4.29, 5.71, 7.14, 8.57
// and 10 are passed with 2, 3, 5, 6, 8, 9 and 10 points.
TEST(EnvoyRing, PointsAreDealtAsWorkedOutByHand) {
  EXPECT_EQ(points_of_each(envoy("12"), cluster_from("h", 0, 6)), Sizes(6, 2));
  EXPECT_EQ(points_of_each(envoy("4"), weighted_cluster("h", 0, {1, 2, 0})), (Sizes{2, 4, 0}));
  EXPECT_EQ(points_of_each(envoy("10"), cluster_from("h", 0, 7)), Sizes(7, 2));
  EXPECT_EQ(points_of_each(envoy("10", "10"), cluster_from("h", 0, 7)), (Sizes{2, 1, 2, 1, 2, 1, 1}));
}

TEST(EnvoyRing, HostsThatStayLoseKeysToEachOther) {
  const ConfiguredStrategy setup = envoy("1024");
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 20'000)).take();
  EXPECT_GT(moved_elsewhere(place(setup, cluster_from("h", 0, 10), keys), place(setup, cluster_from("h", 0, 11), keys),
                            NodeId{10}),
            0u);
}

TEST(EnvoyRing, MinimumSizeAboveTheMaximumIsRefused) {
  const auto error = refusal(envoy("100", "99"), cluster_of({"a"}));
  EXPECT_EQ(error.code, ErrorCode::out_of_range);
  EXPECT_EQ(error.field, "min_size");
}

// Envoy has no such weight, but an old link may: the ring needs 2^20 points for the light host to have one.
TEST(EnvoyRing, AWeightInAnOldLinkThatEnvoyCannotHaveMakesALargeRing) {
  const auto counts = points_of_each(envoy("1024"), weighted_cluster("h", 0, {0x1p-20, 1}));
  EXPECT_EQ(counts, (Sizes{1, 1 << 20}));
}

}  // namespace
}  // namespace reshard::testing
