#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Fnv1a32, AgreesWithGo) {
  expect_column(Vectors("hashes_go.csv"), Input::kHex, "fnv1a_32",
                [](const std::string& in) { return hex_text(fnv1a32(in)); });
}

TEST(Fnv1a32, AgreesWithLibhashkit) {
  expect_column(Vectors("hashes_libhashkit.csv"), Input::kText, "fnv1a_32",
                [](const std::string& in) { return hex_text(fnv1a32(in)); });
}

TEST(Fnv1a32, HashesTheRfcExamples) {
  EXPECT_EQ(fnv1a32(""), 0x811c9dc5u);
  EXPECT_EQ(fnv1a32("a"), 0xe40c292cu);
  EXPECT_EQ(fnv1a32("foobar"), 0xbf9cf968u);
}

TEST(Fnv1a32, IsReadAsANumberBelowTwoToThe32) { EXPECT_EQ(fnv1a32_hash.hash64("a", 0), 0xe40c292cu); }

}  // namespace
}  // namespace reshard::testing
