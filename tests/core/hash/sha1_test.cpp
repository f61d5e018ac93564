#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Sha1, HashesTheExamplesOfRfc3174) {
  EXPECT_EQ(hex_text(sha1("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(hex_text(sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(hex_text(sha1(std::string(1'000'000, 'a'))), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
  std::string digits;
  for (int i = 0; i < 80; ++i) digits += "01234567";
  EXPECT_EQ(hex_text(sha1(digits)), "dea356a2cddd90c7a7ecedc5ebb563934f460452");
}

TEST(Sha1, AgreesWithGo) {
  expect_column(Vectors("hashes_go.csv"), Input::kHex, "sha1",
                [](const std::string& in) { return hex_text(sha1(in)); });
}

TEST(Sha1, IsReadAsItsFirstEightBytes) {
  EXPECT_EQ(sha1_hash.hash64("abc", 0), 0xa9993e364706816au);
  EXPECT_EQ(to_hex(sha1_hash.digest("abc", 0)), "a9993e364706816aba3e25717850c26c9cd0d89d");
}

}  // namespace
}  // namespace reshard::testing
