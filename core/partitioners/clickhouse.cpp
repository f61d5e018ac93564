// ClickHouse: which shard of a Distributed table gets a row, by its sharding expression.
//
// The expression's value modulo the sum of the shards' weights falls into the shards' intervals, in the order of
// remote_servers; a signed value is read as an unsigned one first, of 64 bits if it is an Int64, else of 32: an Int16 -1 is
// 4294967295, too. The functions' rows were printed by ClickHouse 26.7.2.1, which also sharded rows of Distributed tables.
//
// What a function reads: text is its bytes; an integer is the bytes of its own type, lowest first, so that toInt32(42) and
// toInt64(42) differ; a UUID is two 64-bit numbers, the high one first, each lowest byte first. Exceptions:
//   cityHash64   an integer is intHash64 of it, extended without its sign: toInt32(-1) is 4294967295 here
//   intHash64    of an integer, extended with its sign: x ^ 0x4CF2D2BAAE6DA887, then MurmurHash3's 64-bit finaliser
//   intHash32    likewise, by steps of its own
//   javaHash     text is s = 31 s + byte, of signed bytes, so it is Java's for ASCII only; an Int64 is its halves xored, a
//                smaller integer itself
//
// Several columns are hashed one after the other, and each combined with the hash so far: cityHash64 and xxHash64 by
// CityHash's Hash128to64(so far, next); sipHash64 and halfMD5 hash these two numbers again, 16 bytes, lowest first;
// murmurHash2_64 and murmurHash3_64 take intHash64(so far) ^ next, murmurHash3_32 intHash32(so far) ^ next. The others have
// one argument.
//
// rand(), which many tables are sharded by, places no key: each row goes anywhere. farmHash64 is left out: its rows of 512
// bytes and more do not follow the portable FarmHash.

#include <bit>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/partitioners/bytes.h"
#include "core/partitioners/city.h"
#include "core/partitioners/partitioner.h"

namespace reshard {
namespace clickhouse {
namespace {

constexpr ColumnTypes kTypes = {ColumnType::kText,  ColumnType::kBytes, ColumnType::kInt64,
                                ColumnType::kInt32, ColumnType::kInt16, ColumnType::kUuid};
constexpr ColumnTypes kWithoutUuid = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32,
                                      ColumnType::kInt16};
constexpr ColumnTypes kIntegers = {ColumnType::kInt64, ColumnType::kInt32, ColumnType::kInt16};

std::uint64_t signed_of(const Value& value) { return static_cast<std::uint64_t>(value.number); }

std::uint64_t unsigned_of(const Value& value) {
  switch (value.type) {
    case ColumnType::kInt32: return signed_of(value) & 0xffffffff;
    case ColumnType::kInt16: return signed_of(value) & 0xffff;
    default: return signed_of(value);
  }
}

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

template <std::uint64_t (*kHash)(std::string_view)>
std::uint64_t of_bytes(const Value& value) {
  switch (value.type) {
    case ColumnType::kInt64: return kHash(NumberBytes<8>::little(signed_of(value)));
    case ColumnType::kInt32: return kHash(NumberBytes<4>::little(signed_of(value)));
    case ColumnType::kInt16: return kHash(NumberBytes<2>::little(signed_of(value)));
    case ColumnType::kUuid: return kHash({UuidBytes(value.text).bytes, 16});
    default: return kHash(value.text);
  }
}

std::uint64_t int_hash_64(std::uint64_t number) { return fmix64(number ^ 0x4CF2D2BAAE6DA887u); }

std::uint64_t int_hash_32(std::uint64_t number) {
  number ^= 0x75D9543DE018BF45u;
  number = ~number + (number << 18);
  number ^= std::rotr(number, 31);
  number *= 21;
  number ^= std::rotr(number, 11);
  number += number << 6;
  return (number ^ std::rotr(number, 22)) & 0xffffffff;
}

std::uint64_t xx(std::string_view bytes) { return xxh64(bytes); }
std::uint64_t sip(std::string_view bytes) { return siphash24(bytes, 0, 0); }
std::uint64_t murmur_2(std::string_view bytes) { return murmur64a(bytes); }
std::uint64_t murmur_3(std::string_view bytes) {
  const Murmur128 words = murmur3_128(bytes);
  return words.h1 ^ words.h2;
}
std::uint64_t murmur_32(std::string_view bytes) { return murmur3_32(bytes); }
std::uint64_t half_md5(std::string_view bytes) { return load_be64(md5(bytes).data()); }

std::uint64_t java_text(std::string_view bytes) {
  std::uint32_t hash = 0;
  for (const char byte : bytes) hash = hash * 31 + static_cast<std::uint32_t>(static_cast<signed char>(byte));
  return hash;
}

std::uint64_t city_value(const Value& value) {
  const bool integer = kIntegers.has(value.type);
  return integer ? int_hash_64(unsigned_of(value)) : of_bytes<city102>(value);
}
std::uint64_t int_value_64(const Value& value) { return int_hash_64(signed_of(value)); }
std::uint64_t int_value_32(const Value& value) { return int_hash_32(signed_of(value)); }

// What a number of this type is when it chooses a shard.
std::uint64_t dividend(const Value& value) {
  return value.type == ColumnType::kInt64 ? signed_of(value) : signed_of(value) & 0xffffffff;
}

// An Int32, as the unsigned number that it is read as.
std::uint64_t java_value(const Value& value) {
  if (!kIntegers.has(value.type)) return java_text(value.text);
  const std::uint64_t number = signed_of(value);
  return (value.type == ColumnType::kInt64 ? number ^ number >> 32 : number) & 0xffffffff;
}

std::uint64_t murmur_pair(std::uint64_t before, std::uint64_t next) { return int_hash_64(before) ^ next; }

std::uint64_t murmur_pair_32(std::uint64_t before, std::uint64_t next) { return int_hash_32(before) ^ next; }

template <std::uint64_t (*kHash)(std::string_view)>
std::uint64_t hashed_pair(std::uint64_t before, std::uint64_t next) {
  char bytes[16];
  for (std::size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<char>(before >> 8 * i & 0xff);
    bytes[8 + i] = static_cast<char>(next >> 8 * i & 0xff);
  }
  return kHash({bytes, 16});
}

template <std::uint64_t (*kOf)(const Value&)>
std::uint64_t single(const Row& row) {
  return kOf(row[0]);
}

template <std::uint64_t (*kOf)(const Value&), std::uint64_t (*kPair)(std::uint64_t, std::uint64_t)>
std::uint64_t several(const Row& row) {
  std::uint64_t hash = kOf(row[0]);
  for (const Value& value : row.values().subspan(1)) hash = kPair(hash, kOf(value));
  return hash;
}

template <std::uint64_t (*kOf)(const Value&)>
void explain(const Row& row, Trace& trace) {
  if (row.values().size() == 1) return;  // then it is the number itself
  for (const Value& value : row.values()) trace.push_back({"value's hash", decimal(kOf(value))});
}

constexpr std::string_view kSource = "ClickHouse 26.7.2.1, a Distributed table’s sharding expression";

template <std::uint64_t (*kOf)(const Value&), std::uint64_t (*kPair)(std::uint64_t, std::uint64_t)>
constexpr Partitioner of_columns(std::string_view id, std::string_view formula) {
  return {.id = id,
          .source = kSource,
          .formula = formula,
          .takes = kTypes,
          .several = true,
          .weights = true,
          .number = {several<kOf, kPair>},
          .explain = explain<kOf>};
}

template <std::uint64_t (*kOf)(const Value&)>
constexpr Partitioner of_one(std::string_view id, std::string_view formula, ColumnTypes takes) {
  return {.id = id, .source = kSource, .formula = formula, .takes = takes, .weights = true, .number = {single<kOf>}};
}

}  // namespace
}  // namespace clickhouse

extern const Partitioner clickhouse_city_partitioner;
constinit const Partitioner clickhouse_city_partitioner =
    clickhouse::of_columns<clickhouse::city_value, city_pair>("clickhouse_city", "cityHash64(key)");

extern const Partitioner clickhouse_xxhash64_partitioner;
constinit const Partitioner clickhouse_xxhash64_partitioner =
    clickhouse::of_columns<clickhouse::of_bytes<clickhouse::xx>, city_pair>("clickhouse_xxhash64", "xxHash64(key)");

extern const Partitioner clickhouse_siphash64_partitioner;
constinit const Partitioner clickhouse_siphash64_partitioner =
    clickhouse::of_columns<clickhouse::of_bytes<clickhouse::sip>, clickhouse::hashed_pair<clickhouse::sip>>(
        "clickhouse_siphash64", "sipHash64(key)");

extern const Partitioner clickhouse_murmurhash3_64_partitioner;
constinit const Partitioner clickhouse_murmurhash3_64_partitioner =
    clickhouse::of_columns<clickhouse::of_bytes<clickhouse::murmur_3>, clickhouse::murmur_pair>(
        "clickhouse_murmurhash3_64", "murmurHash3_64(key)");

extern const Partitioner clickhouse_murmurhash2_64_partitioner;
constinit const Partitioner clickhouse_murmurhash2_64_partitioner =
    clickhouse::of_columns<clickhouse::of_bytes<clickhouse::murmur_2>, clickhouse::murmur_pair>(
        "clickhouse_murmurhash2_64", "murmurHash2_64(key)");

extern const Partitioner clickhouse_murmurhash3_32_partitioner;
constinit const Partitioner clickhouse_murmurhash3_32_partitioner =
    clickhouse::of_columns<clickhouse::of_bytes<clickhouse::murmur_32>, clickhouse::murmur_pair_32>(
        "clickhouse_murmurhash3_32", "murmurHash3_32(key)");

extern const Partitioner clickhouse_halfmd5_partitioner;
constinit const Partitioner clickhouse_halfmd5_partitioner =
    clickhouse::of_columns<clickhouse::of_bytes<clickhouse::half_md5>, clickhouse::hashed_pair<clickhouse::half_md5>>(
        "clickhouse_halfmd5", "halfMD5(key)");

extern const Partitioner clickhouse_inthash64_partitioner;
constinit const Partitioner clickhouse_inthash64_partitioner =
    clickhouse::of_one<clickhouse::int_value_64>("clickhouse_inthash64", "intHash64(key)", clickhouse::kIntegers);

extern const Partitioner clickhouse_inthash32_partitioner;
constinit const Partitioner clickhouse_inthash32_partitioner =
    clickhouse::of_one<clickhouse::int_value_32>("clickhouse_inthash32", "intHash32(key)", clickhouse::kIntegers);

extern const Partitioner clickhouse_javahash_partitioner;
constinit const Partitioner clickhouse_javahash_partitioner =
    clickhouse::of_one<clickhouse::java_value>("clickhouse_javahash", "javaHash(key)", clickhouse::kWithoutUuid);

extern const Partitioner clickhouse_integer_partitioner;
constinit const Partitioner clickhouse_integer_partitioner =
    clickhouse::of_one<clickhouse::dividend>("clickhouse_integer", "key", clickhouse::kIntegers);

}  // namespace reshard
