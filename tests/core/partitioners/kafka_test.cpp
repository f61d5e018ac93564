#include <gtest/gtest.h>

#include "core/base/text.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy kafka(std::string_view dialect, std::string_view type = "text") {
  return ConfiguredStrategy("partitions", {{"dialect", dialect}, {"type", type}});
}

// kafka.csv has keys of any bytes.
void expect_kafka_columns(std::string_view dialect, std::string_view type, std::string_view letter) {
  const Vectors rows("kafka.csv");
  const ConfiguredStrategy setup = kafka(dialect, type);
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(type == "text" ? row.bytes("key_hex") : row["key_hex"]);
  for (const std::size_t count : {1, 2, 3, 6, 7, 12, 50, 100}) {
    const auto owners = place(setup, numbered_cluster("p", count), given_keys(keys));
    const std::string column = std::string(letter) + decimal(count);
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) wrong += index_of(owners[i]) != rows[i].number(column);
    EXPECT_EQ(wrong, 0u) << dialect << " " << column << ", of " << rows.size() << " rows";
  }
}

std::string kafka_partition_of(const ConfiguredStrategy& setup, std::size_t count, std::string_view key) {
  return owner_names(setup, numbered_cluster("", count), {std::string(key)}).front();
}

std::string kafka_refusal(std::string_view dialect, std::string_view type, std::string_view key) {
  const Recipe recipe = kafka(dialect, type).recipes().front();
  return recipe.reads(key) ? "" : recipe.refusal(key, "key", key).args.at(1);
}

TEST(Kafka, GivesEveryKeyThePartitionThatItsProducersPrinted) {
  constexpr std::pair<std::string_view, std::string_view> kDialects[] = {
      {"kafka_murmur2", "m"},    {"librdkafka_murmur2", "m"}, {"kafka_consistent_random", "c"},
      {"kafka_consistent", "c"}, {"kafka_fnv1a_random", "f"}, {"kafka_fnv1a", "f"},
      {"kafkajs_legacy", "l"},
  };
  for (const auto& [dialect, letter] : kDialects) {
    for (const std::string_view type : {"text", "bytes"}) expect_kafka_columns(dialect, type, letter);
  }
}

TEST(Kafka, NumbersAreThoseThatWerePrinted) {
  const Vectors rows("kafka.csv");
  ASSERT_EQ(rows.size(), 968u);
  const Recipe recipe = kafka("kafka_murmur2").recipes().front();
  for (const auto& row : rows) EXPECT_EQ(recipe(row.bytes("key_hex")), row.number("murmur2") & 0x7fffffff);
}

// librdkafka 2.0.2 was asked: rd_kafka_msg_partitioner_murmur2() says 9, …_consistent_random() 6 and …_fnv1a() 3.
TEST(Kafka, Key10048069GoesToPartition9InJavaAndTo6ByDefaultInLibrdkafka) {
  EXPECT_EQ(kafka_partition_of(kafka("kafka_murmur2"), 12, "100:48069"), "9");
  EXPECT_EQ(kafka_partition_of(kafka("kafka_consistent_random"), 12, "100:48069"), "6");
  EXPECT_EQ(kafka_partition_of(kafka("kafka_fnv1a_random"), 12, "100:48069"), "3");
}

// FNV-1a's own published values: of "" 0x811c9dc5, of "a" 0xe40c292c, of "foobar" 0xbf9cf968.
TEST(Kafka, SaramaTakesTheMagnitudeByDefaultAndMasksTheSignInItsReferencePartitioner) {
  for (const auto& [key, hash] : {std::pair{"a", 0xe40c292cu}, std::pair{"foobar", 0xbf9cf968u}}) {
    EXPECT_EQ(kafka("kafka_fnv1a_random").recipes().front()(key), 0u - hash);
    EXPECT_EQ(kafka("sarama_reference").recipes().front()(key), hash & 0x7fffffff);
  }
}

// As LongSerializer and IntegerSerializer write them.
TEST(Kafka, ANumberIsItsBytesHighestFirst) {
  for (const std::string_view dialect : {"kafka_murmur2", "kafka_consistent", "kafka_fnv1a", "kafkajs_legacy"}) {
    const Recipe bytes = kafka(dialect, "bytes").recipes().front();
    const Recipe int64 = kafka(dialect, "int64").recipes().front(), int32 = kafka(dialect, "int32").recipes().front();
    EXPECT_EQ(int64("42"), bytes("000000000000002a")) << dialect;
    EXPECT_EQ(int64("-2"), bytes("fffffffffffffffe")) << dialect;
    EXPECT_EQ(int32("42"), bytes("0000002a")) << dialect;
    EXPECT_EQ(int32("-2"), bytes("fffffffe")) << dialect;
  }
}

// As librdkafka's partitioners were seen to do: tests/live/kafka.test.mjs.
TEST(Kafka, ANullKeyGoesWhereTheEmptyOneGoesUnlessItsPartitionIsRandom) {
  for (const std::string_view dialect : {"librdkafka_murmur2", "kafka_consistent", "kafka_fnv1a"}) {
    for (const std::string_view type : {"text", "bytes", "int64", "int32"}) {
      const Recipe empty = kafka(dialect, "bytes").recipes().front();
      EXPECT_EQ(kafka(dialect, type).recipes().front()("\\N"), empty("\\x")) << dialect << " " << type;
    }
  }
  for (const std::string_view dialect :
       {"kafka_murmur2", "kafka_consistent_random", "kafka_fnv1a_random", "sarama_reference", "kafkajs_legacy"}) {
    EXPECT_EQ(kafka_refusal(dialect, "text", "\\N"),
              "text; NULL has no partition of its own: the producer chooses one at random")
        << dialect;
  }
}

TEST(Kafka, OnlyLibrdkafkasDefaultGivesAnEmptyKeyARandomPartition) {
  EXPECT_EQ(kafka_refusal("kafka_consistent_random", "bytes", "\\x"),
            "a byte at least: an empty key has no partition of its own, the producer chooses one at random");
  EXPECT_EQ(kafka_refusal("kafka_consistent_random", "bytes", "\\x00"), "");
  for (const std::string_view dialect : {"kafka_murmur2", "librdkafka_murmur2", "kafka_consistent",
                                         "kafka_fnv1a_random", "kafka_fnv1a", "sarama_reference", "kafkajs_legacy"}) {
    EXPECT_EQ(kafka_refusal(dialect, "bytes", "\\x"), "") << dialect;
  }
}

TEST(Kafka, ExplainsANumberByTheBytesOfItsSerialiser) {
  const Trace steps = explain_serving(kafka("kafka_murmur2", "int32"), numbered_cluster("p", 12), "-2");
  ASSERT_GE(steps.size(), 5u);
  EXPECT_EQ(steps[0].value, "int32 -2");
  EXPECT_EQ(steps[1].label, "serialised");
  EXPECT_EQ(steps[1].value, "bytes fffffffe");
  EXPECT_EQ(steps[2].value, "murmur2(key) & 0x7fffffff");
}

TEST(Kafka, RefusesATypeWithoutASerialiserNamingTheField) {
  const auto built = try_build(kafka("kafka_murmur2", "uuid"), numbered_cluster("p", 3), {});
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(built.error().field, "type");
}

}  // namespace
}  // namespace reshard::testing
