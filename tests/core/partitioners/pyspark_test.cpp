#include "tests/core/partitioners/typed_rows.h"

namespace reshard::testing {
namespace {

TEST(PySpark, TextAgreesWithPython311) {
  const Vectors rows("golubtsov_keys.csv");
  const auto text = partitions_by("pyspark", {"text"});
  std::size_t compared = 0;
  for (const auto& row : rows) {
    if (!row["python"].starts_with("3.11")) continue;
    ++compared;
    EXPECT_EQ(number_by(text, "item-" + row["i"]), row.signed_number("hash")) << row["i"];
  }
  EXPECT_EQ(compared, 200u);
}

// The docstring of portable_hash(): portable_hash((None, 1)) & 0xffffffff.
TEST(PySpark, PublishedValueOfATupleAgrees) {
  const auto two = partitions_by("pyspark", {"text", "int64"});
  EXPECT_EQ(number_by(two, "\\N\t1") & 0xffffffff, 219750521);
  EXPECT_EQ(number_by(partitions_by("pyspark", {"text"}), "\\N"), 0);
}

// CPython's documentation, Hashing of numeric types; −1 is kept for errors.
TEST(PySpark, IntegersAreTheirRemainderOf2To61Minus1) {
  const auto whole = partitions_by("pyspark", {"int64"});
  EXPECT_EQ(number_by(whole, "-1"), -2);
  EXPECT_EQ(number_by(whole, "-2"), -2);
  EXPECT_EQ(number_by(whole, "2305843009213693951"), 0);
  EXPECT_EQ(number_by(whole, "2305843009213693952"), 1);
  EXPECT_EQ(number_by(whole, "-2305843009213693952"), -2);
  EXPECT_EQ(number_by(whole, "-9223372036854775808"), -4);
  EXPECT_EQ(number_by(partitions_by("pyspark", {"bool"}), "true"), 1);
}

// Rows of /usr/bin/python3 3.11.2 with PYTHONHASHSEED=0.
TEST(PySpark, RowsAgreeWithPython) {
  const Vectors rows("pyspark.csv");
  for (const auto& row : rows) {
    std::vector<std::string> types;
    for (const std::string column : {"type", "type2", "type3"}) {
      if (!row[column].empty()) types.push_back(row[column]);
    }
    const auto setup = partitions_by("pyspark", types);
    const std::string key = row.bytes("key_hex");
    EXPECT_EQ(number_by(setup, key), row.signed_number("hash")) << key;
    for (const std::size_t n : {3, 7, 16}) {
      EXPECT_EQ(owner_names(setup, numbered_cluster("", n), {key})[0], row["p" + std::to_string(n)]) << key;
    }
  }
  EXPECT_GT(rows.size(), 500u);
}

TEST(PySpark, TextThatIsNotUtf8IsRefused) { EXPECT_FALSE(reads_key(partitions_by("pyspark", {"text"}), "\xc3")); }

}  // namespace
}  // namespace reshard::testing
