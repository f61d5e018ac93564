#include "core/rebalance/tools/citus.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/core/rebalance/problems.h"
#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

using rebalance::Problem;

std::vector<std::string> pieces(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

std::uint32_t number_in(const std::string& text) { return static_cast<std::uint32_t>(std::stoul(text)); }

/// The row as a problem; nullopt where it has what a problem lacks: several groups, or shards that a worker refuses.
std::optional<Problem> problem_of(const Vectors::Row& row) {
  Problem problem;
  for (const std::string& each : words_of(row["nodes"])) {
    const auto parts = pieces(each, '/');
    if (parts.size() > 2 && !parts[2].empty()) return std::nullopt;
    const std::string& capacity = parts.at(1);
    if (capacity.find_first_not_of("0123456789") != std::string::npos || capacity == "0") return std::nullopt;
    problem.nodes.emplace_back();
    problem.nodes.back().name = parts[0];
    problem.nodes.back().capacity = number_in(capacity);
  }
  for (const std::string& each : words_of(row["shards"])) {
    const auto parts = pieces(each, ':');
    if (parts.at(3) != "0" || parts.at(2).find('.') != std::string::npos) return std::nullopt;
    problem.add_entry(parts[0], 1, std::stoull(parts[2]), {number_in(parts[1].substr(1))});
  }
  return problem;
}

std::string moves_of(const Problem& problem, const rebalance::tools::Plan& plan) {
  std::string text;
  for (const auto& [entry, from, to, lead] : plan.moves) {
    EXPECT_FALSE(lead);
    text += (text.empty() ? "" : " ") + problem.names[entry] + ":" + problem.nodes[from].name + ">" +
            problem.nodes[to].name;
  }
  return text;
}

TEST(CitusRebalance, MovesWhatARunningCitusMovedOfTheSameProblem) {
  std::size_t compared = 0;
  for (const auto& row : Vectors("citus_rebalancer.csv")) {
    const auto problem = problem_of(row);
    if (!problem) continue;
    const std::pair<std::string, std::string> options[] = {{"strategy", "by_load"},
                                                           {"threshold", row["threshold"]},
                                                           {"improvement_threshold", row["improvement_threshold"]},
                                                           {"drain_only", row["drain_only"] == "1" ? "yes" : "no"},
                                                           {"max_shard_moves", row["max_moves"]}};
    const auto plan = rebalance::tools::citus_rebalance(*problem, options);
    ASSERT_TRUE(plan.ok()) << message(plan.error());
    EXPECT_EQ(moves_of(*problem, plan.value()), row["moves"]) << row["case"];
    ++compared;
  }
  EXPECT_GE(compared, 400u);
}

TEST(CitusRebalance, AddsTheBaseCostToEachShard) {
  Problem problem = nodes_of(2);
  for (std::uint32_t i = 0; i < 4; ++i) problem.add_entry("s" + decimal(i), i == 0 ? 50'000'000 : 0, 0, {0});
  // With 100 MB for each they are nearly equal: two of them move. By bytes alone all but the large one leave it, as to
  // move that one would only exchange the nodes.
  EXPECT_EQ(rebalance::tools::citus_rebalance(problem, {}).value().moves.size(), 2u);
  const std::pair<std::string, std::string> bare[] = {{"base_cost", "0"}};
  EXPECT_EQ(rebalance::tools::citus_rebalance(problem, bare).value().moves.size(), 3u);
}

TEST(CitusRebalance, NeverPutsTwoPlacementsOfAShardOnAWorker) {
  Problem problem = nodes_of(3);
  for (std::uint32_t i = 0; i < 6; ++i) problem.add_entry("s" + decimal(i), 1, 1, {0, 1});
  problem.nodes[1].drained = true;
  const std::pair<std::string, std::string> options[] = {{"strategy", "by_shard_count"}};
  const auto plan = rebalance::tools::citus_rebalance(problem, options);
  ASSERT_TRUE(plan.ok());
  EXPECT_EQ(plan.value().moves.size(), 6u);
  for (const auto& move : plan.value().moves) EXPECT_EQ(move.to, 2u);
}

TEST(CitusRebalance, RefusesAThresholdBelowTheStrategysLeast) {
  const std::pair<std::string, std::string> options[] = {{"threshold", "0.001"}};
  EXPECT_EQ(message(rebalance::tools::citus_rebalance(nodes_of(2), options).error()),
            "options.threshold: 0.001 is outside 0.01 to 1000");
}

}  // namespace
}  // namespace reshard::testing
