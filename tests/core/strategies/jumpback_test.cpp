#include <gtest/gtest.h>

#include "tests/core/numbered_rows.h"

namespace reshard::testing {
namespace {

TEST(JumpBack, RowsAgreeWithHash4jUnderBothStreams) {
  const Vectors rows("jumpback_hash4j.csv");
  EXPECT_EQ(expect_numbers(ConfiguredStrategy("jumpback"), rows, "sm_"), 11u);
  EXPECT_EQ(expect_numbers(ConfiguredStrategy("jumpback", {{"stream", "xorshift_l7r9"}}), rows, "xs_"), 11u);
}

// Under XorshiftL7R9 the first word is the hash. Two nodes: x is the lowest bit of the XOR of the hash's two halves;
// 0 means bucket 0, and for 1 the level holds bucket 1 alone.
TEST(JumpBack, OneBitDecidesBetweenTwoNodes) {
  const ConfiguredStrategy setup("jumpback", {{"stream", "xorshift_l7r9"}});
  EXPECT_EQ(numbers_of(setup, {0, 1, 2, std::uint64_t{1} << 32, (std::uint64_t{1} << 32) + 1}, 2),
            (std::vector<std::uint32_t>{0, 1, 0, 1, 0}));
}

TEST(JumpBack, GrowthMovesKeysToTheNewNodeOnly) {
  expect_growth_moves_only_to_the_new_node(ConfiguredStrategy("jumpback"), 70);
  expect_growth_moves_only_to_the_new_node(ConfiguredStrategy("jumpback", {{"stream", "xorshift_l7r9"}}), 70);
}

}  // namespace
}  // namespace reshard::testing
