#include <gtest/gtest.h>

#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

TEST(Elasticsearch, RowsOfFiveAndOfTenShardsAgree) {
  const Vectors rows("slot_formulas.csv");
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row["key"]);
  const ConfiguredStrategy setup("elasticsearch");
  const auto keys = KeyTable::of(setup, given_keys(names)).take();
  const auto five = place(setup, numbered_cluster("", 5), keys);
  const auto ten = place(setup, numbered_cluster("", 10), keys);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(keys.block().hash(static_cast<std::uint32_t>(i)) & 0xFFFFFFFFu, rows[i].hex("es_hash")) << names[i];
    EXPECT_EQ(index_of(five[i]), rows[i].number("es_shard5")) << names[i];
    EXPECT_EQ(index_of(ten[i]), rows[i].number("es_shard10")) << names[i];
  }
}

// 640 routing shards for five shards, 128 each. "key-2" has the hash 0x825cd519, as a signed number -2107845351:
// -2107845351 mod 640 = -231, plus 640 is 409, and 409 / 128 = 3. Of ten shards, 409 / 64 = 6, shard 3's lower half.
TEST(Elasticsearch, NegativeHashIsRoundedDownAsWorkedOutByHand) {
  const auto five = explain(ConfiguredStrategy("elasticsearch"), numbered_cluster("", 5), "key-2");
  EXPECT_EQ(five[1].value, "-2107845351 mod 640 = 409");
  EXPECT_EQ(five[2].value, "409 / 128 = 3");
  EXPECT_EQ(five.back().node, NodeId{3});
  EXPECT_EQ(explain(ConfiguredStrategy("elasticsearch"), numbered_cluster("", 10), "key-2").back().node, NodeId{6});
}

TEST(Elasticsearch, DoublingSplitsEveryShardIntoTwoNeighbours) {
  const auto keys = sequential_keys("key-", 20'000);
  for (const std::size_t shards : {1, 2, 3, 5, 100, 256}) {
    const auto before = place(ConfiguredStrategy("elasticsearch"), numbered_cluster("", shards), keys);
    const auto after = place(ConfiguredStrategy("elasticsearch"), numbered_cluster("", 2 * shards), keys);
    for (std::size_t i = 0; i < before.size(); ++i) ASSERT_EQ(index_of(after[i]) / 2, index_of(before[i])) << shards;
  }
}

/// The node of each shard, by the routing shards that the table has for it.
std::string shards(const ConfiguredStrategy& setup, const Cluster& cluster) {
  const auto slots = slot_owners(setup, cluster);
  const std::size_t per_shard = slots.size() / cluster.nodes().size();
  std::string text;
  for (std::size_t slot = 0; slot < slots.size(); ++slot) {
    EXPECT_EQ(slots[slot], slots[slot / per_shard * per_shard]) << slot;
    if (slot % per_shard == 0) text.append(text.empty() ? "" : " ").append(cluster.name_of(slots[slot]));
  }
  return text;
}

Cluster with_nodes(Cluster cluster, const std::vector<std::string>& names) {
  for (const std::string& name : names) cluster = with_node(std::move(cluster), name);
  return at_once(std::move(cluster), names.size());
}

Cluster without_nodes(Cluster cluster, const std::vector<std::string>& names) {
  for (const std::string& name : names) cluster = without_node(std::move(cluster), name);
  return at_once(std::move(cluster), names.size());
}

// _split makes shards 2 p and 2 p + 1 of shard p, or 3 p, 3 p + 1 and 3 p + 2, hard-linked on the node that has it.
TEST(Elasticsearch, ASplitLeavesEachShardsFirstPartWhereItIs) {
  const ConfiguredStrategy setup("elasticsearch", {{"routing_shards", "640"}});
  const auto ten = with_nodes(cluster_of({"a", "b", "c", "d", "e"}), {"f", "g", "h", "i", "j"});
  EXPECT_EQ(shards(setup, ten), "a f b g c h d i e j");
  EXPECT_EQ(shards(ConfiguredStrategy("elasticsearch"), ten), "a f b g c h d i e j");
  const auto six = with_nodes(cluster_of({"a", "b"}), {"c", "d", "e", "f"});
  EXPECT_EQ(shards(ConfiguredStrategy("elasticsearch", {{"routing_shards", "30"}}), six), "a c d b e f");
}

// _shrink makes shard p of shards 2 p and 2 p + 1. Of two nodes that stay and had two parts of one shard, the first has it.
TEST(Elasticsearch, AShrinkLeavesEachShardWhereAPartOfItIs) {
  const ConfiguredStrategy setup("elasticsearch");
  const auto six = cluster_of({"a", "b", "c", "d", "e", "f"});
  EXPECT_EQ(shards(setup, without_nodes(six, {"a", "d", "e"})), "b c f");
  EXPECT_EQ(shards(setup, without_nodes(six, {"d", "e", "f"})), "a c b");
  const auto ten = with_nodes(cluster_of({"a", "b", "c", "d", "e"}), {"f", "g", "h", "i", "j"});
  EXPECT_EQ(shards(setup, without_nodes(ten, {"f", "g", "h", "i", "j"})), "a b c d e");
}

TEST(Elasticsearch, DoublingInOneStepMovesHalfOfEachShardAndNothingUnnecessarily) {
  const ConfiguredStrategy setup("elasticsearch", {{"routing_shards", "640"}});
  const auto keys = sequential_keys("key-", 100'000);
  const auto five = cluster_of({"s0", "s1", "s2", "s3", "s4"});
  const auto ten = with_nodes(five, {"s5", "s6", "s7", "s8", "s9"});
  const auto before = place(setup, five, keys), after = place(setup, ten, keys);
  std::size_t to_new = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool moves = after[i] != before[i];
    to_new += moves;
    ASSERT_TRUE(!moves || index_of(after[i]) == index_of(before[i]) + 5) << i;
  }
  EXPECT_NEAR(static_cast<double>(to_new), 50'000, 800);  // 5 standard deviations
}

// The index keeps the routing shards that it was made with, 640 for ten shards, where a new one of two would get 1024.
TEST(Elasticsearch, AnIndexKeepsItsRoutingShardsForLife) {
  const ConfiguredStrategy setup("elasticsearch");
  const auto ten = numbered_cluster("", 10);
  const auto two = without_nodes(ten, {"1", "2", "3", "4", "6", "7", "8", "9"});
  EXPECT_EQ(slot_owners(setup, two).size(), 640u);
  EXPECT_EQ(shards(setup, two), "0 5");
  EXPECT_EQ(slot_owners(setup, numbered_cluster("", 2)).size(), 1024u);
  EXPECT_EQ(explain(setup, two, "key-2")[2].value, "409 / 320 = 1");
}

TEST(Elasticsearch, ANumberOfShardsThatIsNoMultipleOrFactorIsANewIndex) {
  const ConfiguredStrategy setup("elasticsearch");
  const auto five = cluster_of({"a", "b", "c", "d", "e"});
  EXPECT_EQ(shards(setup, with_nodes(five, {"f", "g"})), "a b c d e f g");
  Cluster one_by_one = five;
  for (const char* name : {"f", "g", "h", "i", "j"}) one_by_one = with_node(one_by_one, name);
  EXPECT_EQ(shards(setup, one_by_one), "a b c d e f g h i j") << "each number of shards on the way was a new index";
  // Six shards cannot be with ten routing shards, so two cannot be made of them.
  const ConfiguredStrategy of_ten("elasticsearch", {{"routing_shards", "10"}});
  EXPECT_EQ(shards(of_ten, without_nodes(cluster_of({"a", "b", "c", "d", "e", "f"}), {"a", "b", "c", "e"})), "d f");
}

TEST(Elasticsearch, ANodeThatReplacesAnotherTakesOverItsShard) {
  const ConfiguredStrategy setup("elasticsearch");
  const auto replaced = at_once(with_node(without_node(cluster_of({"a", "b", "c"}), "a"), "d"), 2);
  EXPECT_EQ(shards(setup, replaced), "d b c");
}

TEST(Elasticsearch, GivenRoutingShardsMustBeAMultiple) {
  const ConfiguredStrategy setup("elasticsearch", {{"routing_shards", "30"}});
  for (const std::size_t shards : {1, 2, 3, 5, 6, 10, 15, 30})
    EXPECT_TRUE(try_build(setup, numbered_cluster("", shards), {}).ok());
  const auto error = refusal(setup, numbered_cluster("", 4));
  EXPECT_EQ(error.code, ErrorCode::unsupported);
  EXPECT_EQ(error.field, "routing_shards");
}

// murmur3_32 of the UTF-16 of "é" (E9 00) and "😀" (3D D8 00 DE), which take two and four bytes of UTF-8.
TEST(Elasticsearch, KeysAreHashedAsUtf16) {
  const auto* murmur = find_hash_function("murmur3_32");
  const ConfiguredStrategy setup("elasticsearch");
  const auto hash_of = [&](std::string_view key) {
    return SingleKey::of(key, setup.recipes()).take().hash() & 0xFFFFFFFFu;
  };
  using std::string_view_literals::operator""sv;
  EXPECT_EQ(hash_of("\u00e9"), murmur->hash64("\xE9\x00"sv, 0));
  EXPECT_EQ(hash_of("\U0001F600"), murmur->hash64("\x3D\xD8\x00\xDE"sv, 0));
  EXPECT_EQ(hash_of("a\xff"), murmur->hash64("a\x00\xFD\xFF"sv, 0));
}

}  // namespace
}  // namespace reshard::testing
