#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

std::string counting(int first, int step) {
  std::string bytes;
  for (int i = 0; i < 32; ++i) bytes += static_cast<char>(first + i * step);
  return bytes;
}

TEST(Crc32c, HasThePublishedCheckValue) { EXPECT_EQ(crc32c("123456789"), 0xe3069283u); }

TEST(Crc32c, HashesTheExamplesOfRfc3720) {
  EXPECT_EQ(crc32c(counting(0, 0)), 0x8a9136aau);
  EXPECT_EQ(crc32c(counting(0xff, 0)), 0x62a8ab43u);
  EXPECT_EQ(crc32c(counting(0, 1)), 0x46dd794eu);
  EXPECT_EQ(crc32c(counting(31, -1)), 0x113fdb5cu);
}

TEST(Crc32c, AgreesWithGoAndGuava) {
  expect_column(Vectors("hashes_go.csv"), Input::kHex, "crc32c",
                [](const std::string& in) { return hex_text(crc32c(in)); });
  expect_column(Vectors("hashes_java.csv"), Input::kText, "guava_crc32c",
                [](const std::string& in) { return hex_text(crc32c(in)); });
}

TEST(Crc32c, ContinuesWhereAnEarlierPartEnded) {
  const std::string whole = pattern(40);
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    EXPECT_EQ(crc32c(whole.substr(cut), crc32c(whole.substr(0, cut))), crc32c(whole)) << cut;
  }
}

TEST(Crc32c, StepOverA64BitNumberMatchesTheCrc32qInstruction) {
  for (const Vectors::Row& row : Vectors("crc32c_u64.csv")) {
    EXPECT_EQ(crc32c_u64(row.hex("key_hex"), row.hex("seed_hex")), row.hex("result_hex"))
        << row["key_hex"] << " " << row["seed_hex"];
  }
}

}  // namespace
}  // namespace reshard::testing
