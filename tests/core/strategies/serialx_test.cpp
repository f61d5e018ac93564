#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "core/base/bytes.h"
#include "core/hash/functions.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

const ConfiguredStrategy kSerialx("serialx");

TEST(Serialx, RowsAgreeWithSerialx) {
  const Vectors rows("ring_serialx_hashring.csv");
  expect_owner_names(rows, "get_n3", kSerialx, cluster_from("node-", 0, 3));
  expect_owner_names(rows, "get_n10", kSerialx, cluster_from("node-", 0, 10));
  expect_owner_names(rows, "get_w_1_2_3", kSerialx, weighted_cluster("node-", 0, {1, 2, 3}));
  EXPECT_EQ(rows.size(), 333u);
}

TEST(Serialx, NodeHasOnePointPerUnitOfWeight) {
  EXPECT_EQ(points_of_each(kSerialx, weighted_cluster("node-", 0, {1, 2, 3, 0})),
            (std::vector<std::size_t>{1, 2, 3, 0}));
}

// The order of pairs of signed numbers, worked out with signed numbers.
TEST(Serialx, PointsAreSortedAsSignedPairs) {
  const auto cluster = cluster_from("node-", 0, 50);
  std::vector<std::tuple<std::int64_t, std::int64_t, NodeId>> expected;
  for (const Node& node : cluster.nodes()) {
    const auto digest = md5(node.name + "-0");
    expected.emplace_back(static_cast<std::int64_t>(load_le64(digest.data())),
                          static_cast<std::int64_t>(load_le64(digest.data() + 8)), node.id);
  }
  std::sort(expected.begin(), expected.end());
  const auto ring = std::get<RingPicture>(picture(kSerialx, cluster, "key"));
  ASSERT_EQ(ring.points.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_EQ(ring.points[i].owner, std::get<2>(expected[i]));
}

}  // namespace
}  // namespace reshard::testing
