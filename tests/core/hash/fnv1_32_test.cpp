#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Fnv1_32, AgreesWithGo) {
  expect_column(Vectors("hashes_go.csv"), Input::kHex, "fnv1_32",
                [](const std::string& in) { return hex_text(fnv1_32(in)); });
}

// The vectors of Landon Curt Noll's test_fnv.c.
TEST(Fnv1_32, HashesTheAuthorsExamples) {
  EXPECT_EQ(fnv1_32(""), 0x811c9dc5u);
  EXPECT_EQ(fnv1_32("a"), 0x050c5d7eu);
  EXPECT_EQ(fnv1_32("foobar"), 0x31f0b262u);
}

TEST(Fnv1_32, TreatsBytesFrom0x80AsUnsignedUnlikeMemcachedClients) {
  EXPECT_EQ(fnv1_32("\x7f"), memcached::fnv1_32("\x7f"));
  EXPECT_NE(fnv1_32("\x80"), memcached::fnv1_32("\x80"));
}

}  // namespace
}  // namespace reshard::testing
