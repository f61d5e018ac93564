#include "tests/core/partitioners/typed_rows.h"

namespace reshard::testing {
namespace {

const std::vector<std::size_t> kCounts = {3, 4, 7, 8, 10, 16};

TEST(SparkSql, TextAgreesWithSparksMethods) {
  const Vectors rows("spark_strings.csv");
  const auto text = partitions_by("spark_sql", {"text"}), bytes = partitions_by("spark_sql", {"bytes"});
  for (const auto& row : rows) {
    EXPECT_EQ(number_by(text, row.bytes("key_hex")), row.signed_number("hash")) << row["key"];
    EXPECT_EQ(number_by(bytes, row["key_hex"]), row.signed_number("hash")) << row["key"];
  }
  expect_partitions(text, texts_of(rows), rows, "p", kCounts);
  EXPECT_EQ(rows.size(), 776u);
}

TEST(SparkSql, NumbersAgreeWithGuava) {
  const Vectors rows("spark_numbers.csv");
  const auto longs = partitions_by("spark_sql", {"int64"}), ints = partitions_by("spark_sql", {"int32"});
  expect_partitions(longs, column_of(rows, "key"), rows, "p", kCounts);
  std::size_t narrow = 0;
  for (const auto& row : rows) {
    EXPECT_EQ(number_by(longs, row["key"]), row.signed_number("long_hash")) << row["key"];
    EXPECT_EQ(reads_key(ints, row["key"]), !row["int_hash"].empty()) << row["key"];
    if (row["int_hash"].empty()) continue;
    ++narrow;
    EXPECT_EQ(number_by(ints, row["key"]), row.signed_number("int_hash")) << row["key"];
    for (const std::size_t n : kCounts) {
      EXPECT_EQ(owner_names(ints, numbered_cluster("", n), {row["key"]})[0], row["pi" + std::to_string(n)])
          << row["key"];
    }
  }
  EXPECT_EQ(rows.size(), 957u);
  EXPECT_GT(narrow, 100u);
}

// hash('Spark', array(123), 2) of the documentation: an array folds its elements, so one of one element is like it.
TEST(SparkSql, SeveralColumnsAreHashedOneAfterTheOther) {
  const auto three = partitions_by("spark_sql", {"text", "int32", "int32"});
  EXPECT_EQ(number_by(three, "Spark\t123\t2"), -1321691492);
  const Trace trace = explain(three, numbered_cluster("p", 200), "Spark\t123\t2");
  EXPECT_EQ(trace[3].value, "228093765");  // hash('Spark')
  EXPECT_EQ(trace.back().node, NodeId{108});
}

TEST(SparkSql, NullLeavesTheHash) {
  const auto two = partitions_by("spark_sql", {"text", "int64"});
  const auto one = partitions_by("spark_sql", {"text"});
  EXPECT_EQ(number_by(two, "Spark\t\\N"), number_by(one, "Spark"));
  EXPECT_EQ(number_by(one, "\\N"), 42);
}

// A date is the int, a timestamp the long, that Spark stores: days and microseconds since 1970.
TEST(SparkSql, DatesAreNumbers) {
  const auto ints = partitions_by("spark_sql", {"int32"}), longs = partitions_by("spark_sql", {"int64"});
  EXPECT_EQ(number_by(partitions_by("spark_sql", {"date"}), "2017-11-16"), number_by(ints, "17486"));
  EXPECT_EQ(number_by(partitions_by("spark_sql", {"date"}), "1970-01-01"), number_by(ints, "0"));
  EXPECT_EQ(number_by(partitions_by("spark_sql", {"date"}), "1969-12-31"), number_by(ints, "-1"));
  EXPECT_EQ(number_by(partitions_by("spark_sql", {"timestamp"}), "2017-11-16 22:31:08"),
            number_by(longs, "1510871468000000"));
  EXPECT_EQ(number_by(partitions_by("spark_sql", {"bool"}), "true"), number_by(ints, "1"));
  EXPECT_EQ(number_by(partitions_by("spark_sql", {"int16"}), "-40"), number_by(ints, "-40"));
  EXPECT_FALSE(reads_key(partitions_by("spark_sql", {"date"}), "infinity"));
  EXPECT_FALSE(reads_key(partitions_by("spark_sql", {"timestamp"}), "-infinity"));
}

}  // namespace
}  // namespace reshard::testing
