// Iceberg: the transform bucket[n] of a column, which its tables are partitioned by.
//
// The specification's appendix B: Murmur3 of 32 bits with seed 0, without its sign bit, modulo n. Integers and dates
// are hashed as a long of 8 bytes, so that int can become long without moving a row; a UUID as its 16 bytes, highest
// first. The bucket of NULL is NULL, which is a partition beside the n. Rows: Guava 31.1, which the reference
// implementation calls.

#include "core/hash/functions.h"
#include "core/partitioners/bytes.h"
#include "core/partitioners/calendar.h"
#include "core/partitioners/partitioner.h"
#include "core/partitioners/text_keys.h"

namespace reshard {
namespace {

std::uint32_t hash_long(std::int64_t number) {
  return murmur3_32(NumberBytes<8>::little(static_cast<std::uint64_t>(number)));
}

std::uint32_t hash_of(const Value& value) {
  switch (value.type) {
    case ColumnType::kInt64:
    case ColumnType::kInt32: return hash_long(value.number);
    case ColumnType::kDate: return hash_long(days_since_1970(value.number));
    case ColumnType::kTimestamp: return hash_long(micros_since_1970(value.number));
    default: return murmur3_32(value.text);
  }
}

std::uint64_t bucket_hash(const Row& row) { return hash_of(row[0]) & 0x7fffffff; }

}  // namespace

extern const Partitioner iceberg_partitioner;
constinit const Partitioner iceberg_partitioner{
    .id = "iceberg",
    .source = "Apache Iceberg's specification, appendix B; rows from Guava 31.1",
    .formula = "murmur3_32(value) & 0x7fffffff",
    .takes = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32, ColumnType::kUuid,
              ColumnType::kDate, ColumnType::kTimestamp},
    .number = text_keys(bucket_hash),
};

}  // namespace reshard
