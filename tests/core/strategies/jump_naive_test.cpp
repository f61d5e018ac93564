#include <gtest/gtest.h>

#include "tests/core/numbered_rows.h"

namespace reshard::testing {
namespace {

// The first outputs of SplitMix64 seeded with 1234567 (the generator's published check values), as fractions of 2^64:
//   6457827717110365317 -> 0.350,  3203168211198807973 -> 0.174,  9817491932198370423 -> 0.532,
//   4593380528125082431 -> 0.249,  16408922859458223821 -> 0.890
// A key jumps to bucket j if the j-th of them is below 1 / (j + 1):
//   j = 1: 0.350 < 1/2 yes;  j = 2: 0.174 < 1/3 yes;  j = 3: 0.532 < 1/4 no;  j = 4: 0.249 < 1/5 no;  j = 5: no
TEST(JumpNaive, KeyJumpsAsWorkedOutByHand) {
  const std::vector<std::uint32_t> buckets_by_nodes{0, 1, 2, 2, 2, 2};
  for (std::size_t nodes = 1; nodes <= buckets_by_nodes.size(); ++nodes) {
    EXPECT_EQ(numbers_of(ConfiguredStrategy("jump_naive"), {1234567}, nodes).front(), buckets_by_nodes[nodes - 1])
        << nodes;
  }
}

TEST(JumpNaive, GrowthMovesKeysToTheNewNodeOnly) {
  expect_growth_moves_only_to_the_new_node(ConfiguredStrategy("jump_naive"), 40);
}

}  // namespace
}  // namespace reshard::testing
