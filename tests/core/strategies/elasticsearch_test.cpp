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
