// ClickHouse: which shard of a Distributed table gets a row, by its sharding expression.
//
// The expression's value modulo the sum of the shards' weights falls into the shards' intervals, in the order of
// remote_servers. Rows of the functions were printed by ClickHouse 26.7.2.1. Integers are hashed by their own type:
// cityHash64 of any integer is intHash64 of it.

#include "core/hash/functions.h"
#include "core/partitioners/bytes.h"
#include "core/partitioners/city.h"
#include "core/partitioners/partitioner.h"

namespace reshard {
namespace {

constexpr ColumnTypes kTypes = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32,
                                ColumnType::kUuid};

// toInt32(-1) is 4294967295: an integer is extended without its sign.
std::uint64_t unsigned_of(const Value& value) {
  const auto number = static_cast<std::uint64_t>(value.number);
  return value.type == ColumnType::kInt32 ? number & 0xffffffff : number;
}

std::uint64_t int_hash_64(std::uint64_t number) { return fmix64(number ^ 0x4CF2D2BAAE6DA887u); }

// ClickHouse keeps each half of a UUID as a little-endian number.
struct UuidBytes {
  explicit UuidBytes(std::string_view uuid) {
    for (std::size_t i = 0; i < 8; ++i) {
      bytes[i] = uuid[7 - i];
      bytes[8 + i] = uuid[15 - i];
    }
  }
  char bytes[16];
};

std::uint64_t city_of(const Value& value) {
  switch (value.type) {
    case ColumnType::kInt64:
    case ColumnType::kInt32: return int_hash_64(unsigned_of(value));
    case ColumnType::kUuid: return city102({UuidBytes(value.text).bytes, 16});
    default: return city102(value.text);
  }
}

std::uint64_t city(const Row& row) {
  std::uint64_t hash = city_of(row[0]);
  for (const Value& value : row.values().subspan(1)) hash = city_pair(hash, city_of(value));
  return hash;
}

}  // namespace

extern const Partitioner clickhouse_city_partitioner;
constinit const Partitioner clickhouse_city_partitioner{
    .id = "clickhouse_city",
    .source = "ClickHouse 26.7.2.1, Distributed by cityHash64",
    .formula = "cityHash64(key)",
    .takes = kTypes,
    .several = true,
    .weights = true,
    .number = {city},
};

}  // namespace reshard
