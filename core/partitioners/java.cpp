// Java's hashCode() divided among partitions: four systems, and three ways to make it a number that is not negative.
//
// Spark's RDDs (HashPartitioner): the remainder that is never negative. Hadoop and Hive: without the sign bit, which
// is another partition wherever the number of partitions is no power of two. ShardingSphere (HASH_MOD): the magnitude,
// as a long. Rows: hashCode() printed by OpenJDK 17.0.15; the divisions are the systems' own source.
//
// Hadoop's keys are its own classes: Text and BytesWritable (WritableComparator.hashBytes(): from 1, over signed
// bytes), IntWritable and LongWritable, whose hashCode() is the low half alone. Hive buckets text as Text but from 0,
// over UTF-8 and not UTF-16: like String.hashCode() of ASCII, and of nothing else (ObjectInspectorUtils.hashCode(), as
// Spark's HiveHasher repeats it; tables since Hive 3 have bucketing_version 2, another hash). A Python key is in
// pyspark.cpp, a DataFrame's in spark_sql.cpp.

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/partitioners/java_hash.h"
#include "core/partitioners/partitioner.h"
#include "core/partitioners/text_keys.h"

namespace reshard {
namespace {

constexpr std::uint32_t kWithoutSign = 0x7fffffff;

std::uint64_t extended(std::int32_t number) { return static_cast<std::uint64_t>(std::int64_t{number}); }

std::uint64_t signed_code(const Row& row) { return extended(java_hash_code(row[0])); }

std::uint64_t code_without_sign(const Row& row) {
  return static_cast<std::uint32_t>(java_hash_code(row[0])) & kWithoutSign;
}

std::uint32_t hash_signed_bytes(std::string_view bytes, std::uint32_t from) {
  std::uint32_t hash = from;
  for (const char byte : bytes) hash = hash * 31 + static_cast<std::uint32_t>(static_cast<signed char>(byte));
  return hash;
}

std::uint32_t writable_code(const Value& value) {
  switch (value.type) {
    case ColumnType::kText:
    case ColumnType::kBytes: return hash_signed_bytes(value.text, 1);
    default: return static_cast<std::uint32_t>(value.number);
  }
}

std::uint32_t hive_code(const Value& value) {
  if (value.null) return 0;
  switch (value.type) {
    case ColumnType::kText: return hash_signed_bytes(value.text, 0);
    case ColumnType::kInt64:
      return static_cast<std::uint32_t>(static_cast<std::uint64_t>(value.number) ^
                                        static_cast<std::uint64_t>(value.number) >> 32);
    default: return static_cast<std::uint32_t>(value.number);
  }
}

// ObjectInspectorUtils.getBucketHashCode(): columns as the values of a list.
std::uint32_t hive_code_of_row(const Row& row) {
  std::uint32_t hash = 0;
  for (const Value& value : row.values()) hash = hash * 31 + hive_code(value);
  return hash;
}

std::uint64_t writable(const Row& row) { return writable_code(row[0]) & kWithoutSign; }
std::uint64_t hive(const Row& row) { return hive_code_of_row(row) & kWithoutSign; }

void push_code(std::uint32_t code, Trace& trace) {
  trace.push_back({"hash code", signed_decimal(std::int64_t{static_cast<std::int32_t>(code)})});
}
void explain_writable(const Row& row, Trace& trace) { push_code(writable_code(row[0]), trace); }
void explain_hive(const Row& row, Trace& trace) { push_code(hive_code_of_row(row), trace); }

}  // namespace

extern const Partitioner spark_rdd_partitioner;
constinit const Partitioner spark_rdd_partitioner{
    .id = "spark_rdd",
    .source = "Apache Spark, HashPartitioner; rows of hashCode() from OpenJDK 17.0.15",
    .formula = "key.hashCode",
    .takes = kJavaTypes,
    .nulls = true,
    .remainder = Partitioner::Remainder::kFloor,
    .number = text_keys(signed_code),
};

extern const Partitioner hadoop_partitioner;
constinit const Partitioner hadoop_partitioner{
    .id = "hadoop",
    .source = "Apache Hadoop, HashPartitioner; rows of hashCode() from OpenJDK 17.0.15",
    .formula = "key.hashCode() & Integer.MAX_VALUE",
    .takes = kJavaTypes,
    .number = text_keys(code_without_sign),
    .explain = explain_java_hash_code,
};

extern const Partitioner hadoop_writable_partitioner;
constinit const Partitioner hadoop_writable_partitioner{
    .id = "hadoop_writable",
    .source = "Apache Hadoop, HashPartitioner, Text and LongWritable; rows of Arrays.hashCode() from OpenJDK 17.0.15",
    .formula = "key.hashCode() & Integer.MAX_VALUE",
    .takes = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32},
    .number = text_keys(writable),
    .explain = explain_writable,
};

extern const Partitioner hive_partitioner;
constinit const Partitioner hive_partitioner{
    .id = "hive",
    .source = "Apache Hive 1.2.1, ObjectInspectorUtils.hashCode(), after values that Spark publishes",
    .formula = "hashCode & Integer.MAX_VALUE",
    .takes = {ColumnType::kText, ColumnType::kInt64, ColumnType::kInt32},
    .several = true,
    .nulls = true,
    .number = text_keys(hive),
    .explain = explain_hive,
};

extern const Partitioner shardingsphere_partitioner;
constinit const Partitioner shardingsphere_partitioner{
    .id = "shardingsphere",
    .source = "Apache ShardingSphere, HashModShardingAlgorithm; rows of hashCode() from OpenJDK 17.0.15",
    .formula = "Math.abs((long) value.hashCode())",
    .takes = {ColumnType::kText, ColumnType::kInt64, ColumnType::kInt32},
    .remainder = Partitioner::Remainder::kMagnitude,
    .number = text_keys(signed_code),
};

}  // namespace reshard
