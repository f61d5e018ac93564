#include <gtest/gtest.h>

#include "core/partitioners/erlang.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy exchange(std::string_view hash_on, std::string_view type = "text") {
  return ConfiguredStrategy("rabbitmq", {{"hash_on", hash_on}, {"type", type}});
}

// The rows' rings: n2 is two queues of weight 1; the binding keys of w123 are 1, 2 and 3.
std::vector<std::pair<std::string, Cluster>> rings() {
  std::vector<std::pair<std::string, Cluster>> rings;
  for (const std::size_t n : {2, 3, 4, 5, 10}) rings.push_back({"n" + std::to_string(n), cluster_from("q", 0, n)});
  rings.push_back({"w123", weighted_cluster("q", 0, {1, 2, 3})});
  rings.push_back({"w10_20", weighted_cluster("q", 0, {10, 20})});
  return rings;
}

// Fails unless the exchange sends the column's keys to the queues that the rows say; an empty cell has none.
void expect_queues(const Vectors& rows, const std::string& prefix, const ConfiguredStrategy& setup, bool hex) {
  for (const auto& [ring, cluster] : rings()) {
    const std::string column = prefix + ring;
    if (!rows.has_column(column)) continue;
    std::vector<std::string> keys;
    std::vector<std::uint64_t> expected;
    for (const auto& row : rows) {
      const std::string key = hex ? row.bytes("key_hex") : row["key"];
      if (key.empty() || row[column].empty()) continue;
      keys.push_back(key);
      expected.push_back(row.number(column));
    }
    EXPECT_GT(keys.size(), 600u) << column;
    const auto owners = place(setup, cluster, given_keys(keys));
    for (std::size_t i = 0; i < keys.size(); ++i)
      EXPECT_EQ(index_of(owners[i]), expected[i]) << column << " " << keys[i];
  }
}

TEST(RabbitMq, Phash2OfTextAgreesWithErlang) {
  const Vectors rows("rabbitmq_text.csv");
  for (const auto& row : rows) {
    const std::string key = row.bytes("key_hex");
    const std::uint32_t hash = ErlangHash().binary(key).hash();
    EXPECT_EQ(hash, row.number("phash2_32"));
    EXPECT_EQ(hash % ErlangHash::kDefaultRange, row.number("phash2"));
    EXPECT_EQ(hash % 1000, row.number("phash2_1000"));
    const std::uint32_t pair = ErlangHash().tuple(2).atom("longstr").binary(key).hash();
    EXPECT_EQ(pair % ErlangHash::kDefaultRange, row.number("phash2_tuple"));
  }
}

TEST(RabbitMq, Phash2OfIntegersAgreesWithErlang) {
  const Vectors rows("rabbitmq_int.csv");
  for (const auto& row : rows) {
    const std::int64_t key = row.signed_number("key");
    EXPECT_EQ(ErlangHash().integer(key).hash() % ErlangHash::kDefaultRange, row.number("phash2")) << key;
    const std::uint32_t pair = ErlangHash().tuple(2).atom("long").integer(key).hash();
    EXPECT_EQ(pair % ErlangHash::kDefaultRange, row.number("phash2_tuple")) << key;
  }
}

TEST(RabbitMq, QueuesOfTextAgreeWithThePlugin) {
  const Vectors rows("rabbitmq_text.csv");
  expect_queues(rows, "r_", exchange("routing_key"), true);
  expect_queues(rows, "h_", exchange("header"), true);
  expect_queues(rows, "c_", exchange("routing_key"), true);  // correlation_id
}

TEST(RabbitMq, QueuesOfIntegersAgreeWithThePlugin) {
  const Vectors rows("rabbitmq_int.csv");
  expect_queues(rows, "h_", exchange("header", "int64"), false);
  expect_queues(rows, "t_", exchange("timestamp"), false);
}

TEST(RabbitMq, ATimestampIsNotNegative) {
  const auto recipe = exchange("timestamp").recipes()[0];
  EXPECT_TRUE(recipe.reads("0"));
  EXPECT_FALSE(recipe.reads("-1"));
  EXPECT_EQ(recipe.refusal("-1", "key", "").args.at(1),
            "timestamp: seconds, a whole number from 0 to 9223372036854775807");
}

TEST(RabbitMq, AQueueThatLeavesRenumbersTheLaterOnesOnly) {
  const auto setup = exchange("routing_key");
  const auto keys = sequential_keys("key-", 2000);
  const Cluster all = cluster_of({"a", "b", "c", "d"});
  const auto without_last = place(setup, without_node(all, "d"), keys), before = place(setup, all, keys);
  const auto without_b = place(setup, without_node(all, "b"), keys);
  for (std::size_t i = 0; i < before.size(); ++i) {  // three buckets both times: a, b, c and a, c, d
    const std::uint32_t bucket = index_of(without_last[i]);
    EXPECT_EQ(index_of(without_b[i]), bucket == 0 ? 0 : bucket + 1);
  }
}

TEST(RabbitMq, AnotherWeightIsAnotherBindingAtTheEnd) {
  const Cluster weighed = with_weight(cluster_of({"a", "b", "c"}), "a", 2);
  const auto picture_of = [&](std::string_view order) {
    const ConfiguredStrategy setup("rabbitmq", {{"order", order}});
    return std::get<JumpPicture>(picture(setup, weighed, "key")).buckets;
  };
  const NodeId a{0}, b{1}, c{2};
  EXPECT_EQ(picture_of("as_bound"), (std::vector{b, c, a, a}));
  const Cluster ten = with_weight(weighed, "b", 10);  // "1" < "10" < "2"
  const ConfiguredStrategy setup("rabbitmq", {{"order", "recovered"}});
  const auto buckets = std::get<JumpPicture>(picture(setup, ten, "key")).buckets;
  EXPECT_EQ(buckets.front(), c);
  EXPECT_EQ(buckets[1], b);
  EXPECT_EQ(buckets.back(), a);
}

}  // namespace
}  // namespace reshard::testing
