#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(OneAtATime, HashesPublishedExamples) {
  EXPECT_EQ(one_at_a_time(""), 0u);
  EXPECT_EQ(one_at_a_time("a"), 0xca2e9442u);
  EXPECT_EQ(one_at_a_time("The quick brown fox jumps over the lazy dog"), 0x519e91f5u);
}

TEST(OneAtATime, AgreesWithLibhashkit) {
  expect_column(Vectors("hashes_libhashkit.csv"), Input::kText, "one_at_a_time",
                [](const std::string& in) { return hex_text(one_at_a_time(in)); });
  expect_column(Vectors("hashes_libhashkit.csv"), Input::kText, "one_at_a_time",
                [](const std::string& in) { return hex_text(one_at_a_time_libhashkit(in)); });
}

TEST(OneAtATime, LibhashkitVariantDiffersOnlyByBytesFrom0x80) {
  EXPECT_EQ(one_at_a_time_libhashkit("\x7f\x01"), one_at_a_time("\x7f\x01"));
  EXPECT_NE(one_at_a_time_libhashkit("\x80"), one_at_a_time("\x80"));
}

}  // namespace
}  // namespace reshard::testing
