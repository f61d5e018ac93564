#include <gtest/gtest.h>

#include "tests/core/numbered_rows.h"

namespace reshard::testing {
namespace {

TEST(Flip, RowsAgreeWithTheJavaImplementation) {
  EXPECT_EQ(expect_numbers(ConfiguredStrategy("flip"), Vectors("supsi_stateless.csv"), "flip_"), 13u);
}

// Nothing is flipped below the lowest bit, so hash 1 is bucket 1 wherever there are two; hash 0 is always bucket 0.
TEST(Flip, LowestBucketsAreThoseWorkedOutByHand) {
  for (const std::size_t nodes : {2, 3, 16, 100}) {
    EXPECT_EQ(numbers_of(ConfiguredStrategy("flip"), {0, 1}, nodes), (std::vector<std::uint32_t>{0, 1})) << nodes;
  }
  EXPECT_EQ(numbers_of(ConfiguredStrategy("flip"), {0, 1, 2}, 1), (std::vector<std::uint32_t>{0, 0, 0}));
}

TEST(Flip, GrowthMovesKeysToTheNewNodeOnly) {
  expect_growth_moves_only_to_the_new_node(ConfiguredStrategy("flip"), 70);
}

}  // namespace
}  // namespace reshard::testing
