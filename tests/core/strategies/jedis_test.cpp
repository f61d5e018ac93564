#include <gtest/gtest.h>

#include "core/hash/functions.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy jedis(std::string_view names, std::string_view function) {
  return ConfiguredStrategy("jedis", {{"names", names}, {"function", function}});
}

TEST(Jedis, RowsAgreeWithJedis) {
  const Vectors rows("ring_jedis.csv");
  for (const auto& [prefix, function] : {std::pair<std::string, const char*>{"md5", "md5"}, {"mm", "murmur64a"}}) {
    const ConfiguredStrategy unnamed = jedis("unnamed", function);
    expect_owner_positions(rows, prefix + "_n3", unnamed, cluster_from("node-", 0, 3));
    expect_owner_positions(rows, prefix + "_n10", unnamed, cluster_from("node-", 0, 10));
    expect_owner_positions(rows, prefix + "_n11", unnamed, cluster_from("node-", 0, 11));
    expect_owner_positions(rows, prefix + "_w123", unnamed, weighted_cluster("node-", 0, {1, 2, 3}));
    expect_owner_positions(rows, prefix + "_named10", jedis("named", function), cluster_from("node-", 0, 10));
  }
  expect_owner_positions(rows, "md5_n5", jedis("unnamed", "md5"), cluster_from("node-", 0, 5));
  EXPECT_EQ(rows.size(), 1000u);
}

// The numbers that Jedis reads from a text, in hexadecimal and signed.
TEST(Jedis, ReadsTextsAsJedisDoes) {
  const auto md5 = jedis("named", "md5").recipes().front();
  const auto murmur = jedis("named", "murmur64a").recipes().front();
  const Vectors rows("jedis_hashes.csv");
  for (const auto& row : rows) {
    EXPECT_EQ(md5(row["input"]), row.number("md5_le32")) << row["input"];
    EXPECT_EQ(murmur(row["input"]) ^ (std::uint64_t{1} << 63),
              static_cast<std::uint64_t>(row.signed_number("murmur64a_signed")))
        << row["input"];
  }
}

// Java's negative numbers come first: the ring begins at 0x8000…, and 0 is in its middle.
TEST(Jedis, NegativePositionsComeFirst) {
  const ConfiguredStrategy setup = jedis("named", "murmur64a");
  const auto cluster = cluster_of({"a"});
  const auto ring = std::get<RingPicture>(picture(setup, cluster, "key"));
  EXPECT_EQ(ring.key_positions.front(), murmur64a("key", 0x1234ABCD) ^ (std::uint64_t{1} << 63));
}

TEST(Jedis, UnnamedShardsAreNamedByTheirPosition) {
  const ConfiguredStrategy setup = jedis("unnamed", "murmur64a");
  const auto keys = KeyTable::of(setup, sequential_keys("key-", 1000)).take();
  const auto all = cluster_of({"a", "b", "c"});
  const auto two = place(setup, cluster_of({"x", "y"}), keys);
  const auto without_first = place(setup, without_node(all, "a"), keys);
  for (std::size_t i = 0; i < two.size(); ++i) EXPECT_EQ(index_of(without_first[i]), index_of(two[i]) + 1);

  const ConfiguredStrategy named = jedis("named", "murmur64a");
  const auto before = place(named, all, keys);
  const auto after = place(named, without_node(all, "a"), keys);
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (before[i] != NodeId{0}) { EXPECT_EQ(after[i], before[i]); }
  }
}

TEST(Jedis, ExplainsWhichTextOwnsTheKey) {
  const Trace trace = explain(jedis("unnamed", "md5"), cluster_of({"a"}), "key");
  EXPECT_TRUE(trace[2].value.starts_with("SHARD-0-NODE-")) << trace[2].value;
}

}  // namespace
}  // namespace reshard::testing
