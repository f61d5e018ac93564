#include "core/scenario/command.h"

#include <gtest/gtest.h>

#include "core/scenario/link.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

std::vector<std::string> names_of(const Scenario& scenario) {
  std::vector<std::string> names;
  for (const Node& node : scenario.cluster.nodes()) names.push_back(node.name);
  return names;
}

TEST(Command, AddsTheFirstGeneratedNameThatNoNodeHasEverHad) {
  Scenario scenario = default_scenario();
  scenario = apply(scenario, RemoveNode{NodeId{1}}).take();
  scenario = apply(scenario, AddNode{}).take();
  EXPECT_EQ(names_of(scenario), (std::vector<std::string>{"node-0", "node-2", "node-3", "node-4", "node-5"}));
}

TEST(Command, ANodeWithoutANameGoesOnFromTheLastTwoIfTheyCountUpInOneNumber) {
  const auto next = [](const std::vector<Node>& nodes) {
    const Scenario scenario = apply(default_scenario(), SetNodes{nodes}).take();
    return names_of(apply(scenario, AddNode{}).take()).back();
  };
  EXPECT_EQ(next({{.name = "10.0.0.9:8080"}, {.name = "10.0.0.12:8080"}, {.name = "10.0.0.13:8080"}}),
            "10.0.0.14:8080");
  EXPECT_EQ(next({{.name = "127.0.0.1:7999"}, {.name = "127.0.0.1:8000"}}), "127.0.0.1:8001");
  EXPECT_EQ(next({{.name = "c3"}, {.name = "c1"}, {.name = "c2"}}), "c4") << "c3 is taken";
  for (const auto& [one, two] : {std::pair("db-a", "db-b"), {"a1", "b2"}, {"n2", "n1"}, {"n08", "n09"}})
    EXPECT_EQ(next({{.name = one}, {.name = two}}), "node-5") << one << " " << two;
}

TEST(Command, GivesARemovedNodeItsIdentityBackByItsName) {
  Scenario scenario = default_scenario();
  scenario = apply(scenario, RemoveNode{NodeId{1}}).take();
  scenario = apply(scenario, AddNode{.name = "node-1"}).take();
  EXPECT_EQ(scenario.cluster.nodes().back().id, NodeId{1});
}

TEST(Command, ReplacesTheNodesAndKeepsTheIdentityOfEachName) {
  const std::vector<Node> list{{.name = "db", .weight = 2}, {.name = "node-3"}, {.name = "node-0"}};
  const Scenario scenario = apply(default_scenario(), SetNodes{list}).take();
  EXPECT_EQ(names_of(scenario), (std::vector<std::string>{"db", "node-3", "node-0"}));
  const auto nodes = scenario.cluster.nodes();
  EXPECT_EQ(nodes[0].id, NodeId{5});
  EXPECT_EQ(nodes[0].weight, 2);
  EXPECT_EQ(nodes[1].id, NodeId{3});
  EXPECT_EQ(nodes[2].id, NodeId{0});
  EXPECT_TRUE(scenario.cluster.log().empty());
  EXPECT_EQ(apply(scenario, AddNode{.name = "node-1"}).take().cluster.nodes().back().id, NodeId{1});
  EXPECT_FALSE(apply(default_scenario(), SetNodes{{{.name = "a"}, {.name = "a"}}}).ok());
}

TEST(Command, RenamesGeneratedNodesWithTheSeedAndLeavesGivenNamesAlone) {
  Scenario scenario = apply(default_scenario(), AddNode{.name = "db1"}).take();
  const Scenario other = apply(scenario, SetSeed{7}).take();
  EXPECT_EQ(other.cluster.nodes()[0].name, generated_node_name(7, 0));
  EXPECT_NE(other.cluster.nodes()[0].name, "node-0");
  EXPECT_EQ(other.cluster.nodes()[5].name, "db1");
  EXPECT_EQ(other.cluster.nodes()[0].id, NodeId{0});
  EXPECT_EQ(apply(other, SetSeed{0}).take(), scenario);
}

TEST(Command, RefusalNamesTheFieldAndTheRange) {
  const Scenario scenario = default_scenario();
  const auto weight = apply(scenario, WeighNode{NodeId{0}, -1});
  ASSERT_FALSE(weight.ok());
  EXPECT_EQ(message(weight.error()), "nodes[node-0].weight: -1 is outside 0 to 1000000");
  const auto keys = apply(scenario, SetKeys{{.count = 0}});
  ASSERT_FALSE(keys.ok());
  EXPECT_EQ(message(keys.error()), "keys: 0 is outside 1 to 10000000");
  const auto vnodes = apply(scenario, SetParam{0, "vnodes", 10'000'001});
  ASSERT_FALSE(vnodes.ok());
  EXPECT_EQ(message(vnodes.error()), "vnodes: 10000001 is outside 1 to 10000000");
  EXPECT_EQ(message(apply(scenario, SetRequests{{.skew = 2.5}}).error()), "skew: 2.5 is outside 0 to 2");
  EXPECT_EQ(message(apply(scenario, SetRequests{{.spread = 1001}}).error()), "spread: 1001 is outside 0 to 1000");
  EXPECT_EQ(message(apply(scenario, SetRequests{{.capacity = -1}}).error()), "capacity: -1 is outside 0 to 10");
  const auto twice = apply(scenario, AddNode{.name = "node-3"});
  ASSERT_FALSE(twice.ok());
  EXPECT_EQ(message(twice.error()), "nodes: “node-3” already exists");
}

Scenario with_slots() { return apply(default_scenario(), SetStrategy{0, find_strategy("slots")}).take(); }

TEST(Command, MovesEntriesOfATable) {
  const Scenario scenario = apply(with_slots(), MoveEntries{0, 5, 9, NodeId{3}}).take();
  ASSERT_EQ(scenario.cluster.log().size(), 1u);
  EXPECT_EQ(scenario.cluster.log()[0].move, (TableMove{"slots", 5, 9}));
  EXPECT_EQ(scenario.cluster.log()[0].node.name, "node-3");
}

TEST(Command, RefusesInvalidMovesNamingTheFieldAndTheRange) {
  const auto refusal = [](const Scenario& scenario, const MoveEntries& move) {
    return message(apply(scenario, move).error());
  };
  const Scenario slots = with_slots();
  EXPECT_EQ(refusal(slots, {0, 5, 1024, NodeId{3}}), "last: 1024 is outside 0 to 1023");
  EXPECT_EQ(refusal(slots, {0, 6, 5, NodeId{3}}), "first: 6 is outside 0 to 5");
  EXPECT_EQ(refusal(slots, {1, 5, 5, NodeId{3}}), "strategy: 2 is outside 1 to 1");
  EXPECT_EQ(refusal(slots, {0, 5, 5, NodeId{9}}), "nodes: there is no “9”");
  EXPECT_EQ(refusal(default_scenario(), {0, 5, 5, NodeId{3}}), "strategy: ring has no table to edit");
  EXPECT_EQ(refusal(apply(slots, WeighNode{NodeId{3}, 0}).take(), {0, 5, 5, NodeId{3}}),
            "nodes: node-3 has weight 0, so nothing can be moved to it");
}

// A move of slot 5 of 1024 means nothing without a table, nor does a move of a slot beyond the end of a smaller table.
TEST(Command, ForgetsMovesOfATableThatIsGoneOrTooSmall) {
  Scenario scenario = apply(with_slots(), MoveEntries{0, 5, 5, NodeId{3}}).take();
  scenario = apply(scenario, MoveEntries{0, 500, 600, NodeId{3}}).take();
  EXPECT_EQ(apply(scenario, SetParam{0, "buckets", 601}).take().cluster.log().size(), 2u);
  EXPECT_EQ(apply(scenario, SetParam{0, "buckets", 600}).take().cluster.log().size(), 1u);
  EXPECT_EQ(apply(scenario, SetStrategy{0, find_strategy("ring")}).take().cluster, default_scenario().cluster);
  const Scenario both = apply(scenario, AddStrategy{find_strategy("ring")}).take();
  EXPECT_EQ(apply(both, PromoteStrategy{1}).take().cluster.log().size(), 2u);
}

TEST(Command, ForgetsMovesOfKeysThatNoLongerExist) {
  Scenario scenario = apply(default_scenario(), SetStrategy{0, find_strategy("directory")}).take();
  scenario = apply(scenario, MoveEntries{0, 70'000, 70'000, NodeId{1}}).take();
  EXPECT_EQ(apply(scenario, SetKeys{{.count = 70'001}}).take().cluster.log().size(), 1u);
  EXPECT_EQ(apply(scenario, SetKeys{{.count = 70'000}}).take().cluster.log().size(), 0u);
}

TEST(Command, SetsTheNumberOfNodesByAddingAndRemovingAtTheEnd) {
  Scenario scenario = apply(default_scenario(), SetNodeCount{7}).take();
  EXPECT_EQ(scenario.cluster.nodes().back().name, "node-6");
  scenario = apply(scenario, SetNodeCount{2}).take();
  EXPECT_EQ(names_of(scenario), (std::vector<std::string>{"node-0", "node-1"}));
  EXPECT_FALSE(apply(scenario, SetNodeCount{0}).ok());
  EXPECT_FALSE(apply(scenario, SetNodeCount{kMaxNodes + 1}).ok());
}

TEST(Command, KeepsAChosenHashFunctionWhenTheStrategyChanges) {
  Scenario scenario = apply(default_scenario(), SetHash{0, find_hash_function("fnv1a64")}).take();
  scenario = apply(scenario, SetStrategy{0, find_strategy("modulo")}).take();
  EXPECT_EQ(scenario.strategies[0].hash->id, "fnv1a64");
}

TEST(Command, SetsOnlyAHashThatTheDialectsProgramHas) {
  const Scenario start = parse_link("v=1&nodes=3&keys=10&strategy=ketama&dialect=twemproxy").scenario;
  EXPECT_TRUE(apply(start, SetHash{0, find_hash_function("crc32a")}).ok());
  for (const char* strange : {"xxh64", "murmur3_32", "integer"}) {
    const auto refused = apply(start, SetHash{0, find_hash_function(strange)});
    ASSERT_FALSE(refused.ok()) << strange;
    EXPECT_EQ(refused.error().field, "hash");
    EXPECT_EQ(refused.error().code, ErrorCode::not_an_option);
  }
  EXPECT_FALSE(apply(default_scenario(), SetHash{0, find_hash_function("crc32a")}).ok());
}

TEST(Command, OldLinkKeepsAHashThatTheProgramLacks) {
  const std::string link = "v=1&nodes=3&keys=10&strategy=ketama&dialect=twemproxy&hash=xxh64";
  const Scenario start = parse_link(link).scenario;
  EXPECT_EQ(start.strategies[0].hash->id, "xxh64");
  const Scenario renamed = apply(start, SetReplicas{2}).take();
  EXPECT_EQ(renamed.strategies[0].hash->id, "xxh64");
  EXPECT_TRUE(apply(start, SetHash{0, find_hash_function("xxh64")}).ok());
}

TEST(Command, AnotherDialectUsesItsDefaultIfItLacksTheHash) {
  Scenario scenario = parse_link("v=1&nodes=3&keys=10&strategy=modulo").scenario;
  const auto dialect = [&](double option) {
    scenario = apply(scenario, SetParam{0, "dialect", option}).take();
    return scenario.strategies[0].hash->id;
  };
  EXPECT_EQ(dialect(1), "one_at_a_time");  // libmemcached
  EXPECT_EQ(dialect(2), "fnv1a64");        // twemproxy
  scenario = apply(scenario, SetHash{0, find_hash_function("crc32")}).take();
  EXPECT_EQ(dialect(1), "crc32");
  EXPECT_EQ(dialect(3), "crc32");  // python-memcached
  EXPECT_EQ(dialect(0), "xxh64");
}

TEST(Command, NeverRemovesTheLastNode) {
  Scenario scenario = apply(default_scenario(), SetNodeCount{1}).take();
  const auto removed = apply(scenario, RemoveNode{NodeId{0}});
  ASSERT_FALSE(removed.ok());
  EXPECT_EQ(removed.error().field, "nodes");
}

}  // namespace
}  // namespace reshard
