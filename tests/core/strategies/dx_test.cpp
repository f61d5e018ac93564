#include <algorithm>

#include "core/placement/systems/java_random.h"
#include "tests/core/strategies/bucket_rows.h"

namespace reshard::testing {
namespace {

TEST(Dx, RowsAgreeWithTheCppImplementation) {
  const Vectors rows("dx_cpp.csv");
  std::vector<std::string> names;
  for (const auto& row : rows) names.push_back(row["key"]);
  const auto keys = given_keys(names);
  const ConfiguredStrategy setup("dx", {}, "integer");

  std::vector<Cluster> states{numbered_cluster("node-", 10)};
  for (const auto gone : {"node-3", "node-7"}) states.push_back(without_node(states.back(), gone));
  for (const auto back : {"node-7", "node-14"}) states.push_back(with_node(states.back(), back));
  for (std::size_t s = 0; s < states.size(); ++s) {
    expect_buckets(rows, "s" + std::to_string(s), states[s], place(setup, states[s], keys));
  }
  for (const auto& row : rows) {  // the number of buckets tried
    const auto path = std::get<JumpPicture>(picture(setup, states[0], row["key"])).path;
    const auto in_row = explain(setup, states[0], row["key"]).size() - 2;
    EXPECT_EQ(in_row, row.number("s0_hashes")) << row["key"];
    EXPECT_LE(path.size(), in_row);
  }
}

TEST(Dx, RowsAgreeWithTheJavaImplementation) {
  expect_states(ConfiguredStrategy("dx", {{"dialect", "supsi"}}), Vectors("supsi_stateful.csv"), "dx_");
}

// With the key 0, key2 = 0 * 421757 + 1 = 1, and crc32q(0, 1) = 0x493c7d27 (tests/vectors/crc32c_u64.csv), whose last
// four bits are 7. With ten nodes there are 16 buckets, and bucket 7 works.
TEST(Dx, KeyZeroTriesBucketSevenAsWorkedOutByHand) {
  const auto trace = explain(ConfiguredStrategy("dx", {}, "integer"), numbered_cluster("node-", 10), "0");
  ASSERT_EQ(trace.size(), 3u);
  EXPECT_EQ(trace[1].value, "7");
  EXPECT_EQ(trace[2].node, NodeId{7});
}

// new Random(42).nextInt() gives -1170105035, then 234785527; a bound of 2^30 uses the upper 30 of their 32 bits, and
// 100 the remainder of the upper 31: 1562431130 and 117392763.
TEST(Dx, JavaRandomGivesKnownNumbers) {
  JavaRandom of_bits(42);
  EXPECT_EQ(of_bits.below(1u << 30), static_cast<std::uint32_t>(-1170105035) >> 2);
  EXPECT_EQ(of_bits.below(1u << 30), 234785527u >> 2);
  JavaRandom of_100(42);
  EXPECT_EQ(of_100.below(100), 30u);
  EXPECT_EQ(of_100.below(100), 63u);
}

TEST(Dx, FullRowIsDoubledAndManyKeysMove) {
  const auto keys = sequential_keys("key-", 20'000);
  const auto eight = numbered_cluster("node-", 8);
  const auto before = place(ConfiguredStrategy("dx"), eight, keys);
  const auto after = place(ConfiguredStrategy("dx"), with_node(eight, "node-8"), keys);
  EXPECT_GT(moved(before, after), 20'000u / 4);  // a ninth would be enough
}

TEST(Dx, OneNodeTooManyIsRefusedInTheDialectWithoutDoubling) {
  const ConfiguredStrategy setup("dx", {{"dialect", "supsi"}, {"capacity", "3"}});
  const auto error = refusal(setup, with_node(cluster_of({"a", "b", "c"}), "d"));
  EXPECT_EQ(error.code, ErrorCode::too_large);
  EXPECT_EQ(error.field, "capacity");
}

// If tries were independent, all but (63/64)^256 = 1.8% of the keys would find the one of 64 buckets in 256 tries.
TEST(Dx, NearlyEmptyRowLeavesKeysUnplaced) {
  const auto keys = sequential_keys("key-", 10'000);
  const auto owners = place(ConfiguredStrategy("dx", {{"capacity", "64"}}), cluster_of({"a"}), keys);
  const auto unplaced = std::count(owners.begin(), owners.end(), kNoNode);
  EXPECT_GT(unplaced, 0);
  EXPECT_LT(unplaced, 1000);
}

}  // namespace
}  // namespace reshard::testing
