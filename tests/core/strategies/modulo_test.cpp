#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/rows.h"

namespace reshard::testing {
namespace {

constexpr std::uint64_t kItems = 1'000'000;

/// As in gholt's document: FNV-1a of the items' decimal numbers, nodes 0, 1, ….
const ConfiguredStrategy& gholt() {
  static const ConfiguredStrategy kSetup("modulo", {}, "fnv1a64");
  return kSetup;
}

const std::vector<NodeId>& gholt_owners_of_100() {
  static const auto kOwners = place(gholt(), numbered_cluster("", 100), sequential_keys("", kItems));
  return kOwners;
}

// h        0  1  2  3  4  5  6  7  8  9 10 11 12
// h mod 3  0  1  2  0  1  2  0  1  2  0  1  2  0
// h mod 4  0  1  2  3  0  1  2  3  0  1  2  3  0
// Of twelve consecutive hashes three stay, 1/(n + 1) = 1/4: those with h mod 12 < 3.
TEST(Modulo, OwnerIsTheRemainderAsWorkedOutByHand) {
  const ConfiguredStrategy setup("modulo", {}, "integer");
  const std::vector<std::string> keys = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"};
  EXPECT_EQ(owner_names(setup, cluster_of({"a", "b", "c"}), keys),
            (std::vector<std::string>{"a", "b", "c", "a", "b", "c", "a", "b", "c", "a", "b", "c", "a"}));
  EXPECT_EQ(owner_names(setup, cluster_of({"a", "b", "c", "d"}), keys),
            (std::vector<std::string>{"a", "b", "c", "d", "a", "b", "c", "d", "a", "b", "c", "d", "a"}));
}

TEST(Modulo, RowsAgreeWithGo) {
  const Vectors rows("modulo_fnv1a64.csv");
  for (const std::string column : {"10", "20", "100", "101"}) {
    const auto owners = place(gholt(), numbered_cluster("", std::stoul(column)), sequential_keys("", kItems));
    for (const auto& row : rows) {
      EXPECT_EQ(index_of(owners[row.number("item")]), row.number("mod" + column)) << "item " << row["item"];
    }
  }
  EXPECT_EQ(rows.size(), 666u);
}

TEST(Modulo, CountsOfAMillionItemsMatchThePublishedOnes) {
  const auto& before = gholt_owners_of_100();
  const auto after = place(gholt(), numbered_cluster("", 101), sequential_keys("", kItems));
  const auto counts_before = keys_per_node(before, 101);
  const auto counts_after = keys_per_node(after, 101);
  for (const auto& row : Vectors("modulo_fnv1a64_counts.csv")) {
    EXPECT_EQ(counts_before[row.number("node")], row.number("count_n100"));
    EXPECT_EQ(counts_after[row.number("node")], row.number("count_n101"));
  }
  EXPECT_EQ(*std::min_element(counts_before.begin(), counts_before.end() - 1), 9780u);
  EXPECT_EQ(*std::max_element(counts_before.begin(), counts_before.end() - 1), 10215u);
}

TEST(Modulo, GoingFrom100To101NodesMovesThePublished990214OfAMillion) {
  EXPECT_EQ(moved(gholt_owners_of_100(), place(gholt(), numbered_cluster("", 101), sequential_keys("", kItems))),
            990'214u);
}

TEST(Modulo, DoublingSplitsEveryNodeIntoItselfAndOneImage) {
  const auto& before = gholt_owners_of_100();
  const auto after = place(gholt(), numbered_cluster("", 200), sequential_keys("", kItems));
  EXPECT_EQ(moved(before, after), 500'474u);
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_EQ(index_of(after[i]) % 100, index_of(before[i])) << "item " << i;
  }
}

TEST(Modulo, RemainderIsThatOfAnUnsignedNumber) {
  // 2^64 - 1 = 18446744073709551615; read as a signed number it would be -1, whose remainder is -1.
  const auto keys = KeyTable::of_hashes({~std::uint64_t{0}, std::uint64_t{1} << 63});
  EXPECT_EQ(place(ConfiguredStrategy("modulo"), numbered_cluster("", 10), keys),
            (std::vector<NodeId>{NodeId{5}, NodeId{8}}));
}

// Keys of digits, UTF-8 and random bytes, up to 4,096 bytes long, under every hash of the client.
TEST(Modulo, EveryHashOfLibmemcachedAgreesWithItAndWeightsDoNotCount) {
  const Vectors rows("owners_libmemcached.csv");
  const auto ids = memcached_hash_ids(rows);
  ASSERT_EQ(ids.size(), 10u);
  for (std::size_t h = 0; h < ids.size(); ++h) {
    expect_owner_digits(rows, "modula", h, ConfiguredStrategy("modulo", {{"dialect", "libmemcached"}}, ids[h]),
                        ten_memcached_servers());
  }
}

TEST(Modulo, EveryHashOfTwemproxyAgreesWithItByWeight) {
  const Vectors rows("owners_twemproxy.csv");
  const auto ids = memcached_hash_ids(rows);
  ASSERT_EQ(ids.size(), 12u);
  const auto cluster = weighted_cluster("server", 1, {1, 2, 3, 1, 2, 3, 1, 2, 3, 1});
  for (std::size_t h = 0; h < ids.size(); ++h) {
    expect_owner_digits(rows, "modula", h, ConfiguredStrategy("modulo", {{"dialect", "twemproxy"}}, ids[h]), cluster);
  }
}

TEST(Modulo, RowsAgreeWithPythonMemcached) {
  const Vectors rows("owners_python_memcached.csv");
  const auto setup = [](std::string_view hash) {
    return ConfiguredStrategy("modulo", {{"dialect", "python_memcached"}}, hash);
  };
  const auto ten = cluster_from("10.0.1.", 1, 10, ":11211");
  expect_owner_digits(rows, "equal", 0, setup("crc32"), ten);
  expect_owner_digits(rows, "weighted", 0, setup("crc32"), ten_memcached_servers());
  expect_owner_digits(rows, "old", 0, setup("crc32a"), ten);
  EXPECT_EQ(rows.size(), 303u);
}

TEST(Modulo, DialectRefusesHashesAndWeightsThatItsProgramLacks) {
  for (const auto* dialect : {"libmemcached", "twemproxy", "python_memcached"}) {
    EXPECT_EQ(refusal(ConfiguredStrategy("modulo", {{"dialect", dialect}}, "xxh64"), cluster_of({"a"})).field, "hash");
  }
  for (const auto* dialect : {"twemproxy", "python_memcached"}) {
    const auto half = with_weight(cluster_of({"a", "b"}), "a", 1.5);
    EXPECT_EQ(refusal(ConfiguredStrategy("modulo", {{"dialect", dialect}}, "crc32"), half).field, "nodes[a].weight");
  }
}

// The script's shard is hash(item) % n, and Python's hash is signed; seed 0.
TEST(Modulo, SignedRemaindersMatchGolubtsovsBenchmark) {
  const auto keys = sequential_keys("item-", kItems);
  const ConfiguredStrategy setup("modulo", {{"number", "signed"}}, "siphash24");
  const auto of_20 = place(setup, numbered_cluster("", 20), keys);
  const auto of_21 = place(setup, numbered_cluster("", 21), keys);
  const auto counts = keys_per_node(of_21, 21);
  std::size_t checked = 0;
  for (const auto& row : Vectors("golubtsov.csv")) {
    if (row["python"] != "3.10" || row["title"] != "naive_modulo") continue;
    EXPECT_EQ(kItems - moved(of_20, of_21), row.number("same_keys"));
    for (std::size_t n = 0; n < 21; ++n) EXPECT_EQ(counts[n], row.number("c" + std::to_string(n)));
    ++checked;
  }
  EXPECT_EQ(checked, 1u);
}

// -7 = -3 * 3 + 2; the smallest number is -2^63 = -3074457345618258603 * 3 + 1.
TEST(Modulo, SignedRemaindersAreNeverNegativeAsWorkedOutByHand) {
  const ConfiguredStrategy setup("modulo", {{"number", "signed"}}, "integer");
  const std::vector<std::string> keys = {"7", "-7", "-6", "-1", "-9223372036854775808"};
  EXPECT_EQ(owner_names(setup, cluster_of({"a", "b", "c"}), keys), (std::vector<std::string>{"b", "c", "a", "c", "b"}));
}

// tests/vectors/digest_remainders.py: int(digest, 16) % n.
TEST(Modulo, WholeDigestsAreDividedAsPythonDividesThem) {
  const Vectors rows("digest_remainders.csv");
  for (const auto& row : rows) {
    const ConfiguredStrategy setup("modulo", {{"number", "digest"}}, row["hash"]);
    const auto trace = explain(setup, numbered_cluster("", row.number("nodes")), row["key"]);
    EXPECT_EQ(index_of(trace.back().node), row.number("remainder")) << row["hash"] << " of " << row["key"];
    EXPECT_EQ(trace[0].value, row["number"]);
  }
  EXPECT_EQ(rows.size(), 80u);
  EXPECT_EQ(refusal(ConfiguredStrategy("modulo", {{"number", "digest"}}, "xxh64"), cluster_of({"a"})).field, "number");
}

// gholt's worked example: mom.png is on the machine for odd numbers, dad.png on the one for even numbers.
TEST(Modulo, GholtsTwoPicturesAreOnTheMachinesOfHisText) {
  const ConfiguredStrategy setup("modulo", {{"number", "digest"}}, "md5");
  EXPECT_EQ(owner_names(setup, cluster_of({"even", "odd"}), {"mom.png", "dad.png"}),
            (std::vector<std::string>{"odd", "even"}));
}

TEST(Modulo, RemovalClosesTheGapAndRenumbersThoseAfterIt) {
  const ConfiguredStrategy setup("modulo", {}, "integer");
  const auto without_b = without_node(cluster_of({"a", "b", "c"}), "b");
  EXPECT_EQ(owner_names(setup, without_b, {"0", "1", "2", "3"}), (std::vector<std::string>{"a", "c", "a", "c"}));
}

TEST(Modulo, NamesDoNotMatter) {
  auto renamed = cluster_of({"a", "b", "c"});
  ASSERT_TRUE(renamed.rename(NodeId{1}, "elsewhere").ok());
  const auto keys = sequential_keys("key-", 1000);
  EXPECT_EQ(place(ConfiguredStrategy("modulo"), cluster_of({"a", "b", "c"}), keys),
            place(ConfiguredStrategy("modulo"), renamed, keys));
}

TEST(Modulo, ExplainShowsTheDivision) {
  const auto trace = explain(ConfiguredStrategy("modulo", {}, "integer"), cluster_of({"a", "b", "c"}), "11");
  ASSERT_EQ(trace.size(), 3u);
  EXPECT_EQ(trace[0].value, "11");
  EXPECT_EQ(trace[1].value, "11 mod 3 = 2");
  EXPECT_EQ(trace[2].node, NodeId{2});
}

}  // namespace
}  // namespace reshard::testing
