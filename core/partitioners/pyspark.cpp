// PySpark: portable_hash(), by which partitionBy(), groupByKey() and joins of Python's RDDs divide keys.
//
// CPython's hash() where PYTHONHASHSEED is 0, as Spark sets it for its workers; 0 of None, and a rule of its own for a
// tuple, several columns. An integer is its magnitude modulo 2^61 − 1 with its sign, and −1 becomes −2. Text is
// SipHash of its code points in 1, 2 or 4 bytes each, as many as the largest needs; the variant is 1-3 since Python
// 3.11, and it was 2-4 before: workers of different versions do not agree. Python 3.11.2 of Debian 12 is asked by a
// test; portable_hash() is copied from pyspark/rdd.py of Spark 3.3.

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/base/uint128.h"
#include "core/hash/functions.h"
#include "core/partitioners/partitioner.h"
#include "core/partitioners/text_keys.h"

namespace reshard {
namespace {

constexpr std::uint64_t kModulus = (std::uint64_t{1} << 61) - 1;
constexpr std::uint64_t kError = ~std::uint64_t{0};  // −1 tells CPython of an error, so that no hash is −1

std::uint64_t without_error(std::uint64_t hash) { return hash == kError ? hash - 1 : hash; }

std::uint64_t hash_bytes(std::string_view bytes) { return bytes.empty() ? 0 : without_error(siphash13(bytes, 0, 0)); }

std::uint64_t hash_integer(std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  return without_error(number < 0 ? 0 - (0 - bits) % kModulus : bits % kModulus);
}

std::uint64_t hash_uuid(std::string_view bytes) {
  const U128 number = U128{load_be64(bytes.data())} << 64 | load_be64(bytes.data() + 8);
  return static_cast<std::uint64_t>(number % kModulus);
}

std::uint16_t unit_at(const std::string& units, std::size_t at) { return load_le<std::uint16_t>(units.data() + at); }
bool is_high_surrogate(std::uint16_t unit) { return (unit & 0xfc00) == 0xd800; }

// A text as CPython stores it (PEP 393).
std::string stored(std::string_view text) {
  const std::string units = to_utf16(text);
  std::uint16_t all = 0;
  bool pairs = false;
  for (std::size_t at = 0; at < units.size(); at += 2) {
    all |= unit_at(units, at);
    pairs = pairs || is_high_surrogate(unit_at(units, at));
  }
  std::string bytes;
  if (all < 0x100) {
    for (std::size_t at = 0; at < units.size(); at += 2) bytes += units[at];
    return bytes;
  }
  if (!pairs) return units;
  for (std::size_t at = 0; at < units.size(); at += 2) {
    std::uint32_t point = unit_at(units, at);
    if (is_high_surrogate(unit_at(units, at))) {
      at += 2;
      point = 0x10000 + ((point & 0x3ff) << 10 | (unit_at(units, at) & 0x3ffu));
    }
    append_le(bytes, point);
  }
  return bytes;
}

std::uint64_t hash_of(const Value& value) {
  if (value.null) return 0;
  switch (value.type) {
    case ColumnType::kInt64:
    case ColumnType::kInt32: return hash_integer(value.number);
    case ColumnType::kBool: return value.number != 0 ? 1 : 0;
    case ColumnType::kUuid: return hash_uuid(value.text);
    case ColumnType::kText: return hash_bytes(stored(value.text));
    default: return hash_bytes(value.text);
  }
}

std::uint64_t portable_hash(const Row& row) {
  if (row.values().size() == 1) return hash_of(row[0]);
  std::uint64_t hash = 0x345678;
  for (const Value& value : row.values()) hash = (hash ^ hash_of(value)) * 1000003 & ~std::uint64_t{0} >> 1;
  return without_error(hash ^ row.values().size());
}

void explain(const Row& row, Trace& trace) {
  if (row.values().size() == 1) return;
  for (const Value& value : row.values()) {
    trace.push_back({"hash of a column", signed_decimal(static_cast<std::int64_t>(hash_of(value)))});
  }
}

}  // namespace

extern const Partitioner pyspark_partitioner;
constinit const Partitioner pyspark_partitioner{
    .id = "pyspark",
    .source = "Apache Spark 3.3, pyspark/rdd.py, with CPython 3.11 and PYTHONHASHSEED=0",
    .formula = "portable_hash(key)",
    .takes = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32, ColumnType::kUuid,
              ColumnType::kBool},
    .several = true,
    .nulls = true,
    .remainder = Partitioner::Remainder::kFloor,
    .number = text_keys(portable_hash),
    .explain = explain,
};

}  // namespace reshard
