#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/bytes.h"
#include "core/partitioners/sha256.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy varnish(std::string_view replicas) {
  return ConfiguredStrategy("varnish_shard", {{"replicas", replicas}});
}

void expect_backends(const Vectors& rows, const std::string& column, std::string_view replicas,
                     const std::vector<double>& weights) {
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(row.bytes("key_hex"));
  const auto owners = owner_names(varnish(replicas), weighted_cluster("b", 1, weights), keys);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(owners[i], rows[i][column]) << column << " " << rows[i]["key_hex"];
  }
}

TEST(VarnishShard, RowsAgreeWithVarnish) {
  const Vectors rows("varnish_shard.csv");
  expect_backends(rows, "w1_1_1_r67", "67", {1, 1, 1});
  expect_backends(rows, "w1_1_1_1_1_r67", "67", {1, 1, 1, 1, 1});
  expect_backends(rows, "w1_2_3_r67", "67", {1, 2, 3});
  expect_backends(rows, "w1_1.5_2.25_3.3_r67", "67", {1, 1.5, 2.25, 3.3});
  expect_backends(rows, "w1_1_r1", "1", {1, 1});
  expect_backends(rows, "w1_1_1_r2", "2", {1, 1, 1});
  EXPECT_EQ(rows.size(), 400u);
}

TEST(VarnishShard, Sha256IsThatOfFips180) {
  const auto begins = [](std::string_view text) { return load_be32(sha256(text).data()); };
  EXPECT_EQ(begins("abc"), 0xba7816bfu);
  EXPECT_EQ(begins(""), 0xe3b0c442u);
  EXPECT_EQ(begins("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), 0x248d6a61u);
  EXPECT_EQ(load_be32(sha256("abc").data() + 28), 0xf20015adu);
}

TEST(VarnishShard, KeysBeyondTheLastPointBelongToIt) {
  const auto setup = varnish("2");
  const auto cluster = cluster_of({"a", "b", "c"});
  const auto ring = std::get<RingPicture>(picture(setup, cluster, "key"));
  const NodeId last = ring.points[5].owner;
  ASSERT_NE(last, ring.points[0].owner);
  const auto beyond =
      place(setup, cluster, KeyTable::of_hashes({0xffff'ffffu, 0, (ring.points[5].position >> 32) + 1}));
  EXPECT_EQ(beyond, (std::vector<NodeId>{last, ring.points[0].owner, last}));
}

TEST(VarnishShard, AWeightBelowOneCountsAsOne) {
  EXPECT_EQ(points_of_each(varnish("67"), weighted_cluster("b", 1, {0.5, 1, 1.99, 0}))[0], 67u);
  const auto points = points_of_each(varnish("10"), weighted_cluster("b", 1, {0.5, 1, 1.99, 0}));
  EXPECT_EQ(points[0] + points[1] + points[2] + points[3], 10u + 10u + 19u + 1u);  // one more ends the cut ring
}

}  // namespace
}  // namespace reshard::testing
