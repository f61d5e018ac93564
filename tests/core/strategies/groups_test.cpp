#include <gtest/gtest.h>

#include <set>

#include "core/placement/key_parts.h"
#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

TEST(Groups, UnitIsTheTagOrTheFirstTwoParts) {
  EXPECT_EQ(unit_of("{acme}:invoice:7"), "acme");
  EXPECT_EQ(unit_of("user:7:cart"), "user:7");
  EXPECT_EQ(unit_of("user:7"), "user:7");
  EXPECT_EQ(unit_of("key-7"), "key-7");
  EXPECT_EQ(unit_of("{}:a:b"), "{}:a");
}

TEST(Groups, KeysOfAUnitStayTogetherAsNodesJoinAndLeave) {
  std::vector<std::string> keys;
  for (int user = 0; user < 50; ++user) {
    for (const std::string part : {"", ":cart", ":orders:2024", ":profile"})
      keys.push_back("user:" + std::to_string(user) + part);
  }
  const ConfiguredStrategy setup("groups");
  auto cluster = numbered_cluster("node-", 5);
  for (int step = 0; step < 3; ++step) {
    const auto owners = place(setup, cluster, given_keys(keys));
    for (std::size_t i = 0; i < owners.size(); ++i) EXPECT_EQ(owners[i], owners[i / 4 * 4]) << keys[i];
    EXPECT_GE(std::set<NodeId>(owners.begin(), owners.end()).size(), 4u);
    cluster = step == 0 ? with_node(cluster, "node-5") : without_node(cluster, step == 1 ? "node-1" : "node-2");
  }
}

// The unit's number is 42, its group 42 mod 10 = 2; groups are dealt in turn: 0 to a, 1 to b, 2 to c.
TEST(Groups, PathFromUnitToNodeIsAsWorkedOutByHand) {
  const auto trace =
      explain(ConfiguredStrategy("groups", {{"groups", "10"}}, "integer"), cluster_of({"a", "b", "c"}), "42");
  ASSERT_EQ(trace.size(), 5u);
  EXPECT_EQ(trace[0].value, "42");
  EXPECT_EQ(trace[2].value, "42 mod 10 = 2");
  EXPECT_EQ(trace[4].node, NodeId{2});
}

}  // namespace
}  // namespace reshard::testing
