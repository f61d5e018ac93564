#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Xxh3, AgreesWithItsReferenceInC) {
  expect_column(Vectors("hashes_cpp.csv"), Input::kHex, "xxh3_64",
                [](const std::string& in) { return hex_text(xxh3(in)); });
  expect_column(Vectors("hashes_cpp.csv"), Input::kHex, "xxh3_64_s42",
                [](const std::string& in) { return hex_text(xxh3(in, 42)); });
}

TEST(Xxh3, AgreesWithJava) {
  expect_column(Vectors("hashes_java.csv"), Input::kText, "hash4j_xxh3_64",
                [](const std::string& in) { return hex_text(xxh3(in)); });
}

TEST(Xxh3, HasTheVerificationValueOfSmhasher) {
  EXPECT_EQ(smhasher_value([](std::string_view in, std::uint32_t seed) { return memory(xxh3(in, seed)); }),
            0x9a636405u);
}

}  // namespace
}  // namespace reshard::testing
