#include "core/rebalance/tools/kafka.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/base/text.h"
#include "tests/core/rebalance/problems.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

using rebalance::Problem;
using rebalance::tools::kafka_assignment;
using Numbers = std::vector<std::uint32_t>;

struct Brokers {
  Numbers ids;
  std::vector<std::string> racks;
};

Brokers brokers_of(const std::string& text) {
  Brokers brokers;
  for (const std::string& word : words_of(text)) {
    const auto colon = word.find(':');
    brokers.ids.push_back(static_cast<std::uint32_t>(std::stoul(word.substr(0, colon))));
    if (colon != std::string::npos) brokers.racks.push_back(word.substr(colon + 1));
  }
  return brokers;
}

std::string written(const Numbers& placed, std::uint32_t replicas) {
  std::string text;
  for (std::size_t i = 0; i < placed.size(); ++i) {
    if (i > 0) text += i % replicas == 0 ? " " : "/";
    text += decimal(placed[i]);
  }
  return text;
}

TEST(KafkaGenerate, AssignsAsKafkaPublishes) {
  const Vectors rows("rebalance/kafka_published.csv");
  EXPECT_EQ(rows.size(), 5u);
  for (const auto& row : rows) {
    const auto number = [&](std::string_view column) { return static_cast<std::uint32_t>(row.number(column)); };
    const Brokers brokers = brokers_of(row["brokers"]);
    const auto placed = kafka_assignment(brokers.ids, brokers.racks, number("partitions"), number("replicas"),
                                         number("start"), number("shift"));
    EXPECT_EQ(written(placed, number("replicas")), row["assignment"]) << row["case"];
  }
}

// The two lists of AdminRackAwareTest.
TEST(KafkaGenerate, RacksTakeTurns) {
  const Numbers ids{0, 1, 2, 3, 4, 5};
  const std::vector<std::string> racks{"rack1", "rack3", "rack3", "rack2", "rack2", "rack1"};
  EXPECT_EQ(rebalance::tools::kafka_rack_order(ids, racks), (Numbers{0, 3, 1, 5, 4, 2}));
  EXPECT_EQ(rebalance::tools::kafka_rack_order(std::span(ids).first(5), std::span(racks).first(5)),
            (Numbers{0, 3, 1, 4, 2}));
}

// What AdminRackAwareTest asks of brokers, partitions and replicas, whatever the random numbers are.
struct RackCase {
  const char* brokers;
  std::uint32_t partitions, replicas, racks_each;
  bool even_leaders, even_replicas;
};
constexpr RackCase kRackCases[] = {
    {"0:1 1:2 2:2 3:3 4:3 5:1", 6, 3, 3, true, true},
    {"0:1 1:2 2:2 3:3 4:3 5:1", 13, 3, 3, false, false},
    {"0:1 1:1 2:2 3:3 4:3 5:1", 12, 3, 3, true, false},
    {"0:1 1:2 2:2 3:3 4:3 5:1", 12, 2, 2, true, true},
    {"0:1 1:2 2:2 3:3 4:3 5:1", 6, 2, 2, true, true},
    {"0:1 1:2 4:3", 3, 2, 2, true, true},
    {"0:1 1:2 2:2 3:3 4:3 5:1 6:1 7:2 8:2 9:3 10:1 11:3", 96, 3, 3, true, true},
    {"0:1 1:2 2:2 3:3 4:3 5:2", 6, 5, 3, true, false},
    {"0:1 1:2 2:2 3:3 4:3 5:2", 6, 2, 2, true, false},
    {"0:1 1:1 2:1 3:1 4:1 5:1", 6, 3, 1, true, true},
    {"0:a 1:b 2:c 3:a 4:a", 6, 4, 3, false, false},
};

void expect_spread(const RackCase& of, const Brokers& brokers, const Numbers& placed) {
  std::map<std::uint32_t, std::string> rack;
  for (std::size_t i = 0; i < brokers.ids.size(); ++i) rack[brokers.ids[i]] = brokers.racks[i];
  std::map<std::uint32_t, std::uint32_t> leads, holds;
  for (std::size_t first = 0; first < placed.size(); first += of.replicas) {
    std::set<std::uint32_t> on;
    std::set<std::string> racks;
    for (std::size_t i = first; i < first + of.replicas; ++i) {
      on.insert(placed[i]);
      racks.insert(rack.at(placed[i]));
      ++holds[placed[i]];
    }
    ++leads[placed[first]];
    EXPECT_EQ(on.size(), of.replicas);
    EXPECT_EQ(racks.size(), of.racks_each) << of.brokers;
  }
  for (const std::uint32_t broker : brokers.ids) {
    EXPECT_TRUE(!of.even_leaders || leads[broker] == of.partitions / brokers.ids.size()) << of.brokers;
    EXPECT_TRUE(!of.even_replicas || holds[broker] == placed.size() / brokers.ids.size()) << of.brokers;
  }
}

TEST(KafkaGenerate, SpreadsOverRacksWhateverTheRandomNumbers) {
  for (const RackCase& of : kRackCases) {
    const Brokers brokers = brokers_of(of.brokers);
    for (std::uint32_t start = 0; start < brokers.ids.size(); ++start) {
      for (std::uint32_t shift = 0; shift < brokers.ids.size(); ++shift) {
        const auto placed = kafka_assignment(brokers.ids, brokers.racks, of.partitions, of.replicas, start, shift);
        ASSERT_EQ(placed.size(), std::size_t{of.partitions} * of.replicas);
        expect_spread(of, brokers, placed);
      }
    }
  }
}

Problem topic(std::uint32_t partitions, const std::string& name) {
  Problem problem = nodes_of(5);
  for (std::uint32_t i = 0; i < partitions; ++i) {
    problem.add_entry(name + decimal(i), 10 + i, 1, {i % 5, (i + 1) % 5, (i + 2) % 5});
  }
  return problem;
}

TEST(KafkaGenerate, MovesOnlyTheReplicasThatDiffer) {
  const Problem problem = topic(6, "t-");
  const auto plan = rebalance::tools::kafka_generate(problem, {});
  ASSERT_TRUE(plan.ok()) << message(plan.error());
  // Partition 5 goes from 0/1/2 to 0/2/3, with start 0 and shift 0; the others are where they would be put.
  EXPECT_EQ(plan.value().moves, (std::vector<rebalance::Move>{{5, 1, 3}}));
}

// Of partition 0 only the order changes, and of partition 1 the leader's copy leaves and another becomes the leader.
TEST(KafkaGenerate, MovesLeadershipWhereThatMakesADifference) {
  Problem problem = nodes_of(5);
  problem.add_entry("t-0", 1, 4, {2, 0, 1});
  problem.add_entry("t-1", 1, 4, {4, 1, 2});
  EXPECT_EQ(rebalance::tools::kafka_generate(problem, {}).value().moves, (std::vector<rebalance::Move>{{1, 4, 3}}));
  problem.limits[0].follower = {1, 1};
  EXPECT_EQ(rebalance::tools::kafka_generate(problem, {}).value().moves,
            (std::vector<rebalance::Move>{{1, 4, 3}, {0, 2, 0, true}, {1, 3, 1, true}}));
}

TEST(KafkaGenerate, PlansEachTopicFromItsFirstPartition) {
  Problem problem = topic(3, "b-");
  for (std::uint32_t i = 3; i-- > 0;) problem.add_entry("a-" + decimal(i), 1, 1, {i, i + 1, i + 2});
  const auto plan = rebalance::tools::kafka_generate(problem, {});
  ASSERT_TRUE(plan.ok());
  EXPECT_TRUE(plan.value().moves.empty());
}

TEST(KafkaGenerate, SendsNothingToADrainedBroker) {
  Problem problem = topic(10, "t-");
  problem.nodes[2].drained = true;
  const auto plan = rebalance::tools::kafka_generate(problem, {});
  ASSERT_TRUE(plan.ok());
  std::set<std::uint32_t> left;
  for (const auto& move : plan.value().moves) {
    EXPECT_NE(move.to, 2u);
    if (move.from == 2) left.insert(move.entry);
  }
  EXPECT_EQ(left.size(), 6u);
}

TEST(KafkaGenerate, RefusesWhatKafkaCannotHave) {
  Problem problem = topic(5, "t-");
  problem.nodes[0].zone = "a";
  EXPECT_EQ(message(rebalance::tools::kafka_generate(problem, {}).error()),
            "nodes: not all brokers have rack information");
  problem.nodes[0].zone = "";
  problem.add_entry("t-5", 1, 1, {0});
  EXPECT_EQ(message(rebalance::tools::kafka_generate(problem, {}).error()),
            "entries[5]: partitions of a topic have equally many replicas");
  Problem small = nodes_of(3);
  small.add_entry("t-0", 1, 1, {0, 1, 2});
  small.nodes[0].drained = true;
  EXPECT_EQ(message(rebalance::tools::kafka_generate(small, {}).error()),
            "entries[0].replicas.length: 3 is outside 1 to 2");
}

}  // namespace
}  // namespace reshard::testing
