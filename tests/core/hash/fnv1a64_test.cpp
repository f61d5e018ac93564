#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Fnv1a64, AgreesWithGo) {
  expect_column(Vectors("hashes_go.csv"), Input::kHex, "fnv1a_64",
                [](const std::string& in) { return hex_text(fnv1a64(in)); });
}

TEST(Fnv1a64, HashesTheRfcExamples) {
  EXPECT_EQ(fnv1a64(""), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a64("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a64("foobar"), 0x85944171f73967e8u);
}

TEST(Fnv1a64, GivesSimilarShortTextsTheSameHighBits) {
  // Why rings on it are so uneven: the last byte is multiplied only by the prime's two parts, 2^40 and 0x1b3.
  EXPECT_EQ(fnv1a64("1") >> 52, fnv1a64("9") >> 52);
}

TEST(Fnv1a64, IgnoresTheSeed) { EXPECT_EQ(fnv1a64_hash.hash64("key", 1), fnv1a64("key")); }

}  // namespace
}  // namespace reshard::testing
