#include <gtest/gtest.h>

#include "tests/core/numbered_rows.h"

namespace reshard::testing {
namespace {

TEST(Binomial, RowsAgreeWithTheJavaImplementation) {
  EXPECT_EQ(expect_numbers(ConfiguredStrategy("binomial"), Vectors("supsi_stateless.csv"), "binomial_"), 13u);
}

// Hashes 0 and 1 are at the root of every tree, where nothing is shuffled. With 4 nodes, hash 2 is on the level of
// buckets 2 and 3. With t = 2862933555777941757 * 2 + 1 = 5725867111555883515, t * t * 1 modulo 2^64 is
// 0xa177d884cfb62c19: its upper half is even, so the place within the level is 0, bucket 2. For hash 3 it is
// 0x341c1a773c47d040, bucket 3.
TEST(Binomial, BucketsAreThoseWorkedOutByHand) {
  const ConfiguredStrategy setup("binomial");
  EXPECT_EQ(numbers_of(setup, {0, 1}, 1), (std::vector<std::uint32_t>{0, 0}));
  EXPECT_EQ(numbers_of(setup, {0, 1}, 2), (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(numbers_of(setup, {0, 1, 2, 3}, 4), (std::vector<std::uint32_t>{0, 1, 2, 3}));
}

TEST(Binomial, GrowthMovesKeysToTheNewNodeOnly) {
  expect_growth_moves_only_to_the_new_node(ConfiguredStrategy("binomial"), 70);
}

}  // namespace
}  // namespace reshard::testing
