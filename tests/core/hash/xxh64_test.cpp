#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Xxh64, AgreesWithItsReferenceInC) {
  const Vectors rows("hashes_cpp.csv");
  expect_column(rows, Input::kHex, "xxh64_s0", [](const std::string& in) { return hex_text(xxh64(in)); });
  expect_column(rows, Input::kHex, "xxh64_s1", [](const std::string& in) { return hex_text(xxh64(in, 1)); });
}

TEST(Xxh64, AgreesWithTheGoAndJavaPorts) {
  expect_column(Vectors("hashes_go.csv"), Input::kHex, "xxh64_seed0",
                [](const std::string& in) { return hex_text(xxh64(in)); });
  expect_column(Vectors("hashes_java.csv"), Input::kText, "hash4j_xxh64",
                [](const std::string& in) { return hex_text(xxh64(in)); });
}

TEST(Xxh64, HasTheVerificationValueOfSmhasher) {
  EXPECT_EQ(smhasher_value([](std::string_view in, std::uint32_t seed) { return memory(xxh64(in, seed)); }),
            0x024b7cf4u);
}

TEST(Xxh64, TakesAllSixtyFourBitsOfTheSeed) {
  EXPECT_NE(xxh64_hash.hash64("key", 0), xxh64_hash.hash64("key", std::uint64_t{1} << 63));
  EXPECT_EQ(xxh64_hash.hash64("key", 7), xxh64("key", 7));
}

}  // namespace
}  // namespace reshard::testing
