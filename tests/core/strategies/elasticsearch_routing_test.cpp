#include <gtest/gtest.h>

#include <set>

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy routed(std::string_view function, std::string_view size, std::string_view routing_shards = "0") {
  return ConfiguredStrategy(
      "elasticsearch_routing",
      {{"routing_function", function}, {"routing_partition_size", size}, {"routing_shards", routing_shards}});
}

void expect_shards(const Vectors& rows, std::string_view column, const ConfiguredStrategy& setup, std::size_t shards) {
  std::size_t compared = 0;
  for (const auto& row : rows) {
    if (row[column].empty()) continue;
    const std::vector<std::string> key = {row["routing"] + "\t" + row["id"]};
    const auto owner = place(setup, numbered_cluster("", shards), given_keys(key))[0];
    EXPECT_EQ(index_of(owner), row.number(column)) << column << " " << key[0];
    ++compared;
  }
  EXPECT_GE(compared, 16u);
}

TEST(ElasticsearchRouting, PublishedShardsOfPartitionedIndicesAgree) {
  const Vectors rows("elasticsearch_partitioned.csv");
  expect_shards(rows, "legacy_8_4_3", routed("legacy", "3", "8"), 4);
  expect_shards(rows, "modulo_4_3", routed("modulo", "3"), 4);
  expect_shards(rows, "modulo_6_2", routed("modulo", "2"), 6);
  expect_shards(rows, "modulo_6_2", routed("legacy", "2", "6"), 6);  // with as many routing shards they are the same
}

// Where only the id is given, it is the routing; with a partition of 1, a routing value is all that counts.
TEST(ElasticsearchRouting, PlainRoutingIsThatOfTheOtherStrategy) {
  const Vectors rows("slot_formulas.csv");
  std::vector<std::string> plain, with_ids;
  for (const auto& row : rows) {
    plain.push_back(row["key"]);
    with_ids.push_back(row["key"] + "\tid");
  }
  const auto shards = place(ConfiguredStrategy("elasticsearch"), numbered_cluster("", 5), given_keys(plain));
  EXPECT_EQ(place(routed("legacy", "1"), numbered_cluster("", 5), given_keys(plain)), shards);
  EXPECT_EQ(place(routed("legacy", "1"), numbered_cluster("", 5), given_keys(with_ids)), shards);
  const auto modulo = place(routed("modulo", "1"), numbered_cluster("", 5), given_keys(plain));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto hash = static_cast<std::int32_t>(rows[i].hex("es_hash"));
    EXPECT_EQ(index_of(modulo[i]), static_cast<unsigned>((hash % 5 + 5) % 5)) << plain[i];
  }
}

std::set<NodeId> shards_of_routing(const ConfiguredStrategy& setup, std::size_t shards, const std::string& routing) {
  std::vector<std::string> keys;
  for (int id = 0; id < 300; ++id) keys.push_back(routing + "\t" + std::to_string(id));
  const auto owners = place(setup, numbered_cluster("", shards), given_keys(keys));
  return {owners.begin(), owners.end()};
}

// Issue 48863 of Elasticsearch: 12 shards of 768 routing shards are runs of 64.
TEST(ElasticsearchRouting, AutomaticRoutingShardsKeepAPartitionInOneShardOrTwo) {
  for (const std::string routing : {"collection-a", "b", "Пётр"}) {
    EXPECT_EQ(shards_of_routing(routed("modulo", "8"), 12, routing).size(), 8u);
    EXPECT_EQ(shards_of_routing(routed("legacy", "8", "12"), 12, routing).size(), 8u);
    EXPECT_LE(shards_of_routing(routed("legacy", "8"), 12, routing).size(), 2u);
  }
}

TEST(ElasticsearchRouting, KeysWithoutBothPartsAreRefused) {
  const auto refused = [](const ConfiguredStrategy& setup, const std::string& key) {
    return !KeyTable::of(setup, given_keys({key})).ok();
  };
  for (const std::string key : {"id", "\tid", "routing\t", "a\tb\tc", "\t"}) {
    EXPECT_TRUE(refused(routed("modulo", "2"), key)) << key;
    EXPECT_EQ(refused(routed("modulo", "1"), key), key != "id") << key;
  }
  EXPECT_FALSE(refused(routed("modulo", "2"), "r\t" + std::string(512, 'i')));
  EXPECT_TRUE(refused(routed("modulo", "2"), "r\t" + std::string(513, 'i')));
  EXPECT_TRUE(refused(routed("modulo", "2"), "r\t\xff"));
  const auto error = KeyTable::of(routed("modulo", "2"), given_keys({"r\ti", "id"})).error();
  EXPECT_NE(message(error).find("A routing value is required"), std::string::npos) << message(error);
}

TEST(ElasticsearchRouting, PartitionsAsLargeAsTheIndexAreRefused) {
  EXPECT_EQ(message(refusal(routed("modulo", "4"), numbered_cluster("", 4))),
            "routing_partition_size: routing partition size [4] should be a positive number less than the number of "
            "shards [4]");
  EXPECT_EQ(message(refusal(routed("legacy", "8", "8"), numbered_cluster("", 4))),
            "routing_partition_size: routing partition size [8] should be a positive number less than the number of "
            "routing shards [8]");
  EXPECT_EQ(refusal(routed("legacy", "1", "9"), numbered_cluster("", 4)).field, "routing_shards");
}

TEST(ElasticsearchRouting, ExplainsHashesOffsetAndShard) {
  const auto text = [](const ConfiguredStrategy& setup, std::string_view key) {
    std::string lines;
    for (const Step& step : explain(setup, numbered_cluster("", 4), key)) {
      lines += std::string(step.label) + ": " + step.value + "\n";
    }
    return lines;
  };
  EXPECT_EQ(text(routed("legacy", "3", "8"), "a\ta_1"),
            "routing: a\nid: a_1\nrouting hash: 1867108634\noffset: 1128106394 mod 3 = 2\n"
            "routing value: 1867108634 + 2 = 1867108636\nrouting shard: 1867108636 mod 8 = 4\nshard: 4 / 2 = 2\n"
            "owner: \n");
  EXPECT_EQ(text(routed("modulo", "1"), "key-2"), "routing hash: -2107845351\nshard: -2107845351 mod 4 = 1\nowner: \n");
}

// Java's ints wrap around: 2147477903 + 35986 is -2147453407, and that mod 60000 is 6593; without, shard 5 would have
// it.
TEST(ElasticsearchRouting, TheSumWrapsAroundAsIntsDo) {
  const auto trace = explain(routed("legacy", "50000", "60000"), numbered_cluster("", 6), "014199\t8");
  EXPECT_EQ(trace[4].value, "2147477903 + 35986 = -2147453407");
  EXPECT_EQ(trace[5].value, "-2147453407 mod 60000 = 6593");
  EXPECT_EQ(trace.back().node, NodeId{0});
}

// Shard p of two becomes p and p + 2 of four, and 4 shards shrink to p mod 2.
TEST(ElasticsearchRouting, UnderModuloASplitKeepsTheFirstRemainder) {
  const auto setup = routed("modulo", "1");
  const auto keys = sequential_keys("key-", 3000);
  Cluster two = numbered_cluster("", 2);
  const auto before = place(setup, two, keys);
  Cluster four = at_once(with_node(with_node(two, "2"), "3"), 2);
  const auto after = place(setup, four, keys);
  for (std::size_t i = 0; i < before.size(); ++i) EXPECT_EQ(index_of(after[i]) % 2, index_of(before[i]));
  const auto shrunk = at_once(without_node(without_node(four, "0"), "3"), 2);  // 1 keeps 1 of 1 and 3; 2 gets 0 and 2
  const auto last = place(setup, shrunk, keys);
  for (std::size_t i = 0; i < before.size(); ++i) { EXPECT_EQ(index_of(last[i]), index_of(before[i]) == 0 ? 2u : 1u); }
}

}  // namespace
}  // namespace reshard::testing
