// Spark SQL: hash(), by which repartition(n, columns) and bucketBy(n, columns) divide the rows of a DataFrame.
//
// Murmur3 of 32 bits with seed 42; each further column is hashed with the hash so far as its seed, and NULL leaves it.
// Integers, booleans and dates are one word, long and timestamp two. Text is not plain Murmur3: of what is left after
// its whole words, every byte is mixed in as a word of its own, with its sign (Murmur3_x86_32.hashUnsafeBytes(), kept
// for what older releases wrote). Rows: those methods compiled on OpenJDK 17.0.15, and Guava 31.1 for the numbers.

#include <bit>

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/partitioners/bytes.h"
#include "core/partitioners/calendar.h"
#include "core/partitioners/partitioner.h"
#include "core/partitioners/text_keys.h"

namespace reshard {
namespace {

constexpr std::uint32_t kSeed = 42;

std::uint32_t mixed(std::uint32_t hash, std::uint32_t word) {
  hash ^= std::rotl(word * 0xcc9e2d51u, 15) * 0x1b873593u;
  return std::rotl(hash, 13) * 5 + 0xe6546b64u;
}

std::uint32_t hash_text(std::string_view text, std::uint32_t seed) {
  const std::size_t whole = text.size() / 4 * 4;
  std::uint32_t hash = seed;
  for (std::size_t at = 0; at < whole; at += 4) hash = mixed(hash, load_le32(text.data() + at));
  for (const char byte : text.substr(whole))
    hash = mixed(hash, static_cast<std::uint32_t>(static_cast<signed char>(byte)));
  return fmix32(hash ^ static_cast<std::uint32_t>(text.size()));
}

std::uint32_t hash_word(std::int64_t number, std::uint32_t seed) {
  return murmur3_32(NumberBytes<4>::little(static_cast<std::uint64_t>(number)), seed);
}

std::uint32_t hash_long(std::int64_t number, std::uint32_t seed) {
  return murmur3_32(NumberBytes<8>::little(static_cast<std::uint64_t>(number)), seed);
}

std::uint32_t hash_of(const Value& value, std::uint32_t seed) {
  if (value.null) return seed;
  switch (value.type) {
    case ColumnType::kInt64: return hash_long(value.number, seed);
    case ColumnType::kTimestamp: return hash_long(micros_since_1970(value.number), seed);
    case ColumnType::kDate: return hash_word(days_since_1970(value.number), seed);
    case ColumnType::kInt32:
    case ColumnType::kInt16:
    case ColumnType::kBool: return hash_word(value.number, seed);
    default: return hash_text(value.text, seed);
  }
}

std::uint64_t hash_row(const Row& row) {
  std::uint32_t hash = kSeed;
  for (const Value& value : row.values()) hash = hash_of(value, hash);
  return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(hash)});
}

// The hash after each column but the last, which the next step shows.
void explain(const Row& row, Trace& trace) {
  std::uint32_t hash = kSeed;
  for (const Value& value : row.values().first(row.values().size() - 1)) {
    hash = hash_of(value, hash);
    trace.push_back({"next seed", signed_decimal(std::int64_t{static_cast<std::int32_t>(hash)})});
  }
}

}  // namespace

extern const Partitioner spark_sql_partitioner;
constinit const Partitioner spark_sql_partitioner{
    .id = "spark_sql",
    .source = "Apache Spark 01f9c8e, Murmur3_x86_32 with seed 42; rows from its methods, and from Guava 31.1",
    .formula = "hash(columns)",
    .takes = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32, ColumnType::kInt16,
              ColumnType::kBool, ColumnType::kDate, ColumnType::kTimestamp},
    .several = true,
    .nulls = true,
    .remainder = Partitioner::Remainder::kFloor,
    .number = text_keys(hash_row),
    .explain = explain,
};

}  // namespace reshard
