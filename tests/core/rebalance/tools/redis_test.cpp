#include "core/rebalance/tools/redis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "core/placement/systems/redis_plan.h"
#include "tests/core/rebalance/problems.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

using rebalance::Problem;

std::vector<std::uint32_t> counts_in(const std::string& text) {
  std::vector<std::uint32_t> counts;
  for (const std::string& word : words_of(text)) counts.push_back(static_cast<std::uint32_t>(std::stoul(word)));
  return counts;
}

/// The masters in an order in which CLUSTER NODES may list them; runs of slots from 0 are given to m1, m2, ….
struct Masters {
  std::vector<Node> nodes;
  std::vector<NodeId> owners;
};
Masters setup_of(const Vectors::Row& row, const std::vector<std::uint32_t>& listed) {
  Masters setup;
  const auto counts = counts_in(row["before"]);
  const auto weights = words_of(row["weights"]);
  for (const std::uint32_t i : listed) {
    const bool given = i < weights.size() && weights[i] != "-";
    setup.nodes.push_back({NodeId{i}, "m" + decimal(i + 1), given ? std::stod(weights[i]) : 1});
  }
  for (std::uint32_t i = 0; i < counts.size(); ++i) setup.owners.insert(setup.owners.end(), counts[i], NodeId{i});
  return setup;
}

float threshold_of(const std::string& options) {
  const auto at = options.find("--cluster-threshold ");
  return at == std::string::npos ? 2.0f : std::stof(options.substr(at + 20));
}

std::string moves_text(const std::vector<redis::SlotMove>& moves) {
  std::string text;
  for (const auto& [from, to, slots] : moves) {
    text += (text.empty() ? "" : "; ") + decimal(slots.size()) + " m" + decimal(index_of(from) + 1) + ">m" +
            decimal(index_of(to) + 1);
  }
  return text;
}

std::string ranges_text(const std::vector<NodeId>& owners, NodeId node) {
  std::string text;
  for (std::size_t first = 0; first < owners.size(); ++first) {
    if (owners[first] != node) continue;
    std::size_t last = first;
    while (last + 1 < owners.size() && owners[last + 1] == node) ++last;
    text += (text.empty() ? "" : " ") + decimal(first) + (last > first ? "-" + decimal(last) : "");
    first = last;
  }
  return text;
}

/// "m1: 0-5; m2: 6-9"; of a master without slots Redis has made a replica.
std::string all_ranges(const std::vector<NodeId>& owners, std::size_t masters, const std::string& as_in) {
  std::string text;
  for (std::uint32_t i = 0; i < masters; ++i) {
    const std::string name = "m" + decimal(i + 1) + ": ", ranges = ranges_text(owners, NodeId{i});
    const bool replica = as_in.find(name + "is a replica now") != std::string::npos;
    text += (i > 0 ? "; " : "") + name + (replica && ranges.empty() ? "is a replica now" : ranges);
  }
  return text;
}

// redis-cli lists first the node that it asks, then the others in the order of their random ids, which decides which of
// equal masters gets a slot left over: it must be one of these orders.
TEST(RedisRebalance, MovesTheSlotsThatRedisCliMoved) {
  const Vectors rows("rebalance/redis_cli.csv");
  EXPECT_EQ(rows.size(), 18u);
  for (const auto& row : rows) {
    std::vector<std::uint32_t> listed(row.number("masters"));
    std::iota(listed.begin(), listed.end(), 0);
    const std::string& options = row["options"];
    const bool simulated = options.find("simulate") != std::string::npos;
    bool found = false;
    do {
      Masters setup = setup_of(row, listed);
      const bool use_empty = options.find("use-empty-masters") != std::string::npos;
      const auto before = setup.owners;
      const auto moves = redis::rebalance(setup.nodes, setup.owners, threshold_of(options), use_empty);
      const auto& after = simulated ? before : setup.owners;
      found = moves_text(moves) == row["moves"] &&
              all_ranges(after, listed.size(), row["after_ranges"]) == row["after_ranges"];
    } while (!found && std::next_permutation(listed.begin() + 1, listed.end()));
    EXPECT_TRUE(found) << row["case"];
  }
}

Problem slots(std::uint32_t masters, bool named) {
  Problem problem = nodes_of(masters);
  for (std::uint32_t slot = 0; slot < redis::kSlots; ++slot) {
    problem.add_entry(named ? decimal(redis::kSlots - 1 - slot) : "slot " + decimal(slot), 1, 1,
                      {slot < 8192 ? 0u : 1u});
  }
  return problem;
}

TEST(RedisRebalance, TakesSlotsByTheirNames) {
  const Problem problem = slots(3, true);
  const auto plan = rebalance::tools::redis_rebalance(problem, {});
  ASSERT_TRUE(plan.ok());
  // n1 has the slots 0 to 8191, the last entries: its lowest ones go first.
  EXPECT_EQ(plan.value().moves.size(), 5462u);
  for (const auto& move : plan.value().moves) EXPECT_EQ(move.to, 2u);
  EXPECT_TRUE(std::any_of(plan.value().moves.begin(), plan.value().moves.end(),
                          [](const auto& move) { return move.entry == redis::kSlots - 1 && move.from == 1; }));
}

TEST(RedisRebalance, ADrainedMasterHasWeight0) {
  Problem problem = slots(2, false);
  problem.nodes[1].drained = true;
  const auto plan = rebalance::tools::redis_rebalance(problem, {});
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan.value().moves.size(), 8192u);
}

TEST(RedisRebalance, LeavesAnEmptyMasterAloneUnlessTold) {
  const std::pair<std::string, std::string> options[] = {{"use_empty_masters", "no"}};
  EXPECT_TRUE(rebalance::tools::redis_rebalance(slots(3, false), options).value().moves.empty());
}

TEST(RedisRebalance, RefusesWhatIsNoCluster) {
  Problem problem = nodes_of(2);
  problem.add_entry("0", 1, 1, {0});
  EXPECT_EQ(message(rebalance::tools::redis_rebalance(problem, {}).error()),
            "entries.length: 1 is outside 16384 to 16384");
  const std::pair<std::string, std::string> unknown[] = {{"treshold", "2"}}, bad[] = {{"threshold", "much"}};
  EXPECT_EQ(message(rebalance::tools::redis_rebalance(problem, unknown).error()),
            "options: “treshold” is not one of threshold, use_empty_masters");
  EXPECT_EQ(message(rebalance::tools::redis_rebalance(problem, bad).error()),
            "options.threshold: “much” cannot be read as a number");
}

}  // namespace
}  // namespace reshard::testing
