#include "tests/core/strategies/bucket_rows.h"

namespace reshard::testing {
namespace {

TEST(Anchor, RowsAgreeWithTheCppImplementation) {
  expect_states(ConfiguredStrategy("anchor", {{"capacity", "20"}}, "fnv1a64"), Vectors("anchor_cpp.csv"), "");
}

TEST(Anchor, RowsAgreeWithTheJavaImplementation) {
  expect_states(ConfiguredStrategy("anchor", {{"capacity", "20"}, {"dialect", "supsi"}}), Vectors("supsi_stateful.csv"),
                "anchor_");
}

TEST(Anchor, DefaultCapacityIsTwiceTheInitialNodes) {
  const auto keys = sequential_keys("key-", 1000);
  const auto ten = numbered_cluster("node-", 10);
  EXPECT_EQ(place(ConfiguredStrategy("anchor"), ten, keys),
            place(ConfiguredStrategy("anchor", {{"capacity", "20"}}), ten, keys));
}

// In a row of four with three in use, A = 0 0 0 3, bucket 1 leaves: N = 2, bucket 2 takes its place in W, so A[1] = 2
// and K[1] = W[2] = 2. A key that draws bucket 1 draws again from 0 and 1: 0 works; 1 did not stay, and K[1] = 2 took
// its place. So whatever is drawn, 1 is followed by bucket 0 or 2, and bucket 3, which was never in use, by 0, 1 or 2.
TEST(Anchor, KeyMovesOnAmongTheRemainingBucketsAsWorkedOutByHand) {
  const auto cluster = without_node(cluster_of({"a", "b", "c"}), "b");
  const ConfiguredStrategy setup("anchor", {{"capacity", "4"}, {"dialect", "supsi"}});
  bool seen[4][3] = {};
  for (int i = 0; i < 200; ++i) {
    const auto path = std::get<JumpPicture>(picture(setup, cluster, std::to_string(i))).path;
    for (std::size_t step = 0; step + 1 < path.size(); ++step) seen[path[step]][path[step + 1]] = true;
  }
  EXPECT_TRUE(seen[1][0] && seen[1][2] && !seen[1][1]);
  EXPECT_TRUE(seen[3][0] && seen[3][1] && seen[3][2]);
}

TEST(Anchor, OneNodeTooManyIsRefused) {
  const auto error =
      refusal(ConfiguredStrategy("anchor", {{"capacity", "3"}}), with_node(cluster_of({"a", "b", "c"}), "d"));
  EXPECT_EQ(error.code, ErrorCode::too_large);
  EXPECT_EQ(error.field, "capacity");
  EXPECT_EQ(refusal(ConfiguredStrategy("anchor", {{"capacity", "2"}}), cluster_of({"a", "b", "c"})).field, "capacity");
}

}  // namespace
}  // namespace reshard::testing
