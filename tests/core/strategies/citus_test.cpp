#include <gtest/gtest.h>

#include <map>

#include "core/base/text.h"
#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

std::string as(std::string_view type) {
  return type == "bigint" ? "int64" : type == "int4" ? "int32" : std::string(type);
}

// Shard i is the i-th worker where there are as many workers as shards, with names in order.
Cluster a_worker_for_each(std::size_t shards) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < shards; ++i) names.push_back("127.0.0.1:" + decimal(10'000 + i));
  return cluster_of(names);
}

TEST(Citus, HashesAndChoosesShardsAsItsOwnFunctionsDid) {
  const Vectors rows("citus_live.csv");
  EXPECT_GE(rows.size(), 3000u);
  std::vector<std::uint64_t> hashes;
  for (const auto& row : rows) {
    const std::string type = as(row["type"]), key = type == "text" ? row.bytes("key_hex") : row["key"];
    hashes.push_back(ConfiguredStrategy("citus", {{"type", type}}).recipes()[0](key));
    ASSERT_EQ(static_cast<std::int64_t>(hashes.back()), row.signed_number("hash32")) << type << " " << key;
  }
  for (const std::string n : {"4", "8", "32", "48", "100"}) {
    const ConfiguredStrategy setup("citus", {{"shard_count", n}});
    const auto owners = place(setup, a_worker_for_each(std::stoul(n)), KeyTable::of_hashes(hashes));
    for (std::size_t i = 0; i < hashes.size(); ++i) {
      ASSERT_EQ(index_of(owners[i]), rows[i].number("s" + n)) << hashes[i] << " of " << n;
    }
  }
}

// Published with Citus: worker_hash(123), worker_hash(3) and worker_hash('1997-08-08'::date).
TEST(Citus, HashesWhatItsDocumentsPublish) {
  const auto hash = [](std::string_view type, const std::string& key) {
    const ConfiguredStrategy setup("citus", {{"type", type}});
    return static_cast<std::int64_t>(setup.recipes()[0](key));
  };
  EXPECT_EQ(hash("int32", "123"), -205084363);
  EXPECT_EQ(hash("int32", "3"), -28094569);
  EXPECT_EQ(hash("date", "1997-08-08"), -499701663);
}

std::string step(const Trace& trace, std::string_view label) {
  for (const Step& each : trace) {
    if (each.label == label) return each.value;
  }
  return "";
}

// The ranges are as explained, and shard i is on worker i mod 3 of those sorted by port, not as they were added.
TEST(Citus, CutsRangesAndPlacesShardsAsItDid) {
  const Cluster workers = cluster_of({"127.0.0.1:55442", "127.0.0.1:55441", "127.0.0.1:55443"});
  std::map<std::uint64_t, std::uint64_t> checked;
  for (const auto& row : Vectors("citus_live_ranges.csv")) {
    const ConfiguredStrategy setup("citus", {{"shard_count", row["n"]}, {"type", "int64"}});
    const NodeId owner = slot_owners(setup, workers).at(row.number("shard"));
    EXPECT_EQ(workers.name_of(owner), "127.0.0.1:" + row["placement"]) << row["n"] << " " << row["shard"];
    ++checked[row.number("n")];
  }
  EXPECT_EQ(checked, (std::map<std::uint64_t, std::uint64_t>{{4, 4}, {8, 8}, {32, 32}, {48, 48}, {100, 100}}));
}

TEST(Citus, ExplainsTheRangesThatItHad) {
  std::map<std::string, std::map<std::string, std::string>> ranges;
  for (const auto& row : Vectors("citus_live_ranges.csv")) {
    ranges[row["n"]][row["shard"]] = row["min"] + " ≤ hash ≤ " + row["max"];
  }
  for (const auto& [n, bounds] : ranges) {
    const ConfiguredStrategy setup("citus", {{"shard_count", n}, {"type", "int64"}});
    std::map<std::string, std::string> explained;
    for (int key = 0; key < 2000; ++key) {
      const Trace trace = explain(setup, cluster_of({"a"}), std::to_string(key));
      explained[step(trace, "table entry")] = step(trace, "range");
    }
    EXPECT_EQ(explained, bounds) << n;
  }
}

TEST(Citus, MovesNothingToAWorkerThatJoinsUntilItIsRebalanced) {
  const Cluster four =
      with_node(cluster_of({"127.0.0.1:55442", "127.0.0.1:55441", "127.0.0.1:55443"}), "127.0.0.1:55444");
  for (const std::string_view rebalance : {"none", "by_shard_count", "by_disk_size"}) {
    const ConfiguredStrategy setup("citus", {{"rebalance", rebalance}});
    std::vector<std::size_t> moved;
    const auto owners = slot_owners(setup, four);
    for (std::size_t shard = 0; shard < owners.size(); ++shard) {
      if (owners[shard] == NodeId{3}) moved.push_back(shard);
    }
    const std::vector<std::size_t> live{0, 1, 2, 3, 4, 5, 6, 7};
    EXPECT_EQ(moved, rebalance == "none" ? std::vector<std::size_t>() : live) << rebalance;
  }
}

// 40 shards on five workers, one of them moved by hand: worker 1 has 9 then, and gives first when a sixth joins.
TEST(Citus, RebalancesFromShardsThatWereMovedByHand) {
  Cluster cluster = with_move(numbered_cluster("w", 5), "w1", {"citus", 0, 0});
  const ConfiguredStrategy none("citus", {{"shard_count", "40"}});
  EXPECT_EQ(slot_owners(none, cluster)[0], NodeId{1});
  cluster = with_node(cluster, "w5");
  EXPECT_EQ(slot_owners(none, cluster)[0], NodeId{1});
  const ConfiguredStrategy by_count("citus", {{"shard_count", "40"}, {"rebalance", "by_shard_count"}});
  const auto owners = slot_owners(by_count, cluster);
  EXPECT_EQ(owners[0], NodeId{5});
  EXPECT_EQ(keys_per_node(owners, cluster.known()), (std::vector<std::uint64_t>{7, 7, 7, 7, 6, 6}));
}

// A worker with all 32 shards and an empty one: 17 and 15 are within 10 % of the average, so by_disk_size stops there.
TEST(Citus, LetsTenPercentPassByDiskSize) {
  const Cluster two = with_node(numbered_cluster("w", 1), "w1");
  const auto counts = [&](std::string_view rebalance) {
    return keys_per_node(slot_owners(ConfiguredStrategy("citus", {{"rebalance", rebalance}}), two), two.known());
  };
  EXPECT_EQ(counts("by_shard_count"), (std::vector<std::uint64_t>{16, 16}));
  EXPECT_EQ(counts("by_disk_size"), (std::vector<std::uint64_t>{17, 15}));
}

TEST(Citus, DrainsAWorkerThatLeavesOrHasWeight0ToTheEmptiest) {
  const ConfiguredStrategy setup("citus", {{"shard_count", "8"}});
  const Cluster four = numbered_cluster("w", 4);
  const auto left = slot_owners(setup, without_node(four, "w1"));
  // Shards 1 and 5 go to the emptiest, of equal ones the first in pg_dist_node: w0, then w2.
  EXPECT_EQ(left, (std::vector<NodeId>{NodeId{0}, NodeId{0}, NodeId{2}, NodeId{3}, NodeId{0}, NodeId{2}, NodeId{2},
                                       NodeId{3}}));
  EXPECT_EQ(slot_owners(setup, with_weight(four, "w1", 0)), left);
}

TEST(Citus, SortsWorkersByPortAsANumberAndTakes5432WhereThereIsNone) {
  const ConfiguredStrategy setup("citus", {{"shard_count", "3"}});
  const auto owners = slot_owners(setup, cluster_of({"h:10000", "h:9000", "h"}));
  EXPECT_EQ(owners, (std::vector<NodeId>{NodeId{2}, NodeId{1}, NodeId{0}}));
}

using Ranges = std::map<std::string, std::string>;  // by their bounds: the shard's number and worker

// The tenants of Citus' multi_tenant_isolation.out, of whose hashes one is the least and one is the most, and others.
Ranges ranges_of(const ConfiguredStrategy& setup, const Cluster& workers) {
  std::vector<std::string> keys{"-1995148554", "-1686493264"};
  for (int key = 0; key < 500; ++key) keys.push_back(std::to_string(key));
  Ranges ranges;
  for (const std::string& key : keys) {
    const Trace trace = explain(setup, workers, key);
    ranges[step(trace, "range")] = step(trace, "table entry") + " " + workers.name_of(trace.back().node);
  }
  return ranges;
}

// What multi_tenant_isolation.out publishes: two shards on two workers, of which tenants 100 to 103 are isolated.
TEST(Citus, IsolatesTheTenantsOfItsOwnTests) {
  const ConfiguredStrategy setup("citus", {{"shard_count", "2"},
                                           {"type", "int64"},
                                           {"split", "isolate_tenant"},
                                           {"split_hash", "108199381"},
                                           {"split2", "isolate_tenant"},
                                           {"split_hash2", "-85071814"},
                                           {"split3", "isolate_tenant"},
                                           {"split_hash3", "412880112"},
                                           {"split4", "isolate_tenant"},
                                           {"split_hash4", "-136164585"}});
  const Ranges published{
      {"-2147483648 ≤ hash ≤ -136164586", "0 h:57637"}, {"-136164585 ≤ hash ≤ -136164585", "1 h:57637"},
      {"-136164584 ≤ hash ≤ -85071815", "2 h:57637"},   {"-85071814 ≤ hash ≤ -85071814", "3 h:57637"},
      {"-85071813 ≤ hash ≤ -1", "4 h:57637"},           {"0 ≤ hash ≤ 108199380", "5 h:57638"},
      {"108199381 ≤ hash ≤ 108199381", "6 h:57638"},    {"108199382 ≤ hash ≤ 412880111", "7 h:57638"},
      {"412880112 ≤ hash ≤ 412880112", "8 h:57638"},    {"412880113 ≤ hash ≤ 2147483647", "9 h:57638"}};
  const Cluster workers = cluster_of({"h:57637", "h:57638"});
  EXPECT_EQ(ranges_of(setup, workers), published);
  EXPECT_EQ(slot_owners(setup, workers).size(), 10u);
  EXPECT_EQ(setup.strategy.entries(setup.params, 0), 10u);
  EXPECT_EQ(step(explain(setup, workers, "103"), "table entry"), "1");
}

// At the ends of a shard's range there are two parts; of -1995148554 and -1686493264 the hashes are these.
TEST(Citus, IsolatesATenantAtTheEndOfARange) {
  const ConfiguredStrategy setup("citus", {{"shard_count", "2"},
                                           {"type", "int64"},
                                           {"split", "isolate_tenant"},
                                           {"split_hash", "-2147483648"},
                                           {"split2", "isolate_tenant"},
                                           {"split_hash2", "2147483647"}});
  const Ranges published{{"-2147483648 ≤ hash ≤ -2147483648", "0 a"},
                         {"-2147483647 ≤ hash ≤ -1", "1 a"},
                         {"0 ≤ hash ≤ 2147483646", "2 b"},
                         {"2147483647 ≤ hash ≤ 2147483647", "3 b"}};
  EXPECT_EQ(ranges_of(setup, cluster_of({"a", "b"})), published);
}

// [0, 1073741823] of four shards, at the point that is its last but one, and at one that leaves one hash below.
TEST(Citus, SplitsAtTheLastHashOfTheLowerPart) {
  const Cluster workers = cluster_of({"a", "b"});
  const auto owners_at = [&](std::string_view point, const std::vector<std::uint64_t>& hashes) {
    const ConfiguredStrategy setup("citus", {{"shard_count", "4"}, {"split", "split_point"}, {"split_hash", point}});
    const Cluster moved = with_move(workers, "b", {"citus", 3, 3});  // the upper part
    std::string owners;
    for (const NodeId owner : place(setup, moved, KeyTable::of_hashes(hashes))) owners += moved.name_of(owner);
    return owners + " " + slot_letters(setup, moved);
  };
  EXPECT_EQ(owners_at("1073741822", {0, 1073741822, 1073741823, 1073741824}), "aabb ababb");
  EXPECT_EQ(owners_at("0", {0, 1, 1073741823, 1073741824}), "abbb ababb");
}

// Shards 0 to 3 on a, of which 1 is split: 0, 4, 5, 2, 3 by shardid. b takes 0, then 2: of equal costs the lowest ids.
TEST(Citus, RebalancesTheShardsOfLowIdsBeforeNewOnes) {
  const ConfiguredStrategy setup(
      "citus",
      {{"shard_count", "4"}, {"rebalance", "by_shard_count"}, {"split", "split_point"}, {"split_hash", "-536870912"}});
  const Cluster one = cluster_of({"a"});
  EXPECT_EQ(slot_letters(setup, one), "aaaaa");
  EXPECT_EQ(slot_letters(setup, with_node(one, "b")), "baaba");
}

TEST(Citus, RefusesSplitsAsItDoes) {
  const auto refused = [](std::string_view split, std::string_view hash, std::string_view split2,
                          std::string_view hash2) {
    const ConfiguredStrategy setup(
        "citus",
        {{"shard_count", "4"}, {"split", split}, {"split_hash", hash}, {"split2", split2}, {"split_hash2", hash2}});
    const Error error = refusal(setup, cluster_of({"a"}));
    EXPECT_EQ(setup.strategy.entries(setup.params, 0), 4u);
    return message(error);
  };
  EXPECT_EQ(refused("split_point", "1073741823", "none", "0"),
            "split_hash: Invalid split point 1073741823, as split points should be inclusive. Please use 1073741822 "
            "instead.");
  EXPECT_EQ(refused("isolate_tenant", "5", "isolate_tenant", "5"),
            "split_hash2: the table has already been isolated for the given value: 5");
  EXPECT_EQ(refused("isolate_tenant", "5", "split_point", "5"),
            "split_hash2: Cannot split a shard as min/max range are equal: 5");
}

TEST(Citus, RefusesNull) {
  const ConfiguredStrategy setup("citus", {{"type", "int64"}});
  const auto keys = KeyTable::of(setup, given_keys({"\\N"}));
  ASSERT_FALSE(keys.ok());
  EXPECT_EQ(keys.error().field, "keys[0]");
}

}  // namespace
}  // namespace reshard::testing
