#include <gtest/gtest.h>

#include "core/base/text.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

std::vector<std::string> shards_of(std::uint64_t n) {
  for (const auto& row : Vectors("vitess_ranges.csv")) {
    if (row.number("n") == n) return words_of(row["shards"]);
  }
  ADD_FAILURE() << "no row of " << n;
  return {};
}

std::string id_of(const ConfiguredStrategy& setup, const std::string& key) {
  return hex64(setup.recipes()[0](key)).substr(2);
}

constexpr std::uint64_t kCounts[] = {2, 3, 4, 6, 8, 10, 16};

// Each key's shard by name, once with nodes that are numbered and once with nodes that have the names of the ranges.
void expect_shards(const Vectors& rows, std::string_view prefix, const ConfiguredStrategy& setup,
                   const std::vector<std::string>& keys) {
  for (const std::uint64_t n : kCounts) {
    const auto shards = shards_of(n);
    const auto numbered = place(setup, numbered_cluster("s", n), given_keys(keys));
    const auto named = owner_names(setup, cluster_of(shards), keys);
    std::size_t i = 0;
    for (const auto& row : rows) {
      ASSERT_EQ(named[i], row[std::string(prefix) + decimal(n)]) << keys[i];
      ASSERT_EQ(shards[index_of(numbered[i])], named[i]) << keys[i];
      ++i;
    }
  }
}

// Numbers of bigint unsigned above 2^63 - 1 are keys as the negative number with the same bits, of which the id is
// made.
std::string key_of(const std::string& number) {
  const auto large = parse_u64(number);
  return large ? signed_decimal(static_cast<std::int64_t>(*large)) : number;
}

TEST(Vitess, MakesIdsOfNumbersAsDesNumericAndReverseBitsDo) {
  const Vectors rows("vitess_hash.csv");
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back(key_of(row["key"]));
  for (const std::string vindex : {"hash", "numeric", "reverse_bits"}) {
    const ConfiguredStrategy setup("vitess", {{"vindex", vindex}, {"type", "int64"}});
    for (const auto& row : rows) ASSERT_EQ(id_of(setup, key_of(row["key"])), row[vindex]) << row["key"];
  }
  expect_shards(rows, "s", ConfiguredStrategy("vitess", {{"vindex", "hash"}, {"type", "int64"}}), keys);
}

TEST(Vitess, MakesIdsOfTextsAsXxhashAndBinaryMd5Do) {
  const Vectors rows("vitess_text.csv");
  std::vector<std::string> keys;
  for (const auto& row : rows) keys.push_back("\\x" + row["key_hex"]);
  const ConfiguredStrategy xxhash("vitess", {{"vindex", "xxhash"}, {"type", "bytes"}});
  const ConfiguredStrategy md5("vitess", {{"vindex", "binary_md5"}, {"type", "bytes"}});
  std::size_t i = 0;
  for (const auto& row : rows) {
    ASSERT_EQ(id_of(xxhash, keys[i]), row["xxhash"]) << keys[i];
    ASSERT_EQ(id_of(md5, keys[i]), row["binary_md5"].substr(0, 16)) << keys[i];
    ++i;
  }
  expect_shards(rows, "x", xxhash, keys);
  expect_shards(rows, "m", md5, keys);
}

TEST(Vitess, HashesANumberAsItsDigitsAndNullAsNothingByXxhash) {
  const auto id = [](std::string_view type, const std::string& key) {
    return id_of(ConfiguredStrategy("vitess", {{"vindex", "xxhash"}, {"type", type}}), key);
  };
  EXPECT_EQ(id("int64", "-4"), id("text", "-4"));
  EXPECT_EQ(id("int64", "\\N"), "99e9d85137db46ef");
  EXPECT_FALSE(
      KeyTable::of(ConfiguredStrategy("vitess", {{"vindex", "hash"}, {"type", "int64"}}), given_keys({"\\N"})).ok());
}

std::string shard_of(const ConfiguredStrategy& setup, const Cluster& cluster, const std::string& key) {
  for (const Step& step : explain(setup, cluster, key)) {
    if (step.label == "shard") return step.value;
  }
  return "";
}

// Ids of numbers are the numbers: so the range of each edge can be asked for.
TEST(Vitess, CutsEqualShardsAsGenerateShardRangesDoes) {
  const ConfiguredStrategy setup("vitess", {{"vindex", "numeric"}, {"type", "int64"}});
  const Vectors rows("vitess_ranges.csv");
  EXPECT_GE(rows.size(), 40u);
  for (const auto& row : rows) {
    const auto shards = words_of(row["shards"]);
    const Cluster cluster = numbered_cluster("s", row.number("n"));
    std::vector<std::string> keys;
    for (const std::string& shard : shards) {
      std::string begin = shard.substr(0, shard.find('-'));
      begin.resize(16, '0');
      keys.push_back(signed_decimal(static_cast<std::int64_t>(parse_hex64(begin).value())));
    }
    const auto owners = place(setup, cluster, given_keys(keys));
    for (std::size_t i = 0; i < shards.size(); ++i) {
      EXPECT_EQ(owners[i], NodeId{static_cast<std::uint32_t>(i)}) << shards[i];
      EXPECT_EQ(shard_of(setup, cluster, keys[i]), shards[i]);
    }
  }
}

// -1 is the id ffffffffffffffff.
TEST(Vitess, LeavesTheIdsFromFfOnToNobodyWithTheNumbersWhoseLastEdgeIsRoundedDown) {
  const ConfiguredStrategy setup("vitess", {{"vindex", "numeric"}, {"type", "int64"}});
  std::vector<std::size_t> found;
  for (std::size_t n = 1; n <= 256; ++n) {
    const auto owner = place(setup, numbered_cluster("s", n), given_keys({"-1"}))[0];
    if (owner == kNoNode) found.push_back(n);
  }
  EXPECT_EQ(found, (std::vector<std::size_t>{49, 98, 103, 107, 161, 187, 196, 197, 206, 214, 237, 239, 249, 253}));
  EXPECT_EQ(explain(setup, numbered_cluster("s", 49), "-1").back().node, kNoNode);
}

TEST(Vitess, MovesOnlyTheKeysOfAShardThatIsSplit) {
  const ConfiguredStrategy setup("vitess", {{"vindex", "hash"}, {"type", "int64"}});
  const auto keys = sequential_keys("", 4000);
  const Cluster two = cluster_of({"-80", "80-"});
  const auto before = place(setup, two, keys);
  const Cluster targets = with_node(with_node(two, "-40"), "40-80");
  EXPECT_EQ(place(setup, targets, keys), before) << "before traffic is switched, the source serves";
  const Cluster split = without_node(targets, "-80");
  const auto after = place(setup, split, keys);
  for (std::size_t i = 0; i < before.size(); ++i) ASSERT_EQ(before[i] == after[i], before[i] == NodeId{1}) << i;
  EXPECT_EQ(keys_per_node(after, 4)[0], 0u);
  // Merged again: "-" serves once a shard that it replaces is gone.
  const Cluster merged = without_node(with_node(split, "-"), "80-");
  const auto all = place(setup, merged, keys);
  EXPECT_EQ(std::count(all.begin(), all.end(), NodeId{4}), 4000);
}

TEST(Vitess, ComparesRangesAsByteStrings) {
  const ConfiguredStrategy setup("vitess", {{"vindex", "numeric"}, {"type", "int64"}});
  const Cluster cluster = cluster_of({"-0000000000000001", "0000000000000001-01", "01-8000", "80-"});
  EXPECT_EQ(
      owner_names(setup, cluster, {"0", "1", "72057594037927935", "72057594037927936", "-1"}),
      (std::vector<std::string>{"-0000000000000001", "0000000000000001-01", "0000000000000001-01", "01-8000", "80-"}));
}

TEST(Vitess, LabelsOnlyRangesThatNodesAreNotNamedBy) {
  const ConfiguredStrategy setup("vitess", {{"vindex", "hash"}, {"type", "int64"}});
  const auto labels = [&](const Cluster& cluster) {
    std::vector<std::string> all;
    const Picture drawn = picture(setup, cluster, "1");
    for (const auto& interval : std::get<IntervalPicture>(drawn).intervals) { all.push_back(interval.label); }
    return all;
  };
  EXPECT_EQ(labels(cluster_of({"a", "b"})), (std::vector<std::string>{"-80", "80-"}));
  EXPECT_EQ(labels(cluster_of({"-80", "80-"})), (std::vector<std::string>{"", ""}));
}

TEST(Vitess, RefusesGapsAndOverlapsInItsWords) {
  const ConfiguredStrategy setup("vitess", {{"vindex", "hash"}, {"type", "int64"}});
  const auto refused = [&](const std::vector<std::string>& names) {
    return message(refusal(setup, cluster_of(names)));
  };
  EXPECT_EQ(refused({"-40", "80-"}), "nodes[80-]: non-contiguous KeyRange values at shard -40 to 80-: 40 != 80");
  EXPECT_EQ(refused({"-50", "40-80", "80-"}),
            "nodes[40-80]: non-contiguous KeyRange values at shard -50 to 40-80: 50 != 40");
  EXPECT_EQ(refused({"40-80", "80-"}), "nodes[40-80]: the keyspace does not start with min key: nobody has -40");
  EXPECT_EQ(refused({"-40", "40-80"}), "nodes[40-80]: the keyspace does not end with max key: nobody has 80-");
  EXPECT_EQ(refused({"-80", "80-40"}), "nodes[80-40]: out of order keys: 80 is not strictly smaller than 40");
  EXPECT_EQ(refused({"-80", "8O-"}), "nodes[8O-]: “8O-” cannot be read as a shard's range: -40, 40-80, 80-");
}

}  // namespace
}  // namespace reshard::testing
