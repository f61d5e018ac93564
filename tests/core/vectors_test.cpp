#include "tests/core/vectors.h"

#include <gtest/gtest.h>

namespace reshard::testing {
namespace {

using Fields = std::vector<std::string>;

TEST(Vectors, SplitsFieldsAtCommasOutsideQuotes) {
  EXPECT_EQ(split_csv_line("a,b,c"), (Fields{"a", "b", "c"}));
  EXPECT_EQ(split_csv_line(",,"), (Fields{"", "", ""}));
  EXPECT_EQ(split_csv_line("\"a,b\",c"), (Fields{"a,b", "c"}));
  EXPECT_EQ(split_csv_line("\"say \"\"hi\"\"\",\"\""), (Fields{"say \"hi\"", ""}));
}

TEST(Vectors, ReadsBytesFromHexadecimalDigits) {
  EXPECT_EQ(bytes_of_hex(""), "");
  EXPECT_EQ(bytes_of_hex("6b00FF"), std::string("k\0\xff", 3));
}

TEST(Vectors, GivesProvenanceColumnsAndRowsOfAFile) {
  const Vectors rows("splitmix64.csv");
  EXPECT_TRUE(rows.provenance().starts_with("# hash4j SplitMix64V1"));
  EXPECT_EQ(rows.columns(), (Fields{"seed_hex", "out1", "out2", "out3", "out4", "out5"}));
  EXPECT_TRUE(rows.has_column("out5"));
  EXPECT_FALSE(rows.has_column("out6"));
  ASSERT_EQ(rows.size(), 9u);
  EXPECT_EQ(rows[0]["out1"], "e220a8397b1dcdaf");
  EXPECT_EQ(rows[0].hex("out1"), 0xe220a8397b1dcdafu);
}

TEST(Vectors, ReadsNumbersOfEitherSign) {
  const Vectors rows("jedis_hashes.csv");
  EXPECT_EQ(rows[0].number("md5_le32"), 4193559948u);
  EXPECT_EQ(rows[0].signed_number("murmur64a_signed"), -4813603235750630532);
}

TEST(VectorsDeathTest, MissingFilesColumnsAndNumbersAreFatal) {
  EXPECT_DEATH_IF_SUPPORTED(Vectors("no_such_file.csv"), "no_such_file.csv: cannot be opened");
  const Vectors rows("splitmix64.csv");
  EXPECT_DEATH_IF_SUPPORTED(rows[0]["out6"], "has no column out6");
  EXPECT_DEATH_IF_SUPPORTED(rows[0].number("out1"), "not a number");
  EXPECT_DEATH_IF_SUPPORTED(bytes_of_hex("abc"), "odd number");
}

}  // namespace
}  // namespace reshard::testing
