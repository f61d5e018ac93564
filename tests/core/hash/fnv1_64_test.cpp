#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Fnv1_64, AgreesWithGo) {
  expect_column(Vectors("hashes_go.csv"), Input::kHex, "fnv1_64",
                [](const std::string& in) { return hex_text(fnv1_64(in)); });
}

// The vectors of Landon Curt Noll's test_fnv.c.
TEST(Fnv1_64, HashesTheAuthorsExamples) {
  EXPECT_EQ(fnv1_64(""), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1_64("a"), 0xaf63bd4c8601b7beu);
  EXPECT_EQ(fnv1_64("foobar"), 0x340d8765a4dda9c2u);
}

TEST(Fnv1_64, LowHalfIsWhatMemcachedClientsUseForAscii) {
  EXPECT_EQ(static_cast<std::uint32_t>(fnv1_64("key-0")), memcached::fnv1_64("key-0"));
}

}  // namespace
}  // namespace reshard::testing
