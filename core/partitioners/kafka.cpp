// Kafka: which partition of a topic gets a record, by its key's bytes as the producer's serialiser writes them.
//
// The Java client's default (BuiltInPartitioner.partitionForKey()): murmur2 with Kafka's seed, without its sign bit, modulo
// the topic's number of partitions, all of them. Rows were printed by librdkafka 2.0.2, python3-kafka 2.0.2 and kafkajs 2.2.4.
//
// Keys: text as StringSerializer writes it (UTF-8), LongSerializer's eight bytes and IntegerSerializer's four, highest
// first; UUIDSerializer writes text.

#include "core/hash/functions.h"
#include "core/partitioners/bytes.h"
#include "core/partitioners/partitioner.h"

namespace reshard {
namespace {

constexpr ColumnTypes kSerialised = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32};

template <typename Hash>
std::uint64_t of_serialised(const Value& value, Hash hash) {
  switch (value.type) {
    case ColumnType::kInt64: return hash(NumberBytes<8>::big(static_cast<std::uint64_t>(value.number)));
    case ColumnType::kInt32: return hash(NumberBytes<4>::big(static_cast<std::uint64_t>(value.number)));
    default: return hash(value.text);
  }
}

std::uint64_t java(const Row& row) {
  constexpr std::uint32_t kSeed = 0x9747b28c, kWithoutSign = 0x7fffffff;
  return of_serialised(row[0], [](std::string_view bytes) { return murmur2(bytes, kSeed) & kWithoutSign; });
}

}  // namespace

extern const Partitioner kafka_murmur2_partitioner;
constinit const Partitioner kafka_murmur2_partitioner{
    .id = "kafka_murmur2",
    .source =
        "Apache Kafka's clients, BuiltInPartitioner; rows from librdkafka 2.0.2, python3-kafka 2.0.2, kafkajs 2.2.4",
    .formula = "murmur2(key) & 0x7fffffff",
    .takes = kSerialised,
    .number = {java},
};

}  // namespace reshard
