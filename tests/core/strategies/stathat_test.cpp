#include <gtest/gtest.h>

#include <algorithm>

#include "core/hash/functions.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

const ConfiguredStrategy kStathat("stathat");

TEST(Stathat, RowsAgreeWithStathat) {
  const Vectors rows("ring_stathat.csv");
  expect_owner_names(rows, "get_n3", kStathat, cluster_from("node-", 0, 3));
  expect_owner_names(rows, "get_n10", kStathat, cluster_from("node-", 0, 10));
  expect_owner_names(rows, "get_n11", kStathat, cluster_from("node-", 0, 11));
  EXPECT_EQ(rows.size(), 333u);
}

// The key "0a" is the text of a's first point: it belongs to the point strictly after it.
TEST(Stathat, PointDoesNotOwnItsOwnPosition) {
  const auto cluster = cluster_of({"a", "b"});
  const auto ring = std::get<RingPicture>(picture(kStathat, cluster, "0a"));
  const std::uint64_t own = std::uint64_t{crc32("0a")} << 32;
  const auto after = std::upper_bound(ring.points.begin(), ring.points.end(), own,
                                      [](std::uint64_t p, const auto& point) { return p < point.position; });
  const auto expected = after == ring.points.end() ? ring.points.front() : *after;
  EXPECT_EQ(owner_names(kStathat, cluster, {"0a"}).front(), cluster.name_of(expected.owner));
  EXPECT_EQ(explain(kStathat, cluster, "0a")[1].label, "point after");
}

// "x" has the texts 0x … 19x, and "1x" has 01x, 11x … 191x: 11x belongs to both.
TEST(Stathat, LaterNodeOwnsAPointThatTwoShare) {
  EXPECT_EQ(points_of_each(kStathat, cluster_of({"x", "1x"})), (std::vector<std::size_t>{19, 20}));
  EXPECT_EQ(points_of_each(kStathat, cluster_of({"1x", "x"})), (std::vector<std::size_t>{19, 20}));
}

}  // namespace
}  // namespace reshard::testing
