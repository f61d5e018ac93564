#include "tests/core/strategies/bucket_rows.h"

namespace reshard::testing {
namespace {

TEST(Memento, RowsAgreeWithTheCppImplementation) {
  expect_states(ConfiguredStrategy("memento"), Vectors("memento_cpp.csv"), "");
}

TEST(Memento, RowsAgreeWithTheJavaImplementation) {
  expect_states(ConfiguredStrategy("memento", {{"dialect", "supsi"}}), Vectors("supsi_stateful.csv"), "memento_");
}

TEST(Memento, EqualsJumpWhileOnlyTheLastNodesLeave) {
  const auto keys = sequential_keys("key-", 5000);
  auto cluster = numbered_cluster("node-", 12);
  for (const auto gone : {"node-11", "node-10", "node-9"}) {
    EXPECT_EQ(place(ConfiguredStrategy("memento"), cluster, keys), place(ConfiguredStrategy("jump"), cluster, keys));
    cluster = without_node(cluster, gone);
  }
}

TEST(Memento, RemembersOnlyNodesThatLeft) {
  const auto bytes = [](const Cluster& cluster) {
    return try_build(ConfiguredStrategy("memento"), cluster, {}).take()->memory_bytes();
  };
  const auto ten = numbered_cluster("node-", 10);
  const auto without_one = without_node(ten, "node-4");
  EXPECT_EQ(bytes(ten), 40u);
  EXPECT_EQ(bytes(without_one), 52u);
  EXPECT_EQ(bytes(with_node(without_one, "node-4")), 40u);
}

// Key "1" has the number 1 and jumps to 0, then 6, among ten buckets (jump_test.cpp). When bucket 6 leaves, nine stay,
// and the key is hashed again, with the seed 6, among 0 … 8: "integer" applies to the jump only, so that this hash is
// XXH64.
TEST(Memento, KeyOfANodeThatLeftIsHashedAgainAsWorkedOutByHand) {
  const auto without_six = without_node(numbered_cluster("", 10), "6");
  const auto path = std::get<JumpPicture>(picture(ConfiguredStrategy("memento", {}, "integer"), without_six, "1")).path;
  ASSERT_GE(path.size(), 3u);
  EXPECT_EQ(path[0], 0u);
  EXPECT_EQ(path[1], 6u);
  const auto drawn = find_hash_function("xxh64")->hash64("1", 6) % 9;
  EXPECT_EQ(path[2], drawn == 6 ? 9 : drawn);  // 9 took the place of 6
}

}  // namespace
}  // namespace reshard::testing
