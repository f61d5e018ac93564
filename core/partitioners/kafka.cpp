// Kafka: which partition of a topic gets a record, by its key's bytes as the producer's serialiser writes them.
//
// A hash of the bytes modulo the topic's number of partitions: all of them, not those that are available. Which hash depends
// on the producer. Sources: Java's BuiltInPartitioner.partitionForKey(); librdkafka's rdkafka_msg.c, whose option
// `partitioner` has the names that follow; Sarama's partitioner.go; kafkajs' src/producer/partitioners. Rows were printed by
// librdkafka 2.0.2, python3-kafka 2.0.2 and kafkajs 2.2.4.
//
//   dialect                  who                                       the number                   NULL      empty key
//   kafka_murmur2            Java, murmur2_random, python3-kafka,      murmur2 & 0x7fffffff         random    hashed
//                            kafkajs since 2.0
//   librdkafka_murmur2       murmur2                                   the same                     as empty  hashed
//   kafka_consistent_random  consistent_random, librdkafka's default   CRC-32                       random    random
//   kafka_consistent         consistent                                CRC-32                       as empty  hashed
//   kafka_fnv1a_random       fnv1a_random; Sarama's default            |FNV-1a 32 as signed|        random    hashed
//   kafka_fnv1a              fnv1a                                     the same                     as empty  hashed
//   sarama_reference         Sarama's NewReferenceHashPartitioner()    FNV-1a 32 & 0x7fffffff       random    hashed
//   kafkajs_legacy           kafkajs before 2.0, LegacyPartitioner     its murmur2 & 0x7fffffff     random    hashed
//
// A random partition is no placement: a key that gets one is refused.
//
// kafkajs' old murmur2 has the steps of murmur2 in JavaScript's doubles. A product is not cut to 32 bits but rounded to a
// double, and cut to a signed word where the next operator on bits needs one. Its loop runs while i < length / 4,
// which is not rounded: a rest of one to three bytes is mixed as a word filled with zeros, and then once more as the rest.
//
// Keys: text as StringSerializer writes it (UTF-8), LongSerializer's eight bytes and IntegerSerializer's four, highest
// first; UUIDSerializer writes text. A NULL key has no bytes.

#include "core/hash/functions.h"
#include "core/partitioners/bytes.h"
#include "core/partitioners/partitioner.h"

namespace reshard {
namespace kafka {
namespace {

constexpr std::uint32_t kSeed = 0x9747b28c, kWithoutSign = 0x7fffffff;

constexpr ColumnTypes kSerialised = {ColumnType::kText, ColumnType::kBytes, ColumnType::kInt64, ColumnType::kInt32};

std::string serialised(const Value& value) {
  if (value.null) return {};
  const auto number = static_cast<std::uint64_t>(value.number);
  switch (value.type) {
    case ColumnType::kInt64: return std::string(NumberBytes<8>::big(number));
    case ColumnType::kInt32: return std::string(NumberBytes<4>::big(number));
    default: return std::string(value.text);
  }
}

template <std::uint32_t (*kHash)(std::string_view)>
std::uint64_t number_of(const Row& row) {
  return kHash(serialised(row[0]));
}

std::uint32_t java(std::string_view key) { return murmur2(key, kSeed) & kWithoutSign; }

std::uint32_t crc(std::string_view key) { return crc32(key); }

std::uint32_t fnv_magnitude(std::string_view key) {
  const std::uint32_t hash = fnv1a32(key);
  return hash >> 31 != 0 ? 0 - hash : hash;  // -2^31 stays 2^31
}

std::uint32_t fnv_masked(std::string_view key) { return fnv1a32(key) & kWithoutSign; }

// JavaScript's numbers, each a double that holds a whole number below 2^63.
std::uint32_t word_of(double number) { return static_cast<std::uint32_t>(static_cast<std::int64_t>(number)); }
double signed_word(std::uint32_t word) { return static_cast<std::int32_t>(word); }

std::uint32_t byte_at(std::string_view key, std::size_t at) {
  return at < key.size() ? static_cast<unsigned char>(key[at]) : 0;
}

std::uint32_t kafkajs(std::string_view key) {
  constexpr double kFactor = 0x5bd1e995;
  double h = signed_word(kSeed ^ static_cast<std::uint32_t>(key.size()));
  for (std::size_t at = 0; at < key.size(); at += 4) {
    double k = signed_word(byte_at(key, at) | byte_at(key, at + 1) << 8 | byte_at(key, at + 2) << 16 |
                           byte_at(key, at + 3) << 24);
    k *= kFactor;
    k = signed_word(word_of(k) ^ word_of(k) >> 24) * kFactor;
    h *= kFactor;
    h = signed_word(word_of(h) ^ word_of(k));
  }
  const std::size_t rest = key.size() % 4, from = key.size() - rest;
  if (rest != 0) {
    const std::uint32_t word = byte_at(key, from) | byte_at(key, from + 1) << 8 | byte_at(key, from + 2) << 16;
    h = signed_word(word_of(h) ^ word) * kFactor;
  }
  h = signed_word(word_of(h) ^ word_of(h) >> 13) * kFactor;
  return (word_of(h) ^ word_of(h) >> 15) & kWithoutSign;
}

// Numbers do not show their bytes; text is its own.
void explain(const Row& row, Trace& trace) {
  const Value& value = row[0];
  if (value.null || value.type == ColumnType::kText || value.type == ColumnType::kBytes) return;
  const std::string bytes = serialised(value);
  trace.push_back({"serialised", shown({.type = ColumnType::kBytes, .text = bytes})});
}

std::string wanted(std::string_view key, const RowType& type) {
  std::string words = wanted_row(key, type);
  constexpr std::string_view kCommon = "NULL has no partition";
  if (words.ends_with(kCommon)) words += " of its own: the producer chooses one at random";
  return words;
}

bool reads_not_empty(std::string_view key, const RowType& type) {
  Row row;
  return row.read(key, type) && !serialised(row[0]).empty();
}

std::string wanted_not_empty(std::string_view key, const RowType& type) {
  if (!reads_row(key, type)) return wanted(key, type);
  return "a byte at least: an empty key has no partition of its own, the producer chooses one at random";
}

template <std::uint32_t (*kHash)(std::string_view)>
constexpr TypedKeys kHashed = {.of_row = number_of<kHash>, .wanted = wanted};

constexpr TypedKeys kCrcNotEmpty = {.of_row = number_of<crc>, .reads = reads_not_empty, .wanted = wanted_not_empty};

}  // namespace
}  // namespace kafka

extern const Partitioner kafka_murmur2_partitioner;
constinit const Partitioner kafka_murmur2_partitioner{
    .id = "kafka_murmur2",
    .source = "Apache Kafka's clients, BuiltInPartitioner; librdkafka 2.0.2, python3-kafka 2.0.2, kafkajs 2.2.4",
    .formula = "murmur2(key) & 0x7fffffff",
    .takes = kafka::kSerialised,
    .number = kafka::kHashed<kafka::java>,
    .explain = kafka::explain,
};

extern const Partitioner librdkafka_murmur2_partitioner;
constinit const Partitioner librdkafka_murmur2_partitioner{
    .id = "librdkafka_murmur2",
    .source = "librdkafka 2.0.2, partitioner=murmur2",
    .formula = "murmur2(key) & 0x7fffffff",
    .takes = kafka::kSerialised,
    .nulls = true,
    .number = kafka::kHashed<kafka::java>,
    .explain = kafka::explain,
};

extern const Partitioner kafka_consistent_random_partitioner;
constinit const Partitioner kafka_consistent_random_partitioner{
    .id = "kafka_consistent_random",
    .source = "librdkafka 2.0.2, partitioner=consistent_random",
    .formula = "crc32(key)",
    .takes = kafka::kSerialised,
    .number = kafka::kCrcNotEmpty,
    .explain = kafka::explain,
};

extern const Partitioner kafka_consistent_partitioner;
constinit const Partitioner kafka_consistent_partitioner{
    .id = "kafka_consistent",
    .source = "librdkafka 2.0.2, partitioner=consistent",
    .formula = "crc32(key)",
    .takes = kafka::kSerialised,
    .nulls = true,
    .number = kafka::kHashed<kafka::crc>,
    .explain = kafka::explain,
};

extern const Partitioner kafka_fnv1a_random_partitioner;
constinit const Partitioner kafka_fnv1a_random_partitioner{
    .id = "kafka_fnv1a_random",
    .source = "librdkafka 2.0.2, partitioner=fnv1a_random; Sarama, NewHashPartitioner()",
    .formula = "|int32(fnv1a_32(key))|",
    .takes = kafka::kSerialised,
    .number = kafka::kHashed<kafka::fnv_magnitude>,
    .explain = kafka::explain,
};

extern const Partitioner kafka_fnv1a_partitioner;
constinit const Partitioner kafka_fnv1a_partitioner{
    .id = "kafka_fnv1a",
    .source = "librdkafka 2.0.2, partitioner=fnv1a",
    .formula = "|int32(fnv1a_32(key))|",
    .takes = kafka::kSerialised,
    .nulls = true,
    .number = kafka::kHashed<kafka::fnv_magnitude>,
    .explain = kafka::explain,
};

extern const Partitioner sarama_reference_partitioner;
constinit const Partitioner sarama_reference_partitioner{
    .id = "sarama_reference",
    .source = "Sarama, NewReferenceHashPartitioner()",
    .formula = "fnv1a_32(key) & 0x7fffffff",
    .takes = kafka::kSerialised,
    .number = kafka::kHashed<kafka::fnv_masked>,
    .explain = kafka::explain,
};

extern const Partitioner kafkajs_legacy_partitioner;
constinit const Partitioner kafkajs_legacy_partitioner{
    .id = "kafkajs_legacy",
    .source = "kafkajs 2.2.4, LegacyPartitioner",
    .formula = "murmur2(key) & 0x7fffffff, in doubles",
    .takes = kafka::kSerialised,
    .number = kafka::kHashed<kafka::kafkajs>,
    .explain = kafka::explain,
};

}  // namespace reshard
