#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Crc32, HasThePublishedCheckValue) { EXPECT_EQ(crc32("123456789"), 0xcbf43926u); }

TEST(Crc32, AgreesWithGo) {
  expect_column(Vectors("hashes_go.csv"), Input::kHex, "crc32_ieee",
                [](const std::string& in) { return hex_text(crc32(in)); });
}

TEST(Crc32, LibhashkitKeepsBits16To30) {
  expect_column(Vectors("hashes_libhashkit.csv"), Input::kText, "crc",
                [](const std::string& in) { return hex_text((crc32(in) >> 16) & 0x7fff); });
}

TEST(Crc32, ContinuesWhereAnEarlierPartEnded) {
  const std::string whole = pattern(40);
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    EXPECT_EQ(crc32(whole.substr(cut), crc32(whole.substr(0, cut))), crc32(whole)) << cut;
  }
}

}  // namespace
}  // namespace reshard::testing
