#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Xxh32, AgreesWithItsReferenceInC) {
  expect_column(Vectors("hashes_cpp.csv"), Input::kHex, "xxh32_s0",
                [](const std::string& in) { return hex_text(xxh32(in)); });
  expect_column(Vectors("hashes_cpp.csv"), Input::kHex, "xxh32_s1",
                [](const std::string& in) { return hex_text(xxh32(in, 1)); });
}

TEST(Xxh32, AgreesWithJava) {
  expect_column(Vectors("hashes_java.csv"), Input::kText, "xxh32",
                [](const std::string& in) { return hex_text(xxh32(in)); });
}

TEST(Xxh32, HasTheVerificationValueOfSmhasher) {
  EXPECT_EQ(smhasher_value([](std::string_view in, std::uint32_t seed) { return memory(xxh32(in, seed)); }),
            0xba88b743u);
}

TEST(Xxh32, TakesTheLowHalfOfTheSeed) { EXPECT_EQ(xxh32_hash.hash64("key", 0x5'0000'0001u), xxh32("key", 1)); }

}  // namespace
}  // namespace reshard::testing
