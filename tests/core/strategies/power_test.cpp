#include <gtest/gtest.h>

#include "tests/core/numbered_rows.h"

namespace reshard::testing {
namespace {

TEST(Power, RowsAgreeWithTheJavaImplementation) {
  EXPECT_EQ(expect_numbers(ConfiguredStrategy("power"), Vectors("supsi_stateless.csv"), "power_"), 13u);
}

// If the number of nodes is a power of two, the hash's bits give the level: hash 0 is bucket 0, hash 1 is bucket 1.
// With three nodes the level of hash 3 holds buckets 2 and 3, and 3 is beyond the end; then only the jump from bucket 1
// may lead to 2.
TEST(Power, LowestBucketsAreThoseWorkedOutByHand) {
  EXPECT_EQ(numbers_of(ConfiguredStrategy("power"), {0, 1, 7}, 1), (std::vector<std::uint32_t>{0, 0, 0}));
  EXPECT_EQ(numbers_of(ConfiguredStrategy("power"), {0, 1}, 2), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(numbers_of(ConfiguredStrategy("power"), {0, 1}, 64), (std::vector<std::uint32_t>{0, 1}));
}

TEST(Power, GrowthMovesKeysToTheNewNodeOnly) {
  expect_growth_moves_only_to_the_new_node(ConfiguredStrategy("power"), 70);
}

}  // namespace
}  // namespace reshard::testing
