#include "core/scenario/given.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/scenario/command.h"
#include "core/scenario/json.h"
#include "core/scenario/link.h"
#include "core/strategies/strategies.h"
#include "tests/core/placing.h"
#include "tests/core/vectors.h"

namespace reshard {
namespace {

// CRC-16 puts foo in slot 12182, bar in 5061 and hello in 866, as the Redis Cluster specification's algorithm does.
constexpr std::string_view kThree = "v=1&nodes=a,b,c&strategy=redis_slots";

Scenario opened_table(const std::string& link) {
  const LinkContents contents = parse_link(link);
  EXPECT_TRUE(contents.refused.empty()) << message(contents.refused.front());
  return contents.scenario;
}

std::string refusal_of(const std::string& link) {
  const LinkContents contents = parse_link(link);
  return contents.refused.empty() ? "" : message(contents.refused.front());
}

std::vector<std::string> owners_of(const Scenario& scenario, const std::vector<std::string>& keys) {
  const StrategyChoice& choice = scenario.strategies[0];
  return testing::owner_names({*choice.strategy, choice.params, *choice.hash}, scenario.cluster, keys);
}

using Names = std::vector<std::string>;

TEST(GivenTable, SaysWhoHasEachSlotAtTheStart) {
  const std::string link = std::string(kThree) + "&owners=redis_slots:2*5000,0*6000,1*5384";
  EXPECT_EQ(owners_of(opened_table(link), {"foo", "bar", "hello"}), (Names{"b", "a", "c"}));
  EXPECT_EQ(owners_of(opened_table(std::string(kThree)), {"foo", "bar", "hello"}), (Names{"c", "a", "a"}))
      << "as redis-cli creates it";
}

TEST(GivenTable, IsTheSameAfterItWasWritten) {
  const std::string link = std::string(kThree) + "&owners=redis_slots:2,0*10999,-*2,1*5382";
  const Scenario scenario = opened_table(link);
  EXPECT_EQ(format_link(scenario, {}), link);
  const auto read = parse_scenario(format_scenario(scenario));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value(), scenario);
}

TEST(GivenTable, LeavesKeysOfNobodysEntriesWithoutAnOwner) {
  const Scenario scenario = opened_table(std::string(kThree) + "&owners=redis_slots:0*12182,-,1*4201");
  EXPECT_EQ(owners_of(scenario, {"foo", "bar"}), (Names{"", "a"}));
}

// redis-cli rebalances three masters of 10000, 6000 and 384 slots to a fourth of each: a gives to d, b and c.
TEST(GivenTable, IsWhatTheSystemsOwnRuleStartsFrom) {
  const Scenario scenario = opened_table(std::string(kThree) + "&owners=redis_slots:0*10000,1*6000,2*384&log=%2Bd");
  const StrategyChoice& choice = scenario.strategies[0];
  auto built = build_placement(*choice.strategy, {scenario.cluster, choice.params, *choice.hash});
  ASSERT_TRUE(built.ok());
  NoLimit budget;
  while (!built.value()->step(budget)) {}
  std::vector<std::size_t> slots(4);
  for (const NodeId owner : built.value()->entry_owners()) ++slots[index_of(owner)];
  EXPECT_EQ(slots, (std::vector<std::size_t>{4096, 4096, 4096, 4096}));
  EXPECT_EQ(built.value()->entry_owners()[9999], NodeId{0}) << "redis-cli moves a master's lowest slots";
}

TEST(GivenTable, HoldsForEveryTableThatIsDealt) {
  for (const auto& [strategy, owners] :
       {std::pair{"slots&buckets=4", "slots:1,1,0,0"}, std::pair{"vbuckets&buckets=4", "vbuckets:1*2,0*2"},
        std::pair{"groups&groups=4", "groups:1*2,0*2"}}) {
    const std::string link = "v=1&nodes=a,b&strategy=" + std::string(strategy) + "&owners=" + owners;
    const Scenario scenario = opened_table(link);
    const StrategyChoice& choice = scenario.strategies[0];
    auto built = build_placement(*choice.strategy, {scenario.cluster, choice.params, *choice.hash});
    ASSERT_TRUE(built.ok()) << link;
    NoLimit budget;
    while (!built.value()->step(budget)) {}
    const auto table = built.value()->entry_owners();
    EXPECT_EQ(std::vector<NodeId>(table.begin(), table.end()),
              (std::vector<NodeId>{NodeId{1}, NodeId{1}, NodeId{0}, NodeId{0}}))
        << link;
  }
}

TEST(GivenTable, OfADirectoryHasARowForEachKey) {
  const testing::ConfiguredStrategy directory("directory");
  const Scenario scenario = opened_table("v=1&nodes=a,b&keys=100&strategy=directory&owners=directory:1*99,0");
  const auto owners = testing::place(directory, scenario.cluster, testing::sequential_keys("key:", 100));
  EXPECT_EQ(std::count(owners.begin(), owners.end(), NodeId{1}), 99);
  EXPECT_EQ(owners.back(), NodeId{0});
}

TEST(GivenTable, IsRefusedWhereItDoesNotFit) {
  const std::string start = std::string(kThree) + "&owners=";
  EXPECT_EQ(refusal_of(start + "redis_slots:0*16383"), "owners: 16383 is outside 16384 to 16384");
  EXPECT_EQ(refusal_of(start + "redis_slots:0*16385"), "owners: more than 16384 is outside 16384 to 16384");
  EXPECT_EQ(refusal_of(start + "redis_slots:3*16384"),
            "owners: “3*16384” cannot be read as a node's position with a count or a token, such as 0*16 or 0@-42");
  EXPECT_EQ(refusal_of(start + "slots:0*16384"), "owners: there is no “slots”");
  EXPECT_EQ(refusal_of(start + "redis_slots:a*16384"),
            "owners: “a*16384” cannot be read as a node's position with a count or a token, such as 0*16 or 0@-42");
  EXPECT_EQ(refusal_of(start), "owners: there is no “”");
}

TEST(GivenTable, IsTheOneOfNowAfterARestart) {
  const Scenario before = opened_table(std::string(kThree) + "&owners=redis_slots:0*10000,1*6000,2*384&log=-c");
  const auto after = apply(before, Restart{});
  ASSERT_TRUE(after.ok());
  EXPECT_TRUE(after.value().cluster.log().empty());
  EXPECT_EQ(format_owners(after.value().cluster), "redis_slots:1*1808,0*8192,1*6384");
  EXPECT_EQ(owners_of(after.value(), {"foo", "bar", "hello"}), owners_of(before, {"foo", "bar", "hello"}));
}

// Redis 7: five masters have 3277, 3277, 3276, 3277 and 3277 slots at first; six would begin with 2731 each.
TEST(GivenTable, KeepsKeysInPlaceWhereARestartWouldDealAnotherTable) {
  const Scenario before = opened_table("v=1&nodes=a,b,c,d,e&strategy=redis_slots&log=+f");
  const std::vector<std::string> keys = {"foo", "bar", "hello", "user:1", "user:2", "user:3", "user:4", "user:5"};
  const auto dealt = apply(before, Restart{});
  const auto kept = apply(before, Restart{.keep_table = true});
  ASSERT_TRUE(dealt.ok() && kept.ok());
  EXPECT_EQ(format_owners(dealt.value().cluster), "");
  EXPECT_NE(owners_of(dealt.value(), keys), owners_of(before, keys));
  EXPECT_EQ(owners_of(kept.value(), keys), owners_of(before, keys));
  EXPECT_TRUE(kept.value().cluster.log().empty());
  EXPECT_EQ(parse_scenario(format_scenario(kept.value())).value(), kept.value());
}

TEST(GivenTable, IsNotWrittenWhereARestartKeepsTheTableAnyway) {
  for (const char* strategy : {"slots", "ring", "modulo", "maglev"}) {
    const Scenario before = opened_table("v=1&nodes=a,b,c&log=+d&strategy=" + std::string(strategy));
    const auto kept = apply(before, Restart{.keep_table = true});
    ASSERT_TRUE(kept.ok());
    const bool other = owners_of(kept.value(), {"foo", "bar", "hello"}) != owners_of(before, {"foo", "bar", "hello"});
    EXPECT_FALSE(other) << strategy;
    if (std::string_view(strategy) != "slots") { EXPECT_EQ(format_owners(kept.value().cluster), "") << strategy; }
  }
}

// By Cassandra's partitioner, “foo” has the token -2129773440516405919, “bar” -7509452495886106294 and “hello”
// -3758069500696749310.
TEST(GivenTable, OfARingHasTheTokensOfARunningCluster) {
  const std::string ring = "v=1&nodes=a,b,c&strategy=token_ring&owners=token_ring:";
  const Scenario scenario = opened_table(ring + "0@-7509452495886106294,1@-3758069500696749311,2@-2129773440516405919");
  EXPECT_EQ(owners_of(scenario, {"bar", "hello", "foo"}), (Names{"a", "c", "c"}));
  EXPECT_EQ(parse_scenario(format_scenario(scenario)).value(), scenario);
  const Scenario without = opened_table(ring + "0@1,1@-3758069500696749311,2@-2129773440516405919&log=-c");
  EXPECT_EQ(owners_of(without, {"bar", "hello", "foo"}), (Names{"b", "a", "a"})) << "the next token's node";
  const auto restarted = apply(without, Restart{});
  ASSERT_TRUE(restarted.ok());
  EXPECT_EQ(format_owners(restarted.value().cluster), "token_ring:0@1,1@-3758069500696749311");
}

TEST(GivenTable, OfARingEndsWithTheLastNodeThatHadTokens) {
  const Scenario others = opened_table("v=1&nodes=a,b&strategy=token_ring&owners=token_ring:0@1,1@9&log=+c,-a,-b");
  const auto restarted = apply(others, Restart{});
  ASSERT_TRUE(restarted.ok());
  EXPECT_EQ(format_owners(restarted.value().cluster), "");
  EXPECT_EQ(opened_table(format_link(restarted.value())).cluster.initial().size(), 1u);
}

TEST(GivenTable, OfARingIsRefusedWhereATokenIsWrong) {
  const std::string ring = "v=1&nodes=a,b&strategy=token_ring&owners=token_ring:";
  EXPECT_EQ(refusal_of(ring + "0@5,1@5"), "owners: “5” already exists");
  EXPECT_EQ(
      refusal_of(ring + "0@9223372036854775808"),
      "owners: “0@9223372036854775808” cannot be read as a node's position with a count or a token, such as 0*16 or 0@-42");
  EXPECT_EQ(refusal_of(ring + "0@-9223372036854775808"), "");
  EXPECT_EQ(refusal_of(ring + "-@7"),
            "owners: “-@7” cannot be read as a node's position with a count or a token, such as 0*16 or 0@-42");
}

constexpr std::string_view kRandomRing = "v=1&nodes=a,b&strategy=token_ring&partitioner=random&owners=token_ring:";

// Even rings of Cassandra's documentation (i · 2^127 / n), keys at a node's own token and next to it, and rings with 0
// and 2^127; the owners are Python's (tests/vectors/random_partitioner.py).
TEST(GivenTable, OfRandomPartitionersRingHasTheOwnersThatPythonFinds) {
  std::map<std::string, Scenario> rings;
  std::map<std::string, std::size_t> checked;
  for (const auto& row : testing::Vectors("random_partitioner.csv")) {
    if (row["tokens"].empty()) continue;
    std::string owners = row["tokens"];
    std::replace(owners.begin(), owners.end(), ' ', ',');
    const auto nodes = std::to_string(std::count(owners.begin(), owners.end(), '@'));
    std::string link = "v=1&strategy=token_ring&partitioner=random&nodes=";
    link.append(nodes).append("&owners=token_ring:").append(owners);
    if (!rings.contains(link)) rings.emplace(link, opened_table(link));
    const Scenario& scenario = rings.at(link);
    EXPECT_EQ(owners_of(scenario, {row["key"]}), (Names{"node-" + row["owner"]})) << owners << " " << row["key"];
    EXPECT_EQ(format_owners(scenario.cluster), "token_ring:" + owners);
    ++checked[row["ring"]];
  }
  EXPECT_EQ(checked, (std::map<std::string, std::size_t>{
                         {"even", 240}, {"tie", 20}, {"below", 20}, {"last", 20}, {"ends", 40}}));
}

TEST(GivenTable, OfRandomPartitionersRingIsTheSameAfterItWasWritten) {
  const std::string link =
      std::string(kRandomRing) + "0@0,0@170141183460469231731687303715884105728,1@18446744073709551616";
  const Scenario scenario = opened_table(link);
  EXPECT_EQ(format_link(scenario, {}), link);
  EXPECT_EQ(parse_scenario(format_scenario(scenario)).value(), scenario);
}

TEST(GivenTable, OfRandomPartitionersRingIsRefusedWhereATokenIsOutOfRange) {
  const std::string ring(kRandomRing), range = " is outside 0 to 170141183460469231731687303715884105728";
  EXPECT_EQ(refusal_of(ring + "0@170141183460469231731687303715884105728,1@0"), "");
  EXPECT_EQ(refusal_of(ring + "0@170141183460469231731687303715884105729"),
            "owners: 170141183460469231731687303715884105729" + range);
  EXPECT_EQ(refusal_of(ring + "0@340282366920938463463374607431768211455"),
            "owners: 340282366920938463463374607431768211455" + range);
  EXPECT_EQ(refusal_of(ring + "0@-1"), "owners: -1" + range);
  EXPECT_EQ(refusal_of(ring + "0@-340282366920938463463374607431768211455"),
            "owners: -340282366920938463463374607431768211455" + range);
  EXPECT_EQ(refusal_of(ring + "0@5,1@5"), "owners: “5” already exists");
  EXPECT_EQ(refusal_of(ring + "0@170141183460469231731687303715884105728,1@170141183460469231731687303715884105728"),
            "owners: “170141183460469231731687303715884105728” already exists");
  EXPECT_EQ(
      refusal_of(ring + "0@340282366920938463463374607431768211456"),
      "owners: “0@340282366920938463463374607431768211456” cannot be read as a node's position with a count or a token, "
      "such as 0*16 or 0@-42");
}

TEST(GivenTable, OfARingGoesWhenItsPartitionerDoes) {
  const auto murmur =
      apply(opened_table(std::string(kRandomRing) + "0@7,1@9223372036854775808"), SetParam{0, "partitioner", 0});
  ASSERT_TRUE(murmur.ok());
  EXPECT_EQ(format_owners(murmur.value().cluster), "");
  const auto random = apply(opened_table("v=1&nodes=a,b&strategy=token_ring&owners=token_ring:0@-7,1@7"),
                            SetParam{0, "partitioner", 1});
  ASSERT_TRUE(random.ok());
  EXPECT_EQ(format_owners(random.value().cluster), "");
}

TEST(GivenTable, OfARingIsNotThatOfTheOtherPartitionerBesideIt) {
  const std::string nodes = "v=1&nodes=a,b&",
                    both = "strategy=token_ring&partitioner=random&s2=token_ring&s2.partitioner=murmur3";
  const Scenario given =
      opened_table(nodes + both + "&owners=token_ring:0@7,1@170141183460469231731687303715884105728");
  const Scenario none = opened_table(nodes + "strategy=token_ring");
  ASSERT_EQ(given.strategies.size(), 2u);
  const StrategyChoice& beside = given.strategies[1];
  const Names keys{"bar", "hello", "foo", "/index.html", "42", "key-1", "key-2", "key-3"};
  EXPECT_EQ(testing::owner_names({*beside.strategy, beside.params, *beside.hash}, given.cluster, keys),
            owners_of(none, keys));
}

// HAProxy 2.6.12 numbered servers with ids 30, 4 and none, none: 30, 4, 3, 5; full_hash() of 16 points each.
TEST(GivenTable, OfHaproxyHasTheNumbersOfItsServers) {
  const std::string link = "v=1&nodes=a,b,c,d&strategy=haproxy&owners=haproxy:";
  const Names keys{"bar", "hello", "foo", "/index.html", "42"};
  const Names all = owners_of(opened_table(link + "0@30,1@4,2@3,3@5"), keys);
  EXPECT_EQ(owners_of(opened_table(link + "0@30,1@4"), keys), all) << "the others take the first free number";
  EXPECT_EQ(owners_of(opened_table("v=1&nodes=a,b,c,d&strategy=haproxy"), keys),
            owners_of(opened_table(link + "0@1,1@2,2@3,3@4"), keys));
  EXPECT_NE(owners_of(opened_table("v=1&nodes=a,b,c,d&strategy=haproxy"), keys), all);
  const Scenario none = opened_table(link + "0@0");
  const StrategyChoice& choice = none.strategies[0];
  const auto built = build_placement(*choice.strategy, {none.cluster, choice.params, *choice.hash});
  ASSERT_FALSE(built.ok());
  EXPECT_EQ(message(built.error()), "owners: 0 is outside 1 to 2147483647");
}

TEST(GivenTable, GoesWithItsStrategy) {
  const Scenario scenario = opened_table(std::string(kThree) + "&owners=redis_slots:0*16384");
  const auto after = apply(scenario, SetStrategy{0, find_strategy("slots")});
  ASSERT_TRUE(after.ok());
  EXPECT_EQ(format_owners(after.value().cluster), "");
}

}  // namespace
}  // namespace reshard
