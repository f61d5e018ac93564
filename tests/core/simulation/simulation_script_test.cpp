// A simulation under random commands: however its work is sliced, and whatever was shown before, its results equal
// those of placing every key anew.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/scenario/command.h"
#include "core/scenario/link.h"
#include "core/simulation/simulation.h"
#include "core/strategies/strategies.h"
#include "tests/core/contract/script.h"

namespace reshard::testing {
namespace {

using SharedScenario = std::shared_ptr<const Scenario>;

/// Spent at every other question, so that work is interrupted wherever possible.
class EveryOtherQuestion final : public Budget {
 public:
  bool spent() override { return spent_ = !spent_; }

 private:
  bool spent_ = true;
};

template <typename T>
const T& one_of(Random& random, std::span<const T> items) {
  return items[random.below(items.size())];
}

Command random_command(Random& random, const Scenario& scenario) {
  const NodeId node = one_of(random, scenario.cluster.nodes()).id;
  const std::size_t slot = random.below(scenario.strategies.size());
  const StrategyChoice& choice = scenario.strategies[slot];
  switch (random.below(17)) {
    case 0: return RemoveNode{node};
    case 1: return WeighNode{node, static_cast<double>(random.below(4))};
    case 2: return SetNodeState{node, random.below(2) == 0 ? NodeState::kDown : NodeState::kUp};
    case 3: return SetStrategy{slot, one_of(random, strategies())};
    case 4: return AddStrategy{one_of(random, strategies())};
    case 5: return RemoveStrategy{slot};
    case 6: return PromoteStrategy{slot};
    case 7: return SetSeed{random.below(3)};
    case 8: return SetReplicas{static_cast<unsigned>(1 + random.below(3))};
    case 9: return SetKeys{{KeyKind::kSequential, 1000 + random.below(1000), "key-"}};
    case 10: return SetHash{slot, one_of(random, hash_functions())};
    case 11: return RenameNode{node, "other-" + std::to_string(random.below(9))};
    case 12: return SetNodeCount{1 + random.below(12)};
    case 13: return Restart{};
    case 14: return SetRequests{{static_cast<double>(random.below(3)), random.below(4), 0}};
    case 15: {
      if (choice.strategy->params.empty()) return AddNode{};
      const std::size_t param = random.below(choice.strategy->params.size());
      const ParamValues values = random_params(random, choice.strategy->params);
      return SetParam{slot, std::string(choice.strategy->params[param].key), values[param]};
    }
    default: return AddNode{};
  }
}

/// Works on a scenario to the end, in steps under budgets of the given type. Returns an error's message, or "done".
template <typename AnyBudget>
std::string show(Simulation& simulation, const SharedScenario& scenario, Baseline baseline) {
  if (const auto set = simulation.set(scenario, baseline); !set.ok()) return message(set.error());
  for (;;) {
    AnyBudget budget;
    const auto done = simulation.step(budget);
    if (!done.ok()) return message(done.error());
    if (done.value()) return "done";
  }
}

struct Anew {
  std::vector<NodeId> owners;
  std::vector<double> requests;
};
Anew placed_anew(const Scenario& scenario, const StrategyChoice& choice) {
  Scenario alone = scenario;
  alone.strategies = {choice};
  Simulation simulation;
  EXPECT_EQ(show<NoLimit>(simulation, std::make_shared<const Scenario>(alone), Baseline::kNone), "done");
  const StrategyResult& result = simulation.results().strategies[0];
  return {{result.owners().begin(), result.owners().end()}, result.load.requests};
}

template <typename A, typename B>
bool same(const A& a, const B& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

void expect_same(const Results& a, const Results& b) {
  EXPECT_EQ(a.revision, b.revision);
  EXPECT_EQ(a.scenario, b.scenario);
  EXPECT_EQ(a.before, b.before);
  ASSERT_EQ(a.strategies.size(), b.strategies.size());
  for (std::size_t i = 0; i < a.strategies.size(); ++i) {
    EXPECT_TRUE(same(a.strategies[i].owners(), b.strategies[i].owners()));
    EXPECT_TRUE(same(a.strategies[i].owners_before(), b.strategies[i].owners_before()));
    EXPECT_EQ(a.strategies[i].load.keys, b.strategies[i].load.keys);
    EXPECT_EQ(a.strategies[i].movement.flows, b.strategies[i].movement.flows);
  }
}

/// Expects the moved keys to be exactly those whose owners differ, and the figures to count them.
void expect_consistent(const StrategyResult& result) {
  std::vector<std::uint32_t> differ, moved(result.moved().begin(), result.moved().end());
  for (std::uint32_t key = 0; key < result.owners().size(); ++key) {
    if (result.owners()[key] != result.owners_before()[key]) differ.push_back(key);
  }
  std::sort(moved.begin(), moved.end());
  EXPECT_EQ(moved, differ);
  EXPECT_EQ(result.movement.moved, differ.size());
  std::uint64_t keys = result.load.unplaced;
  for (const std::uint64_t count : result.load.keys) keys += count;
  EXPECT_EQ(keys, result.owners().size());
}

void expect_as_placed_anew(const Results& results) {
  for (const StrategyResult& result : results.strategies) {
    expect_consistent(result);
    const Anew after = placed_anew(*results.scenario, result.choice);
    EXPECT_TRUE(same(result.owners(), after.owners));
    EXPECT_EQ(result.load.requests, after.requests);
    if (results.before == nullptr) continue;
    const auto& then = results.before->strategies;
    if (std::find(then.begin(), then.end(), result.choice) == then.end()) continue;
    const Anew before = placed_anew(*results.before, result.choice);
    EXPECT_TRUE(same(result.owners_before(), before.owners));
    EXPECT_EQ(result.load_before.requests, before.requests);
  }
}

Baseline random_baseline(Random& random) {
  switch (random.below(8)) {
    case 0: return Baseline::kNone;
    case 1:
    case 2: return Baseline::kKept;
    default: return Baseline::kShown;
  }
}

void run_script(std::uint64_t seed, int commands) {
  Random random(seed);
  Scenario first = default_scenario();
  first.keys.count = 1500;
  std::vector<SharedScenario> shown = {std::make_shared<const Scenario>(std::move(first))};
  Simulation at_once, in_slices;
  EXPECT_EQ(show<NoLimit>(at_once, shown[0], Baseline::kNone), "done");
  EXPECT_EQ(show<EveryOtherQuestion>(in_slices, shown[0], Baseline::kNone), "done");
  for (int i = 0; i < commands && !::testing::Test::HasFailure(); ++i) {
    SharedScenario next;
    if (random.below(6) == 0) {
      const bool last = random.below(2) == 0 && shown.size() > 1;
      next = last ? shown[shown.size() - 2] : one_of<SharedScenario>(random, shown);  // undo to any step
    } else {
      auto applied = reshard::apply(*shown.back(), random_command(random, *shown.back()));
      if (!applied.ok()) continue;
      next = std::make_shared<const Scenario>(applied.take());
    }
    SCOPED_TRACE("from " + format_link(*shown.back()) + "\n  to " + format_link(*next));
    const Baseline baseline = random_baseline(random);
    const std::string outcome = show<NoLimit>(at_once, next, baseline);
    EXPECT_EQ(show<EveryOtherQuestion>(in_slices, next, baseline), outcome);
    expect_same(at_once.results(), in_slices.results());
    EXPECT_TRUE(at_once.idle() && in_slices.idle());
    if (outcome != "done") {
      EXPECT_EQ(at_once.results().scenario, shown.back());  // as it was
      continue;
    }
    shown.push_back(next);
    EXPECT_EQ(at_once.results().scenario, next);
    expect_as_placed_anew(at_once.results());
  }
}

TEST(SimulationScript, ResultsMatchPlacingEveryKeyAgain) {
  for (const std::uint64_t seed : {1, 2, 3, 4}) run_script(seed, 40);
}

// The steps of a drag are published before keys get their owners, and each undoes the one before; then come clicks,
// some before there was time for the owners.
TEST(SimulationScript, OwnersNotAskedForDuringADragAreRightAtTheEnd) {
  Random random(5);
  Scenario first = default_scenario();
  first.keys.count = 20'000;
  Simulation simulation;
  SharedScenario newest = std::make_shared<const Scenario>(std::move(first));
  ASSERT_EQ(show<NoLimit>(simulation, newest, Baseline::kNone), "done");
  for (int round = 0; round < 12; ++round) {
    const SharedScenario before = newest;
    for (std::uint64_t moment = 0; moment < 1 + random.below(3); ++moment) {
      const auto vnodes = static_cast<double>(20 + random.below(300));
      newest = std::make_shared<const Scenario>(reshard::apply(*before, SetParam{0, "vnodes", vnodes}).take());
      ASSERT_EQ(show<EveryOtherQuestion>(simulation, newest, moment == 0 ? Baseline::kShown : Baseline::kKept), "done");
    }
    if (random.below(2) == 0) expect_as_placed_anew(simulation.results());
    if (random.below(2) == 0)
      newest =
          random.below(2) == 0 ? before : std::make_shared<const Scenario>(reshard::apply(*newest, AddNode{}).take());
    ASSERT_EQ(show<EveryOtherQuestion>(simulation, newest, Baseline::kShown), "done");
    if (random.below(2) == 0) expect_as_placed_anew(simulation.results());
  }
  expect_as_placed_anew(simulation.results());
}

// Tables with about as many slots as keys, with fewer, and with so few that hundreds of keys share one; beside a ring
// that reads the same column.
TEST(SimulationScript, SlotsThatChangeOwnerMoveTheSameKeysAsPlacingAllAgain) {
  Random random(21);
  const std::pair<const char*, double> tables[] = {{"maglev", 251}, {"maglev", 19997}, {"slots", 64}, {"slots", 4096}};
  for (const auto& [id, slots] : tables) {
    Scenario first = default_scenario();
    first.keys.count = 20'000;
    first.strategies[0] = default_choice(*find_strategy(id));
    first.strategies[0].params[0] = slots;
    first.strategies.push_back(default_choice(*find_strategy("ring")));
    Simulation simulation;
    SharedScenario newest = std::make_shared<const Scenario>(std::move(first));
    ASSERT_EQ(show<NoLimit>(simulation, newest, Baseline::kNone), "done");
    for (int i = 0; i < 12; ++i) {
      const auto nodes = newest->cluster.nodes();
      const Command command = random.below(2) == 0 || nodes.size() < 3
                                  ? Command(AddNode{})
                                  : Command(RemoveNode{nodes[random.below(nodes.size())].id});
      newest = std::make_shared<const Scenario>(reshard::apply(*newest, command).take());
      const Baseline baseline = random.below(3) == 0 ? Baseline::kKept : Baseline::kShown;
      ASSERT_EQ(show<EveryOtherQuestion>(simulation, newest, baseline), "done");
      const StrategyResult& table = simulation.results().strategies[0];
      const NodeId one = table.owner(17);  // before all owners are asked for
      EXPECT_EQ(table.owners()[17], one) << id << " " << slots;
      if (random.below(2) == 0) expect_as_placed_anew(simulation.results());
    }
    expect_as_placed_anew(simulation.results());
  }
}

// Work is superseded at any moment; in the end the last scenario is shown, and never half of another.
TEST(SimulationScript, SupersededWorkLeavesNoTrace) {
  Random random(11);
  Scenario first = default_scenario();
  first.keys.count = 60'000;  // several slices per scenario
  auto newest = std::make_shared<const Scenario>(std::move(first));
  Simulation simulation;
  ASSERT_EQ(show<NoLimit>(simulation, newest, Baseline::kNone), "done");
  for (int round = 0; round < 8; ++round) {
    for (std::uint64_t hurried = random.below(3); hurried > 0; --hurried) {
      const auto passing = std::make_shared<const Scenario>(reshard::apply(*newest, AddNode{}).take());
      ASSERT_TRUE(simulation.set(passing, Baseline::kShown).ok());
      EveryOtherQuestion budget;
      ASSERT_TRUE(simulation.step(budget).ok());
      if (random.below(4) == 0) simulation.cancel();
    }
    const SharedScenario before = simulation.results().scenario;
    newest = std::make_shared<const Scenario>(reshard::apply(*newest, SetNodeCount{2 + random.below(9)}).take());
    ASSERT_EQ(show<EveryOtherQuestion>(simulation, newest, Baseline::kShown), "done");
    EXPECT_EQ(simulation.results().scenario, newest);
    EXPECT_EQ(simulation.results().before, before);
    expect_as_placed_anew(simulation.results());
  }
}

}  // namespace
}  // namespace reshard::testing
