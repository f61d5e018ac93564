#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/placement/key_parts.h"
#include "core/placement/systems/redis_plan.h"
#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

using Slots = std::vector<NodeId>;

/// A node's slots as Redis writes them: "0-1364 5461-6826".
std::string ranges_of(const Slots& slots, NodeId node) {
  std::string text;
  for (std::size_t first = 0; first < slots.size(); ++first) {
    if (slots[first] != node) continue;
    std::size_t last = first;
    while (last + 1 < slots.size() && slots[last + 1] == node) ++last;
    append_decimal(text.append(text.empty() ? "" : " "), first);
    append_decimal(text.append("-"), last);
    first = last;
  }
  return text;
}

void expect_step(const std::string& step, const Slots& slots) {
  std::size_t checked = 0;
  for (const auto& row : Vectors("redis_cluster_slots.csv")) {
    if (row["step"] != step) continue;
    const NodeId node{static_cast<std::uint32_t>(row.number("node"))};
    EXPECT_EQ(ranges_of(slots, node), row["ranges"]) << step << ", node " << row["node"];
    ++checked;
  }
  EXPECT_GE(checked, 3u) << step;
}

Cluster masters(std::size_t count) { return numbered_cluster("127.0.0.1:799", count); }

TEST(RedisSlots, CreatesClustersAsRedisCliDid) {
  for (std::size_t n = 3; n <= 7; ++n)
    expect_step("create" + decimal(n), slot_owners(ConfiguredStrategy("redis_slots"), masters(n)));
}

TEST(RedisSlots, RebalancesToAnEmptyMasterAsRedisCliDid) {
  const auto four = with_node(masters(3), "127.0.0.1:7994");
  expect_step("rebalance3to4", slot_owners(ConfiguredStrategy("redis_slots"), four));
}

// The next steps in the rows: 1000 slots go to the new master by hand, then the first one gets weight 2.
TEST(RedisSlots, ReshardsAndRebalancesByWeightAsRedisCliDid) {
  auto four = with_node(masters(3), "127.0.0.1:7994");
  Slots slots = slot_owners(ConfiguredStrategy("redis_slots"), four);
  redis::reshard(four.nodes(), NodeId{3}, 1000, slots);
  expect_step("reshard1000", slots);
  four = with_weight(four, "127.0.0.1:7990", 2);
  redis::rebalance(four.nodes(), slots);
  expect_step("weight0x2", slots);
}

// Changes of one step are one `--cluster rebalance`, which plans for all of them; masters that leave have weight 0 in it.
TEST(RedisSlots, RebalancesForSeveralChangesAtOnceAsRedisCliDid) {
  const ConfiguredStrategy setup("redis_slots");
  const auto name = [](std::size_t i) { return "127.0.0.1:799" + decimal(i); };
  const auto five = at_once(with_node(with_node(masters(3), name(3)), name(4)), 2);
  expect_step("together3to5", slot_owners(setup, five));
  const auto weighed = with_weight(with_node(with_node(masters(3), name(3), 2), name(4)), name(1), 1.5);
  expect_step("together_weights3to5", slot_owners(setup, at_once(weighed, 3)));
  expect_step("together_replace0",
              slot_owners(setup, at_once(without_node(with_node(masters(4), name(4)), name(0)), 2)));
  expect_step("together_leave2of5",
              slot_owners(setup, at_once(without_node(without_node(masters(5), name(3)), name(1)), 2)));
  const auto replaced =
      with_weight(without_node(with_node(with_node(masters(3), name(3)), name(4)), name(1)), name(2), 3);
  expect_step("together_replace2of4", slot_owners(setup, at_once(replaced, 4)));

  // One after the other, the second new master also takes what the first one just got.
  const auto one_by_one = with_node(with_node(masters(3), name(3)), name(4));
  EXPECT_GT(moved(slot_owners(setup, five), slot_owners(setup, one_by_one)), 1000u);
}

TEST(RedisSlots, AMasterThatLeavesAndComesBackAtOnceKeepsItsSlots) {
  const ConfiguredStrategy setup("redis_slots");
  const auto back = with_node(without_node(masters(3), "127.0.0.1:7992"), "127.0.0.1:7992");
  EXPECT_EQ(slot_owners(setup, at_once(back, 2)), slot_owners(setup, masters(3)));
}

// A reshard has one target, so two new masters are two of them, at once or not.
TEST(RedisSlots, ReshardsToOneMasterAfterAnother) {
  const ConfiguredStrategy setup("redis_slots", {{"join", "reshard"}});
  const auto five = with_node(with_node(masters(3), "127.0.0.1:7993"), "127.0.0.1:7994");
  EXPECT_EQ(slot_owners(setup, at_once(five, 2)), slot_owners(setup, five));
}

// The same steps as a user takes them here. What `redis-cli --cluster reshard` moved is entered slot by slot; the
// rebalance for weight 2 then starts from that table, as the real one did.
TEST(RedisSlots, GoesOnFromSlotsMovedByHandAsRedisCliDid) {
  auto four = with_node(masters(3), "127.0.0.1:7994");
  for (const auto& [first, last] : {std::pair{1365u, 1698u}, {6827u, 7159u}, {12288u, 12620u}}) {
    four = with_move(four, "127.0.0.1:7994", {"redis_slots", first, last});
  }
  expect_step("reshard1000", slot_owners(ConfiguredStrategy("redis_slots"), four));
  expect_step("weight0x2", slot_owners(ConfiguredStrategy("redis_slots"), with_weight(four, "127.0.0.1:7990", 2)));
}

// No rebalance can split a slot, but moving it to a master of its own relieves the others.
TEST(RedisSlots, KeysWithAHotTagStayOnOneNodeWhateverIsMoved) {
  const auto keys = sequential_keys("{hot}:", 1000);
  const std::uint64_t slot = crc16("hot") % redis::kSlots;
  const auto three = masters(3);
  const auto moved = with_move(three, "127.0.0.1:7990", {"redis_slots", slot, slot});
  for (const Cluster& cluster : {three, with_node(three, "127.0.0.1:7994"), moved}) {
    const auto owners = place(ConfiguredStrategy("redis_slots"), cluster, keys);
    EXPECT_EQ(std::count(owners.begin(), owners.end(), owners[0]), 1000);
  }
  EXPECT_EQ(place(ConfiguredStrategy("redis_slots"), moved, keys)[0], NodeId{0});
}

TEST(RedisSlots, JoinByReshardTakesTheLowestSlotsOfEveryMaster) {
  const auto slots =
      slot_owners(ConfiguredStrategy("redis_slots", {{"join", "reshard"}}), with_node(masters(3), "127.0.0.1:7994"));
  // 4096 of 16384: the largest master gives 5462 / 16384 · 4096 = 1365.5, rounded up, the others 1365.25, down.
  EXPECT_EQ(ranges_of(slots, NodeId{3}), "0-1364 5461-6826 10923-12287");
}

TEST(RedisSlots, MastersOnTwoHostsTakeTurns) {
  const auto slots = slot_owners(ConfiguredStrategy("redis_slots"), cluster_of({"a:1", "a:2", "b:1", "b:2"}));
  EXPECT_EQ(ranges_of(slots, NodeId{0}), "0-4095");
  EXPECT_EQ(ranges_of(slots, NodeId{2}), "4096-8191");
}

TEST(RedisSlots, DrainedAndRemovedMastersLoseTheirSlotsToAllOthers) {
  const auto four = masters(4);
  for (const Cluster& after : {with_weight(four, "127.0.0.1:7991", 0), without_node(four, "127.0.0.1:7991")}) {
    const auto counts = keys_per_node(slot_owners(ConfiguredStrategy("redis_slots"), after), 4);
    EXPECT_EQ(counts[1], 0u);
    for (const std::size_t other : {0, 2, 3}) EXPECT_NEAR(static_cast<double>(counts[other]), 16384 / 3.0, 1);
  }
}

// 17 slots are 5.9% more than 16, so redis-cli would move some of them; within 2% it leaves everything alone.
TEST(RedisSlots, RebalanceLeavesMastersWithinTwoPercentAlone) {
  auto three = masters(3);
  EXPECT_EQ(slot_owners(ConfiguredStrategy("redis_slots"), with_weight(three, "127.0.0.1:7990", 1.02)),
            slot_owners(ConfiguredStrategy("redis_slots"), three));
  EXPECT_NE(slot_owners(ConfiguredStrategy("redis_slots"), with_weight(three, "127.0.0.1:7990", 1.05)),
            slot_owners(ConfiguredStrategy("redis_slots"), three));
}

TEST(RedisSlots, KeysHaveTheSlotsOfRedisServer) {
  const ConfiguredStrategy setup("redis_slots");
  const Vectors rows("redis_keyslot.csv");
  for (const auto& row : rows) {
    if (row["key_hex"].empty()) continue;  // the server has a slot for the empty key, but a scenario has no empty keys
    const auto key = SingleKey::of(row.bytes("key_hex"), setup.recipes()).take();
    EXPECT_EQ(key.hash() % redis::kSlots, row.number("slot")) << row["key_hex"];
  }
  EXPECT_GE(rows.size(), 800u);
}

TEST(RedisSlots, HashTagIsTheFirstThatIsNotEmpty) {
  EXPECT_EQ(hash_tag("{user:7}:cart"), "user:7");
  EXPECT_EQ(hash_tag("foo{}{bar}"), "foo{}{bar}");
  EXPECT_EQ(hash_tag("foo{{bar}}zap"), "{bar");
  EXPECT_EQ(hash_tag("foo{bar"), "foo{bar");
}

TEST(RedisSlots, ExplainShowsTagSlotAndMaster) {
  const auto trace = explain(ConfiguredStrategy("redis_slots"), masters(3), "{user1000}.following");
  ASSERT_EQ(trace.size(), 5u);
  EXPECT_EQ(trace[0].value, "user1000");
  EXPECT_EQ(trace[2].value, "19827 mod 16384 = 3443");
  EXPECT_EQ(trace[4].node, NodeId{0});
}

}  // namespace
}  // namespace reshard::testing
