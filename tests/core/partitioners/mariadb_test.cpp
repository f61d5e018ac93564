#include <gtest/gtest.h>

#include "tests/core/partitioners/partition_columns.h"

namespace reshard::testing {
namespace {

const std::vector<std::size_t> kCounts = {2, 3, 4, 5, 6, 7, 8, 10, 16};

std::string key(const Vectors::Row& row) { return null_or(row, "is_null", row["key"]); }
std::string text(const Vectors::Row& row) { return null_or(row, "is_null", row.bytes("key_hex")); }
std::string hex(const Vectors::Row& row) { return null_or(row, "is_null", row["key_hex"]); }

ConfiguredStrategy plain(std::string_view dialect, std::string_view type) {
  return ConfiguredStrategy("partitions", {{"dialect", dialect}, {"type", type}});
}
ConfiguredStrategy linear(std::string_view dialect, std::string_view type) {
  return ConfiguredStrategy("linear_hashing", {{"dialect", dialect}, {"type", type}});
}

TEST(MariadbPartitions, BigintGoesWhereTheServerPutIt) {
  const Vectors rows("mariadb_bigint.csv");
  EXPECT_EQ(expect_partitions(rows, key, "hash", kCounts, plain("mariadb_hash", "int64")), 976u);
  EXPECT_EQ(expect_partitions(rows, key, "lhash", kCounts, linear("mariadb_linear_hash", "int64")), 976u);
  EXPECT_EQ(expect_partitions(rows, key, "key", kCounts, plain("mariadb_key", "int64")), 976u);
  EXPECT_EQ(expect_partitions(rows, key, "lkey", kCounts, linear("mariadb_linear_key", "int64")), 976u);
}

TEST(MariadbPartitions, IntGoesWhereTheServerPutIt) {
  const Vectors rows("mariadb_int.csv");
  EXPECT_EQ(expect_partitions(rows, key, "key", kCounts, plain("mariadb_key", "int32")), 784u);
  EXPECT_EQ(expect_partitions(rows, key, "lkey", kCounts, linear("mariadb_linear_key", "int32")), 784u);
}

// The columns u8ci are those of utf8mb4_general_ci, whose weights are not here: it is refused by name (below).
TEST(MariadbPartitions, TextGoesWhereTheServerPutItUnderTheCollationsThatAreOffered) {
  const Vectors rows("mariadb_text.csv");
  EXPECT_EQ(expect_partitions(rows, hex, "bin", kCounts, plain("mariadb_key", "bytes")), 763u);
  EXPECT_EQ(expect_partitions(rows, hex, "lbin", kCounts, linear("mariadb_linear_key", "bytes")), 763u);
  EXPECT_EQ(expect_partitions(rows, text, "u8bin", kCounts, plain("mariadb_key_bin", "text")), 763u);
  EXPECT_EQ(expect_partitions(rows, text, "u8nopad", kCounts, plain("mariadb_key_nopad", "text")), 763u);
  EXPECT_TRUE(rows.has_column("u8ci2"));
}

TEST(MariadbPartitions, TextOfUnknownCollationIsRefusedByName) {
  const Error error = refusal(plain("mariadb_key", "text"), numbered_cluster("p", 4));
  EXPECT_EQ(error.field, "type");
  EXPECT_NE(message(error).find("utf8mb4_general_ci"), std::string::npos) << message(error);
  EXPECT_EQ(refusal(plain("mariadb_hash", "text"), numbered_cluster("p", 4)).code, ErrorCode::not_an_option);
}

// 8,192 is what the server allows ("Too many partitions (including subpartitions) were defined").
TEST(MariadbPartitions, MoreThan8192AreRefused) {
  for (const auto& setup : {plain("mariadb_hash", "int64"), linear("mariadb_linear_hash", "int64")}) {
    EXPECT_TRUE(try_build(setup, numbered_cluster("p", 8192), {}).ok());
    EXPECT_EQ(message(refusal(setup, numbered_cluster("p", 8193))), "nodes: 8193 is outside 1 to 8192");
  }
}

// sort_order_latin1 weighs a as A: as the last byte of a number, 65 and 97 are one.
TEST(MariadbPartitions, KeyPuts65And97Together) {
  const auto setup = plain("mariadb_key", "int64");
  for (const std::size_t count : {3u, 7u, 100u}) {
    const auto owners = owner_names(setup, numbered_cluster("p", count), {"65", "97"});
    EXPECT_EQ(owners[0], owners[1]);
  }
}

}  // namespace
}  // namespace reshard::testing
