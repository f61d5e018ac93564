#include <gtest/gtest.h>

#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

ConfiguredStrategy buckets(std::string_view count) {
  return ConfiguredStrategy("directory_buckets", {{"buckets", count}}, "integer");
}

// Four buckets by the remainder of 4. Bucket 0 has five keys, 1 and 2 have one each, 3 none; each also costs a row, so
// they cost 6, 2, 2 and 1, of which a and b should have 5.5 each. Bucket 0 goes to a; then b lacks most until it has
// the rest. c joins for a third, 11/3. It lacks 3.67 and would take from a, which has most, but not its only bucket of
// 6; from b, which has 5, 1.33 too many, it takes bucket 1 (2 < 3.67 + 1.33), but then neither bucket 2 (2 > 1.67 -
// 0.67) nor bucket 3 (1 = 1).
TEST(DirectoryBuckets, NodesAreBalancedByKeysAsWorkedOutByHand) {
  const std::vector<std::string> keys = {"0", "4", "8", "12", "16", "1", "2"};
  const auto two = cluster_of({"a", "b"});
  EXPECT_EQ(owner_names(buckets("4"), two, keys), (std::vector<std::string>{"a", "a", "a", "a", "a", "b", "b"}));
  EXPECT_EQ(owner_names(buckets("4"), with_node(two, "c"), keys),
            (std::vector<std::string>{"a", "a", "a", "a", "a", "c", "b"}));
}

// All keys are even numbers, and therefore in even buckets: counting slots would leave half of the nodes empty.
TEST(DirectoryBuckets, NodesAreEvenWhereBucketsAreNot) {
  std::vector<std::string> keys;
  keys.reserve(2000);
  for (int i = 0; i < 2000; ++i) keys.push_back(std::to_string(2 * i));
  const auto counts = [&](const ConfiguredStrategy& setup) {
    return keys_per_node(place(setup, numbered_cluster("n", 4), given_keys(keys)), 4);
  };
  for (const auto count : counts(buckets("100"))) EXPECT_NEAR(static_cast<double>(count), 500, 40);
  EXPECT_EQ(counts(ConfiguredStrategy("slots", {{"buckets", "100"}}, "integer"))[1], 0u);
}

// With the hash "integer" a key of digits is its own bucket: 1,048,576 buckets of which 4,096 hold a key each. A bucket without a
// key costs 1, one with a key 2, so four nodes should hold (1,048,576 + 4,096) / 4 = 263,168 buckets and keys each.
TEST(DirectoryBuckets, AMillionBucketsAreDealtEvenlyAndMoveToTheNewcomerAlone) {
  constexpr std::uint32_t kBuckets = 1'048'576, kStride = 256;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < kBuckets; i += kStride) names.push_back(std::to_string(i));
  const ConfiguredStrategy setup = buckets("1048576");
  const auto keys = given_keys(names);
  const auto before = place(setup, numbered_cluster("n", 4), keys);
  const auto after = place(setup, with_node(numbered_cluster("n", 4), "new"), keys);
  std::uint32_t moved = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (before[i] == after[i]) continue;
    ++moved;
    EXPECT_EQ(index_of(after[i]), 4u) << names[i];
  }
  for (const auto count : keys_per_node(before, 4)) EXPECT_NEAR(static_cast<double>(count), 1024, 128);
  EXPECT_NEAR(moved, 4096.0 / 5, 128);
}

TEST(DirectoryBuckets, ExplainSaysHowFullTheBucketIs) {
  const ConfiguredStrategy setup = buckets("4");
  const auto keys = KeyTable::of(setup, given_keys({"0", "4", "1"})).take();
  const auto placement = try_build(setup, cluster_of({"a", "b"}), keys.block()).take();
  const auto trace = placement->explain(SingleKey::of("8", setup.recipes()).take(), kNotInSet);
  EXPECT_EQ(trace[2].label, "keys in the bucket");
  EXPECT_EQ(trace[2].value, "2");
}

}  // namespace
}  // namespace reshard::testing
