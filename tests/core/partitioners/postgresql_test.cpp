#include <gtest/gtest.h>

#include <map>

#include "core/base/text.h"
#include "core/partitioners/partitioner.h"
#include "core/partitioners/postgresql_hash.h"
#include "tests/core/partitioners/partition_columns.h"

namespace reshard::testing {
namespace {

const std::vector<std::size_t> kModuli = {3, 4, 7, 8, 16, 64};

ConfiguredStrategy typed(std::string_view type, std::string_view type2 = "none", std::string_view type3 = "none") {
  return ConfiguredStrategy("partitions",
                            {{"dialect", "postgresql"}, {"type", type}, {"type2", type2}, {"type3", type3}});
}

std::string key_hex(const Vectors::Row& row) { return row.bytes("key_hex"); }
std::string key(const Vectors::Row& row) { return row["key"]; }

/// The 64-bit hash of a key, before partitions combine it, as PostgreSQL prints it.
std::int64_t hash_of(const std::string& key, ColumnType type, std::uint64_t seed) {
  Row row;
  RowType one;
  one.columns[0] = type;
  EXPECT_TRUE(row.read(key, one)) << key;
  return static_cast<std::int64_t>(postgresql::hash(row[0], seed));
}

void expect_hashes(const Vectors& rows, const KeyOfRow& key_of, ColumnType type) {
  constexpr std::uint64_t kSeed = 0x7A5B22367996DCFDu;
  for (const auto& row : rows) {
    const std::string text = key_of(row);
    EXPECT_EQ(static_cast<std::int32_t>(hash_of(text, type, 0)), row.signed_number("hash32")) << text;
    EXPECT_EQ(hash_of(text, type, kSeed), row.signed_number("hash64")) << text;
    if (rows.has_column("hash64_seed0")) {
      EXPECT_EQ(hash_of(text, type, 0), row.signed_number("hash64_seed0")) << text;
    }
  }
}

TEST(PostgresqlPartitions, TextGoesWhereTheServerPutIt) {
  const Vectors rows("postgresql_text.csv");
  EXPECT_EQ(expect_partitions(rows, key_hex, "p", kModuli, typed("text")), 772u);
  expect_hashes(rows, key_hex, ColumnType::kText);
}

TEST(PostgresqlPartitions, BigintGoesWhereTheServerPutIt) {
  const Vectors rows("postgresql_bigint.csv");
  EXPECT_EQ(expect_partitions(rows, key, "p", kModuli, typed("int64")), 950u);
  expect_hashes(rows, key, ColumnType::kInt64);
}

TEST(PostgresqlPartitions, IntegerGoesWhereTheServerPutItAndHashesLikeBigint) {
  const Vectors rows("postgresql_int4.csv");
  EXPECT_EQ(expect_partitions(rows, key, "p", kModuli, typed("int32")), 789u);
  EXPECT_EQ(expect_partitions(rows, key, "p", kModuli, typed("int64")), 789u);
  expect_hashes(rows, key, ColumnType::kInt32);
}

TEST(PostgresqlPartitions, UuidGoesWhereTheServerPutIt) {
  const Vectors rows("postgresql_uuid.csv");
  EXPECT_EQ(expect_partitions(rows, key, "p", kModuli, typed("uuid")), 683u);
  expect_hashes(rows, key, ColumnType::kUuid);
}

// One row less than the file has: in a key of several columns, text has no TAB.
TEST(PostgresqlPartitions, TwoColumnsWithNullsGoWhereTheServerPutThem) {
  const auto key_of = [](const Vectors::Row& row) {
    return null_or(row, "a_null", row["a"]) + "\t" + null_or(row, "b_null", row.bytes("b_hex"));
  };
  const Vectors rows("postgresql_bigint_text.csv");
  EXPECT_EQ(expect_partitions(rows, key_of, "p", kModuli, typed("int64", "text")), 669u);
}

// The same.
TEST(PostgresqlPartitions, ThreeColumnsWithNullsGoWhereTheServerPutThem) {
  const auto key_of = [](const Vectors::Row& row) {
    return null_or(row, "a_null", row["a"]) + "\t" + null_or(row, "b_null", row["b"]) + "\t" +
           null_or(row, "c_null", row.bytes("c_hex"));
  };
  const Vectors rows("postgresql_int4_uuid_text.csv");
  EXPECT_EQ(expect_partitions(rows, key_of, "p", kModuli, typed("int32", "uuid", "text")), 678u);
}

// The file has 9 rows of numeric, a type that is not offered: "--type numeric" is not one of the parameter's options.
TEST(PostgresqlPartitions, OtherTypesGoWhereTheServerPutThemExceptNumericWhichIsNotOffered) {
  const std::map<std::string, std::string_view> types = {
      {"boolean", "bool"}, {"bytea", "bytes"},         {"char(12)", "char"},
      {"date", "date"},    {"smallint", "int16"},      {"double precision", "float64"},
      {"real", "float32"}, {"timestamp", "timestamp"}, {"varchar", "text"}};
  std::size_t compared = 0, numeric = 0;
  for (const auto& row : Vectors("postgresql_other_types.csv")) {
    if (row["type"] == "numeric") {
      ++numeric;
      continue;
    }
    const ConfiguredStrategy setup = typed(types.at(row["type"]));
    const Recipe recipe = setup.recipes().front();
    const std::string text = row.bytes("value_hex");
    ASSERT_TRUE(recipe.reads(text)) << row["type"] << " " << text;
    const KeyTable table = KeyTable::of_hashes({recipe(text)});
    for (const std::size_t modulus : kModuli) {
      EXPECT_EQ(index_of(place(setup, numbered_cluster("p", modulus), table)[0]), row.number("p" + decimal(modulus)))
          << row["type"] << " " << text;
    }
    ++compared;
  }
  EXPECT_EQ(compared, 336u);
  EXPECT_EQ(numeric, 9u);
  EXPECT_FALSE(parse_param(typed("text").strategy.params[1], "numeric").ok());
}

// hashtext(key) & (n - 1): the low bits of the file's hash32, for every power of two.
TEST(PostgresqlPartitions, PlProxyTakesTheLowBitsOfHashtext) {
  const ConfiguredStrategy setup("partitions", {{"dialect", "pl_proxy"}});
  const Recipe recipe = setup.recipes().front();
  for (const auto& row : Vectors("postgresql_text.csv")) {
    const KeyTable table = KeyTable::of_hashes({recipe(row.bytes("key_hex"))});
    for (const unsigned n : {1u, 2u, 8u, 64u, 1024u}) {
      EXPECT_EQ(index_of(place(setup, numbered_cluster("p", n), table)[0]),
                static_cast<std::uint32_t>(row.signed_number("hash32")) & (n - 1));
    }
  }
}

TEST(PostgresqlPartitions, PlProxyRefusesAClusterThatIsNoPowerOfTwo) {
  const Error error = refusal(ConfiguredStrategy("partitions", {{"dialect", "pl_proxy"}}), numbered_cluster("p", 6));
  EXPECT_EQ(message(error), "nodes: 6 is not a power of two; the next one is 8");
}

}  // namespace
}  // namespace reshard::testing
