#include <gtest/gtest.h>

#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

// 21 mod 8 = 5: section 5, whose row is on directory server 5 mod 3 = 2. Sections are dealt in turn: section 5 is b's.
TEST(TwoLevel, LookupAsksTheDirectoryServerFirstAsWorkedOutByHand) {
  const ConfiguredStrategy setup("two_level", {{"sections", "8"}, {"directories", "3"}}, "integer");
  const auto trace = explain(setup, cluster_of({"a", "b"}), "21");
  ASSERT_EQ(trace.size(), 5u);
  EXPECT_EQ(trace[1].value, "21 mod 8 = 5");
  EXPECT_EQ(trace[2].value, "5 mod 3 = 2");
  EXPECT_EQ(trace[4].node, NodeId{1});
}

TEST(TwoLevel, AnotherDirectoryServerMovesNoKey) {
  const auto cluster = numbered_cluster("node-", 7);
  const auto keys = sequential_keys("key-", 5000);
  EXPECT_EQ(place(ConfiguredStrategy("two_level", {{"directories", "4"}}), cluster, keys),
            place(ConfiguredStrategy("two_level", {{"directories", "5"}}), cluster, keys));
}

TEST(TwoLevel, ClientsHoldOnlyTheDirectoryServers) {
  const auto few = try_build(ConfiguredStrategy("two_level", {{"sections", "64"}}), cluster_of({"a"}), {}).take();
  const auto many = try_build(ConfiguredStrategy("two_level", {{"sections", "65536"}}), cluster_of({"a"}), {}).take();
  EXPECT_EQ(few->memory_bytes(), many->memory_bytes());
}

}  // namespace
}  // namespace reshard::testing
