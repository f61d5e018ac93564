#include "core/analysis/overflow.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/base/bytes.h"
#include "core/hash/functions.h"
#include "core/simulation/simulation.h"
#include "core/strategies/strategies.h"
#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

/// The survey's result for a scenario, worked out a block of keys at a time.
Overflow surveyed(const Scenario& scenario) {
  /// Spent at every second question, so that work is interrupted and resumed.
  class Hasty final : public Budget {
   public:
    bool spent() override { return asked_ = !asked_; }

   private:
    bool asked_ = true;
  };
  Simulation simulation;
  NoLimit no_limit;
  EXPECT_TRUE(simulation.set(std::make_shared<const Scenario>(scenario), Baseline::kNone).ok());
  EXPECT_TRUE(simulation.step(no_limit).ok());
  const StrategyResult& main = simulation.results().strategies[0];
  OverflowSurvey survey(*main.placement, main.keys, scenario.cluster.known());
  if (!survey.applies()) return {};
  Hasty hasty;
  while (!survey.step(hasty)) {}
  return survey.overflow();
}

/// The plainest model of a ring of the lafikl dialect: points in a map, one request after another.
Overflow slow_model(const Cluster& cluster, const KeySet& keys, double load, unsigned vnodes) {
  const auto number = [](const std::string& text) { return load_le64(blake2b_512(text).data()); };
  std::map<std::uint64_t, NodeId> ring;
  for (const Node& node : cluster.nodes()) {
    for (unsigned i = 0; i < vnodes; ++i) ring.emplace(number(node.name + std::to_string(i)), node.id);
  }
  std::map<NodeId, double> loads;
  std::map<std::pair<NodeId, NodeId>, std::uint64_t> pairs;
  Overflow overflow;
  std::string buffer;
  for (std::uint32_t key = 0; key < keys.size(); ++key) {
    const double mean = std::max(1.0, std::floor((key + 1.0) / static_cast<double>(cluster.nodes().size())));
    const auto next = [&](auto at) { return at == ring.end() ? ring.begin() : at; };
    const auto first = next(ring.lower_bound(number(std::string(keys.name(key, buffer)))));
    auto at = first;
    while (loads[at->second] + 1 > std::ceil(mean * load)) at = next(std::next(at));
    ++loads[at->second];
    if (at->second == first->second) continue;
    if (overflow.keys++ == 0) {
      overflow.example = key;
      overflow.example_from = first->second;
      overflow.example_to = at->second;
    }
    ++pairs[{first->second, at->second}];
  }
  for (const auto& [nodes, count] : pairs) overflow.flows.push_back({nodes.first, nodes.second, count});
  std::sort(overflow.flows.begin(), overflow.flows.end(), largest_first);
  return overflow;
}

Scenario bounded(std::size_t nodes, std::string_view dialect, double load) {
  Scenario scenario = default_scenario();
  scenario.cluster = numbered_cluster("node-", nodes);
  scenario.keys.count = 5000;
  const Strategy* strategy = find_strategy("bounded_ring");
  scenario.strategies = {default_choice(*strategy)};
  scenario.strategies[0].params[0] = dialect == "lafikl" ? 1 : 0;
  scenario.strategies[0].params[1] = load;
  return scenario;
}

TEST(Overflow, MatchesASlowModelOfTheRing) {
  for (const double load : {1.05, 1.25, 2.0, 10.0}) {
    const Scenario scenario = bounded(7, "lafikl", load);
    const auto keys = KeySet::generate(scenario.keys, scenario.seed).take();
    const Overflow expected = slow_model(scenario.cluster, *keys, load, 20);
    EXPECT_EQ(surveyed(scenario), expected) << load;
    EXPECT_TRUE(expected.keys > 0 || load > 2) << load;
  }
}

// For partitions: without the bound, each belongs to its first node, and so do its keys.
TEST(Overflow, EqualsTheKeysThatAddingABoundMoves) {
  const Scenario scenario = bounded(8, "buraksezer", 1.1);
  Scenario unbounded = scenario;
  unbounded.strategies[0].params[1] = 10;
  EXPECT_EQ(surveyed(unbounded).keys, 0u);
  Simulation simulation;
  NoLimit no_limit;
  for (const Scenario& each : {unbounded, scenario}) {
    ASSERT_TRUE(simulation.set(std::make_shared<const Scenario>(each), Baseline::kShown).ok());
    ASSERT_TRUE(simulation.step(no_limit).ok());
  }
  const Movement& movement = simulation.results().strategies[0].movement;
  const Overflow overflow = surveyed(scenario);
  EXPECT_GT(overflow.keys, 0u);
  EXPECT_EQ(overflow.keys, movement.moved);
  EXPECT_EQ(overflow.flows, movement.flows);
}

TEST(Overflow, DoesNotApplyWhereNoNodeCanBeFull) {
  Scenario scenario = default_scenario();
  scenario.keys.count = 100;
  Simulation simulation;
  NoLimit no_limit;
  ASSERT_TRUE(simulation.set(std::make_shared<const Scenario>(scenario), Baseline::kNone).ok());
  ASSERT_TRUE(simulation.step(no_limit).ok());
  const StrategyResult& main = simulation.results().strategies[0];
  EXPECT_FALSE(OverflowSurvey(*main.placement, main.keys, scenario.cluster.known()).applies());
}

}  // namespace
}  // namespace reshard::testing
