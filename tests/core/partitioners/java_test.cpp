#include "tests/core/partitioners/typed_rows.h"

namespace reshard::testing {
namespace {

const std::vector<std::size_t> kCounts = {3, 4, 7, 8, 10, 16};

TEST(JavaPartitioners, HashCodesAgreeWithJava) {
  const Vectors strings("java_string.csv"), longs("java_long.csv"), uuids("java_uuid.csv");
  const auto text = partitions_by("spark_rdd", {"text"});
  for (const auto& row : strings)
    EXPECT_EQ(number_by(text, row.bytes("key_hex")), row.signed_number("hashCode")) << row["key"];
  const auto whole = partitions_by("spark_rdd", {"int64"});
  for (const auto& row : longs) EXPECT_EQ(number_by(whole, row["key"]), row.signed_number("hashCode")) << row["key"];
  const auto uuid = partitions_by("spark_rdd", {"uuid"});
  for (const auto& row : uuids) EXPECT_EQ(number_by(uuid, row["key"]), row.signed_number("hashCode")) << row["key"];
  EXPECT_EQ(strings.size() + longs.size() + uuids.size(), 786u + 928u + 702u);
}

TEST(JavaPartitioners, RowsAgreeWithSparksHashPartitioner) {
  const Vectors strings("java_string.csv"), longs("java_long.csv"), uuids("java_uuid.csv");
  expect_partitions(partitions_by("spark_rdd", {"text"}), texts_of(strings), strings, "spark", kCounts);
  expect_partitions(partitions_by("spark_rdd", {"int64"}), column_of(longs, "key"), longs, "spark", kCounts);
  expect_partitions(partitions_by("spark_rdd", {"uuid"}), column_of(uuids, "key"), uuids, "spark", kCounts);
}

// The columns hive<n> divide String.hashCode(), hadoop<n> that of Hadoop's own Text.
TEST(JavaPartitioners, RowsAgreeWithHadoopsHashPartitioner) {
  const Vectors rows("java_string.csv");
  expect_partitions(partitions_by("hadoop", {"text"}), texts_of(rows), rows, "hive", kCounts);
  expect_partitions(partitions_by("hadoop_writable", {"text"}), texts_of(rows), rows, "hadoop", kCounts);
  const auto writable = partitions_by("hadoop_writable", {"text"}), bytes = partitions_by("hadoop_writable", {"bytes"});
  for (const auto& row : rows) {
    const std::int64_t number = row.signed_number("bytes") & 0x7fffffff;
    EXPECT_EQ(number_by(writable, row.bytes("key_hex")), number) << row["key"];
    EXPECT_EQ(number_by(bytes, row["key_hex"]), number) << row["key"];
  }
}

// Objects.hashCode(), and the constants and formulas of the classes' documentation.
TEST(JavaPartitioners, OtherTypesHaveTheHashCodesOfTheirClasses) {
  EXPECT_EQ(number_by(partitions_by("spark_rdd", {"text"}), "\\N"), 0);
  EXPECT_EQ(number_by(partitions_by("spark_rdd", {"int32"}), "-7"), -7);
  EXPECT_EQ(number_by(partitions_by("spark_rdd", {"int16"}), "-7"), -7);
  EXPECT_EQ(number_by(partitions_by("spark_rdd", {"bool"}), "true"), 1231);
  EXPECT_EQ(number_by(partitions_by("spark_rdd", {"bool"}), "false"), 1237);
  EXPECT_EQ(number_by(partitions_by("spark_rdd", {"float64"}), "1.5"), 0x3ff80000);
  EXPECT_EQ(number_by(partitions_by("spark_rdd", {"float64"}), "NaN"), 0x7ff80000);
  EXPECT_EQ(number_by(partitions_by("spark_rdd", {"float32"}), "1.5"), 0x3fc00000);
  EXPECT_EQ(number_by(partitions_by("spark_rdd", {"float32"}), "NaN"), 0x7fc00000);
}

TEST(JavaPartitioners, AnIntegerOfHadoopIsItsLowHalf) {
  EXPECT_EQ(number_by(partitions_by("hadoop_writable", {"int64"}), "4294967301"), 5);
  EXPECT_EQ(number_by(partitions_by("hadoop", {"int64"}), "4294967301"), 4);
  EXPECT_EQ(number_by(partitions_by("hadoop_writable", {"int32"}), "-1"), 0x7fffffff);
}

// HashExpressionsSuite of Apache Spark, whose values were "computed using Hive 1.2.1".
TEST(JavaPartitioners, HivesHashesArePublished) {
  const auto hive = partitions_by("hive", {"text"});
  const auto expect_hash = [&](std::string_view text, std::int64_t hash) {
    EXPECT_EQ(number_by(hive, text), hash & 0x7fffffff) << text;
  };
  expect_hash("apache spark", 1142704523);
  expect_hash("!@#$%^&*()_+=-", -613724358);
  expect_hash("abcdefghijklmnopqrstuvwxyz", 958031277);
  expect_hash("AbCdEfGhIjKlMnOpQrStUvWxYz012", -648013852);
  expect_hash("数据砖头", -898686242);
  expect_hash("नमस्ते", 2006045948);
  expect_hash("", 0);
}

// Of ASCII text, Hive's hash is Java's; of other text it is not, or this test would say nothing.
TEST(JavaPartitioners, HiveHashesAsciiAsJavaDoes) {
  const Vectors rows("java_string.csv");
  const auto hive = partitions_by("hive", {"text"});
  std::size_t ascii = 0, other = 0;
  for (const auto& row : rows) {
    const std::string key = row.bytes("key_hex");
    const bool same = number_by(hive, key) == (row.signed_number("hashCode") & 0x7fffffff);
    const bool is_ascii = std::all_of(key.begin(), key.end(), [](char byte) { return byte >= 0; });
    if (is_ascii) { EXPECT_TRUE(same) << key; }
    ascii += is_ascii;
    other += !same;
  }
  EXPECT_GT(ascii, 100u);
  EXPECT_GT(other, 10u);
}

TEST(JavaPartitioners, ColumnsOfHiveAreAList) {
  const auto two = partitions_by("hive", {"int32", "text"});
  EXPECT_EQ(number_by(two, "5\ta"), 5 * 31 + 97);
  EXPECT_EQ(number_by(two, "5\t\\N"), 5 * 31);
  EXPECT_EQ(number_by(partitions_by("hive", {"int64"}), "4294967301"), 4);
}

// 'a' of 4 is published; the sign is taken off and not cut off.
TEST(JavaPartitioners, ShardingSphereTakesTheMagnitude) {
  const auto text = partitions_by("shardingsphere", {"text"});
  EXPECT_EQ(owner_names(text, numbered_cluster("t", 4), {"a"}), std::vector<std::string>{"t1"});
  const Vectors rows("java_string.csv");
  const auto keys = texts_of(rows);
  const auto cluster = numbered_cluster("", 7);
  std::size_t negative = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const std::int64_t code = rows[row].signed_number("hashCode");
    negative += code < 0;
    EXPECT_EQ(number_by(text, keys[row]), code);
    if (keys[row].empty()) continue;
    EXPECT_EQ(owner_names(text, cluster, {keys[row]})[0], std::to_string(std::abs(code) % 7)) << keys[row];
  }
  EXPECT_GT(negative, 100u);
}

TEST(JavaPartitioners, TextThatIsNotUtf8IsRefused) {
  for (const std::string dialect : {"spark_rdd", "hadoop", "hadoop_writable", "hive", "shardingsphere"}) {
    const auto setup = partitions_by(dialect, {"text"});
    EXPECT_FALSE(reads_key(setup, "\xff")) << dialect;
    EXPECT_TRUE(reads_key(setup, "é")) << dialect;
    EXPECT_EQ(setup.recipes()[0].refusal("\xff", "key", "").args.at(1), "UTF-8 text");
  }
}

TEST(JavaPartitioners, NullIsRefusedWhereThereIsNoRuleForIt) {
  EXPECT_TRUE(reads_key(partitions_by("spark_rdd", {"int64"}), "\\N"));
  EXPECT_TRUE(reads_key(partitions_by("hive", {"int64"}), "\\N"));
  for (const std::string dialect : {"hadoop", "hadoop_writable", "shardingsphere"}) {
    EXPECT_FALSE(reads_key(partitions_by(dialect, {"int64"}), "\\N")) << dialect;
  }
}

TEST(JavaPartitioners, ExplainTheHashCodeBeforeTheSignIsCutOff) {
  const Trace trace = explain(partitions_by("hadoop", {"int32"}), numbered_cluster("p", 3), "-7");
  ASSERT_EQ(trace.size(), 6u);
  EXPECT_EQ(trace[0].value, "int32 -7");
  EXPECT_EQ(trace[1].value, "-7");
  EXPECT_EQ(trace[3].value, "2147483641");
  EXPECT_EQ(trace[4].value, "2147483641 mod 3 = 1");
}

}  // namespace
}  // namespace reshard::testing
