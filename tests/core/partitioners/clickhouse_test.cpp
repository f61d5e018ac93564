#include <gtest/gtest.h>

#include <functional>

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

struct ClickHouseFunction {
  std::string_view column;  ///< as ClickHouse calls it
  std::string_view dialect;
};
constexpr ClickHouseFunction kClickHouseOfSeveral[] = {
    {"cityHash64", "clickhouse_city"},
    {"xxHash64", "clickhouse_xxhash64"},
    {"sipHash64", "clickhouse_siphash64"},
    {"murmurHash3_64", "clickhouse_murmurhash3_64"},
    {"murmurHash2_64", "clickhouse_murmurhash2_64"},
    {"murmurHash3_32", "clickhouse_murmurhash3_32"},
    {"halfMD5", "clickhouse_halfmd5"},
};
constexpr ClickHouseFunction kClickHouseOfOne[] = {
    {"intHash64", "clickhouse_inthash64"},
    {"intHash32", "clickhouse_inthash32"},
    {"javaHash", "clickhouse_javahash"},
};

using ClickHouseKey = std::function<std::string(const Vectors::Row&)>;

ConfiguredStrategy clickhouse(std::string_view dialect, std::string_view type, std::string_view type2 = "none") {
  return ConfiguredStrategy("partitions", {{"dialect", dialect}, {"type", type}, {"type2", type2}});
}

// ClickHouse prints javaHash as Int32, and reads it as UInt32.
std::uint64_t clickhouse_number(const Vectors::Row& row, std::string_view column) {
  return column == "javaHash" ? static_cast<std::uint32_t>(row.signed_number(column)) : row.number(column);
}

void expect_clickhouse_hashes(const Vectors& rows, std::string_view column, const ConfiguredStrategy& setup,
                              const ClickHouseKey& key_of) {
  const Recipe recipe = setup.recipes().front();
  std::size_t wrong = 0;
  for (const auto& row : rows) wrong += recipe(key_of(row)) != clickhouse_number(row, column);
  EXPECT_EQ(wrong, 0u) << column << ", of " << rows.size() << " rows";
}

std::string clickhouse_hexadecimal(const Vectors::Row& row) { return "\\x" + row["key_hex"]; }
std::string clickhouse_int32(const Vectors::Row& row) {
  return signed_decimal(std::int64_t{static_cast<std::int32_t>(row.signed_number("key"))});
}

TEST(ClickHouse, HashesTextAsItsFunctionsWereSeenToDo) {
  const Vectors rows("clickhouse_text.csv");
  ASSERT_EQ(rows.size(), 763u);
  for (const auto& [column, dialect] : kClickHouseOfSeveral)
    expect_clickhouse_hashes(rows, column, clickhouse(dialect, "bytes"), clickhouse_hexadecimal);
  expect_clickhouse_hashes(rows, "javaHash", clickhouse("clickhouse_javahash", "bytes"), clickhouse_hexadecimal);
}

TEST(ClickHouse, HashesIntegersByTheirOwnType) {
  const Vectors rows("clickhouse_int64.csv");
  ASSERT_EQ(rows.size(), 946u);
  const auto key = [](const Vectors::Row& row) { return row["key"]; };
  for (const auto& [column, dialect] : kClickHouseOfSeveral) {
    if (rows.has_column(column)) expect_clickhouse_hashes(rows, column, clickhouse(dialect, "int64"), key);
  }
  for (const auto& [column, dialect] : kClickHouseOfOne)
    expect_clickhouse_hashes(rows, column, clickhouse(dialect, "int64"), key);
  expect_clickhouse_hashes(rows, "city_text", clickhouse("clickhouse_city", "text"), key);
  expect_clickhouse_hashes(rows, "city_i32", clickhouse("clickhouse_city", "int32"), clickhouse_int32);
  expect_clickhouse_hashes(rows, "sip_i32", clickhouse("clickhouse_siphash64", "int32"), clickhouse_int32);
}

TEST(ClickHouse, HashesAUuidAsTwoNumbers) {
  const Vectors rows("clickhouse_uuid.csv");
  ASSERT_EQ(rows.size(), 681u);
  const auto key = [](const Vectors::Row& row) { return row["key"]; };
  for (const auto& [column, dialect] : kClickHouseOfSeveral) {
    if (rows.has_column(column)) expect_clickhouse_hashes(rows, column, clickhouse(dialect, "uuid"), key);
  }
  expect_clickhouse_hashes(rows, "city_text", clickhouse("clickhouse_city", "text"), key);
}

TEST(ClickHouse, CombinesTheHashesOfSeveralColumns) {
  const Vectors rows("clickhouse_tuple.csv");
  ASSERT_EQ(rows.size(), 772u);
  const auto pair = [](const Vectors::Row& row) { return row["v"] + "\t\\x" + row["key_hex"]; };
  for (const auto& [column, dialect] : kClickHouseOfSeveral) {
    if (rows.has_column(column)) expect_clickhouse_hashes(rows, column, clickhouse(dialect, "int64", "bytes"), pair);
  }
  expect_clickhouse_hashes(
      rows, "city_ss", clickhouse("clickhouse_city", "bytes", "bytes"),
      [](const Vectors::Row& row) { return clickhouse_hexadecimal(row) + "\t" + clickhouse_hexadecimal(row); });
}

// Printed by ClickHouse 26.7.2.1 (npm chdb 3.4.0): SELECT f(toInt64(5), 'a', toInt32(7)).
TEST(ClickHouse, CombinesThreeColumnsFromTheFirst) {
  constexpr std::pair<std::string_view, std::uint64_t> kPrinted[] = {
      {"clickhouse_city", 1399102174218112871u},
      {"clickhouse_xxhash64", 8011052103425957565u},
      {"clickhouse_siphash64", 8275324480590321867u},
      {"clickhouse_murmurhash3_64", 5023869607515032983u},
      {"clickhouse_murmurhash2_64", 11374511742181447020u},
      {"clickhouse_halfmd5", 5124569320924817152u},
  };
  for (const auto& [dialect, number] : kPrinted) {
    const ConfiguredStrategy setup("partitions",
                                   {{"dialect", dialect}, {"type", "int64"}, {"type2", "text"}, {"type3", "int32"}});
    EXPECT_EQ(setup.recipes().front()("5\ta\t7"), number) << dialect;
  }
}

// Printed by the same: a signed integer keeps its sign in intHash64 and intHash32, but not in cityHash64.
TEST(ClickHouse, ExtendsASmallerInteger) {
  EXPECT_EQ(clickhouse("clickhouse_inthash64", "int32").recipes().front()("-1"), 14600443904207254319u);
  EXPECT_EQ(clickhouse("clickhouse_inthash64", "int16").recipes().front()("-1"), 14600443904207254319u);
  EXPECT_EQ(clickhouse("clickhouse_inthash32", "int32").recipes().front()("-1"), 3545659993u);
  EXPECT_EQ(clickhouse("clickhouse_halfmd5", "int32").recipes().front()("5"), 14691372650332998979u);
  EXPECT_EQ(clickhouse("clickhouse_javahash", "int16").recipes().front()("-5"), 4294967291u);
}

void expect_clickhouse_shards(const Vectors& rows, const std::string& column, const ConfiguredStrategy& setup,
                              const std::vector<double>& weights, const ClickHouseKey& key_of) {
  std::vector<std::uint64_t> hashes;
  for (const auto& row : rows) hashes.push_back(setup.recipes().front()(key_of(row)));
  const auto owners = place(setup, weighted_cluster("s", 0, weights), KeyTable::of_hashes(hashes));
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) wrong += index_of(owners[i]) != rows[i].number(column);
  EXPECT_EQ(wrong, 0u) << column << ", of " << rows.size() << " rows";
}

TEST(ClickHouse, DistributedGivesAShardAsManyConsecutiveRemaindersAsItsWeight) {
  const Vectors rows("clickhouse_text.csv");
  const std::vector<std::vector<double>> weightings = {{1, 1, 1}, {1, 1, 1, 1}, {1, 2, 3}, {9, 10}, {10, 9}};
  for (const auto& weights : weightings) {
    std::string column = "dist";
    for (const double weight : weights) column += "_" + short_number(weight);
    expect_clickhouse_shards(rows, column, clickhouse("clickhouse_city", "bytes"), weights, clickhouse_hexadecimal);
  }
}

TEST(ClickHouse, AnIntegerItselfIsReadWithoutItsSign) {
  const Vectors rows("clickhouse_int64.csv");
  expect_clickhouse_shards(rows, "u64mod5", clickhouse("clickhouse_integer", "int64"), {1, 1, 1, 1, 1},
                           [](const Vectors::Row& row) { return row["key"]; });
  EXPECT_EQ(clickhouse("clickhouse_integer", "int32").recipes().front()("-1"), 4294967295u);
  EXPECT_EQ(clickhouse("clickhouse_integer", "int16").recipes().front()("-1"), 4294967295u);
}

// ClickHouse 26.7.2.1 (npm chdb 3.4.0): the 17th of 23 shards of weight 1 of a Distributed table, by toInt16(-15590).
TEST(ClickHouse, AnInt16OfADistributedTableIsExtendedTo32BitsFirst) {
  EXPECT_EQ(owner_names(clickhouse("clickhouse_integer", "int16"), numbered_cluster("", 23), {"-15590"}),
            std::vector<std::string>{"16"});
}

// No partitioner stands for these columns; they hold other functions of core/hash to ClickHouse.
TEST(ClickHouse, OtherFunctionsThatItSharesWithReshardAgree) {
  for (const auto& row : Vectors("clickhouse_text.csv")) {
    const std::string key = row.bytes("key_hex");
    EXPECT_EQ(xxh32(key), row.number("xxHash32"));
    EXPECT_EQ(xxh3(key), row.number("xxh3"));
    EXPECT_EQ(murmur2(key), row.number("murmurHash2_32"));
    EXPECT_EQ(murmur3_32(key), row.number("murmurHash3_32"));
    EXPECT_EQ(murmur64a(key, 0xc70f6907), row.number("gccMurmurHash"));
    EXPECT_EQ(murmur2(key, 0x9747b28c) & 0x7fffffff, row.number("kafkaMurmurHash"));
    EXPECT_EQ(crc32(key), row.number("CRC32"));
  }
}

TEST(ClickHouse, RefusesTypesOfAnotherFunctionNamingTheField) {
  for (const std::string_view dialect : {"clickhouse_inthash64", "clickhouse_inthash32", "clickhouse_integer"}) {
    const auto built = try_build(clickhouse(dialect, "text"), numbered_cluster("s", 2), {});
    ASSERT_FALSE(built.ok()) << dialect;
    EXPECT_EQ(built.error().field, "type");
  }
  EXPECT_FALSE(try_build(clickhouse("clickhouse_javahash", "uuid"), numbered_cluster("s", 2), {}).ok());
}

TEST(ClickHouse, ExplainsTheHashOfEachColumn) {
  const Trace steps =
      explain_serving(clickhouse("clickhouse_xxhash64", "int64", "text"), numbered_cluster("s", 2), "5\ta");
  ASSERT_GE(steps.size(), 6u);
  EXPECT_EQ(steps[2].label, "value's hash");
  EXPECT_EQ(steps[3].value, decimal(xxh64("a")));
}

}  // namespace
}  // namespace reshard::testing
