#include "core/simulation/simulation.h"

#include <gtest/gtest.h>

#include "core/scenario/command.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

/// Spent after a number of questions, to slice work without a clock.
class Slices final : public Budget {
 public:
  explicit Slices(int questions) : left_(questions) {}
  bool spent() override { return left_-- <= 0; }

 private:
  int left_;
};

std::shared_ptr<const Scenario> small_scenario() {
  Scenario scenario = default_scenario();
  scenario.keys.count = 20'000;
  return std::make_shared<const Scenario>(std::move(scenario));
}

std::shared_ptr<const Scenario> after(const Scenario& scenario, const Command& command) {
  return std::make_shared<const Scenario>(apply(scenario, command).take());
}

void finish(Simulation& simulation) {
  NoLimit no_limit;
  const auto done = simulation.step(no_limit);
  ASSERT_TRUE(done.ok()) << message(done.error());
  ASSERT_TRUE(done.value());
}

void show(Simulation& simulation, std::shared_ptr<const Scenario> scenario, Baseline baseline = Baseline::kShown) {
  ASSERT_TRUE(simulation.set(std::move(scenario), baseline).ok());
  finish(simulation);
}

/// The owners worked out plainly, by placing all keys.
std::vector<NodeId> owners_of(const Scenario& scenario) {
  Simulation simulation;
  show(simulation, std::make_shared<const Scenario>(scenario), Baseline::kNone);
  const auto owners = simulation.results().strategies[0].owners();
  return {owners.begin(), owners.end()};
}

void expect_consistent(const Results& results) {
  const StrategyResult& shown = results.strategies[0];
  const auto now = owners_of(*results.scenario);
  const auto before = owners_of(*results.before);
  EXPECT_TRUE(std::equal(now.begin(), now.end(), shown.owners().begin(), shown.owners().end()));
  EXPECT_TRUE(std::equal(before.begin(), before.end(), shown.owners_before().begin(), shown.owners_before().end()));
  std::uint64_t moved = 0;
  for (std::size_t i = 0; i < now.size(); ++i) moved += now[i] != before[i];
  EXPECT_EQ(shown.movement.moved, moved);
  EXPECT_EQ(shown.moved().size(), moved);
}

TEST(Simulation, ShowsWhatAnAddedNodeMoved) {
  const auto start = small_scenario();
  Simulation simulation;
  show(simulation, start, Baseline::kNone);
  EXPECT_EQ(simulation.results().revision, 1u);
  EXPECT_EQ(simulation.results().before, nullptr);
  show(simulation, after(*start, AddNode{}));
  EXPECT_EQ(simulation.results().before, start);
  EXPECT_EQ(simulation.results().strategies[0].movement.needless, 0u);
  expect_consistent(simulation.results());
}

TEST(Simulation, ComparesEveryMomentOfADragWithItsStart) {
  const auto start = small_scenario();
  Simulation simulation;
  show(simulation, start, Baseline::kNone);
  show(simulation, after(*start, SetParam{0, "vnodes", 200}));
  for (const double vnodes : {300.0, 150.0, 40.0}) {
    show(simulation, after(*start, SetParam{0, "vnodes", vnodes}), Baseline::kKept);
    EXPECT_EQ(simulation.results().before, start);
    expect_consistent(simulation.results());
  }
  show(simulation, start, Baseline::kKept);
  EXPECT_EQ(simulation.results().strategies[0].movement.moved, 0u);
}

TEST(Simulation, UndoesTheLastChangeWithoutLookingAtKeys) {
  const auto start = small_scenario();
  const auto modulo = after(*start, SetStrategy{0, find_strategy("modulo")});
  Simulation simulation;
  show(simulation, start, Baseline::kNone);
  show(simulation, modulo);
  const auto forth = simulation.results().strategies[0].movement;
  ASSERT_TRUE(simulation.set(start, Baseline::kShown).ok());
  Slices none(0);
  ASSERT_TRUE(simulation.step(none).ok());
  EXPECT_EQ(simulation.results().scenario, start);
  EXPECT_EQ(simulation.results().before, modulo);
  expect_consistent(simulation.results());
  const auto back = simulation.results().strategies[0].movement;
  EXPECT_EQ(back.moved, forth.moved);
  EXPECT_EQ(back.flows.size(), forth.flows.size());
}

TEST(Simulation, PublishesNothingBeforeAllSlicesAreDone) {
  const auto start = small_scenario();
  Simulation simulation;
  show(simulation, start, Baseline::kNone);
  const auto next = after(*start, SetStrategy{0, find_strategy("modulo")});
  ASSERT_TRUE(simulation.set(next, Baseline::kShown).ok());
  int slices = 0;
  for (bool done = false; !done; ++slices) {
    EXPECT_EQ(simulation.results().scenario, start);
    Slices budget(1);
    done = simulation.step(budget).value();
  }
  EXPECT_GT(slices, 1);
  EXPECT_EQ(simulation.results().scenario, next);
  expect_consistent(simulation.results());
}

TEST(Simulation, DropsSupersededWorkOfOrdinarySteps) {
  const auto start = small_scenario();
  Simulation simulation;
  show(simulation, start, Baseline::kNone);
  const auto one = after(*start, AddNode{});
  const auto two = after(*one, AddNode{});
  ASSERT_TRUE(simulation.set(one, Baseline::kShown).ok());
  Slices budget(1);
  ASSERT_FALSE(simulation.step(budget).value());
  show(simulation, two);
  EXPECT_EQ(simulation.results().revision, 2u);
  EXPECT_EQ(simulation.results().before, start);
  expect_consistent(simulation.results());
}

TEST(Simulation, FinishesRunningWorkDuringADragAndThenShowsTheNewestMoment) {
  const auto start = small_scenario();
  Simulation simulation;
  show(simulation, start, Baseline::kNone);
  ASSERT_TRUE(simulation.set(after(*start, SetParam{0, "vnodes", 10}), Baseline::kShown).ok());
  Slices budget(1);
  ASSERT_FALSE(simulation.step(budget).value());
  ASSERT_TRUE(simulation.set(after(*start, SetParam{0, "vnodes", 20}), Baseline::kKept).ok());
  ASSERT_TRUE(simulation.set(after(*start, SetParam{0, "vnodes", 30}), Baseline::kKept).ok());
  finish(simulation);
  EXPECT_EQ(simulation.results().revision, 3u);
  EXPECT_EQ(simulation.results().scenario->strategies[0].params[0], 30);
  expect_consistent(simulation.results());
}

TEST(Simulation, KeepsItsResultsWhenAStrategyRefuses) {
  const auto start = after(*small_scenario(), SetStrategy{0, find_strategy("jump")});
  Simulation simulation;
  show(simulation, start, Baseline::kNone);
  const auto refused = simulation.set(after(*start, RemoveNode{NodeId{1}}), Baseline::kShown);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::only_last_leaves);
  EXPECT_TRUE(simulation.idle());
  EXPECT_EQ(simulation.results().scenario, start);
}

TEST(Simulation, NamesTheKeyThatAHashFunctionCannotRead) {
  const auto start = small_scenario();
  Simulation simulation;
  Scenario numbers = *start;
  numbers.strategies[0] = default_choice(*find_strategy("modulo"));
  numbers.strategies[0].hash = find_hash_function("integer");
  ASSERT_TRUE(simulation.set(std::make_shared<const Scenario>(numbers), Baseline::kNone).ok());
  NoLimit no_limit;
  const auto done = simulation.step(no_limit);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().field, "keys[0]");
  EXPECT_TRUE(simulation.idle());
}

TEST(Simulation, ServesTheKeysOfADownNodeFromTheNextLiveReplica) {
  const auto start = small_scenario();
  Simulation simulation;
  show(simulation, start, Baseline::kNone);
  show(simulation, after(*start, SetNodeState{NodeId{2}, NodeState::kDown}));
  const StrategyResult shown = simulation.results().strategies[0];
  EXPECT_EQ(shown.load.keys[2], 0u);
  EXPECT_EQ(shown.load.unplaced, 0u);
  EXPECT_EQ(shown.movement.moved, shown.load_before.keys[2]);
  // A ring without the node gives its keys to the same heirs.
  const auto without = owners_of(*after(*start, RemoveNode{NodeId{2}}));
  EXPECT_TRUE(std::equal(without.begin(), without.end(), shown.owners().begin(), shown.owners().end()));
}

TEST(Simulation, ComparesStrategiesOnTheSameColumns) {
  auto start = after(*small_scenario(), AddStrategy{find_strategy("rendezvous")});
  Simulation simulation;
  show(simulation, start, Baseline::kNone);
  const Results& results = simulation.results();
  ASSERT_EQ(results.strategies.size(), 2u);
  EXPECT_EQ(results.strategies[0].keys.columns[0].data(), results.strategies[1].keys.columns[0].data());
  show(simulation, after(*start, PromoteStrategy{1}));
  EXPECT_EQ(results.strategies[0].movement.moved, 0u);
  EXPECT_EQ(results.strategies[0].choice.strategy->id, "rendezvous");
}

std::shared_ptr<const Scenario> partitions_of(std::string_view dialect, std::string_view type) {
  Scenario scenario = *small_scenario();
  StrategyChoice& main = scenario.strategies[0] = default_choice(*find_strategy("partitions"));
  const auto specs = main.strategy->params;
  main.params[0] = parse_param(specs[0], dialect).take();
  main.params[1] = parse_param(specs[1], type).take();
  return std::make_shared<const Scenario>(std::move(scenario));
}

std::string first_key(const Simulation& simulation) {
  std::string buffer;
  return std::string(simulation.results().keys->name(0, buffer));
}

TEST(Simulation, GeneratesKeysOfTheMainStrategysType) {
  Simulation simulation;
  show(simulation, partitions_of("postgresql", "int64"));
  EXPECT_EQ(first_key(simulation), "1");
  const auto keys = simulation.results().keys;
  show(simulation, partitions_of("clickhouse_city", "int64"));
  EXPECT_EQ(simulation.results().keys, keys) << "another system reads the same keys";
  EXPECT_GT(simulation.results().strategies[0].movement.moved, 0u);
  show(simulation, partitions_of("postgresql", "uuid"));
  EXPECT_EQ(first_key(simulation).size(), 36u);
  show(simulation, partitions_of("postgresql", "text"));
  EXPECT_EQ(first_key(simulation), "key-0");
  const auto text = simulation.results().keys;
  show(simulation, small_scenario());
  EXPECT_EQ(simulation.results().keys, text) << "text is what untyped strategies read";
}

TEST(Simulation, GivesTypedKeysToTheStrategiesBesideWhichMayRefuseThem) {
  Scenario beside = *partitions_of("postgresql", "int64");
  beside.strategies.push_back(small_scenario()->strategies[0]);
  Simulation simulation;
  show(simulation, std::make_shared<const Scenario>(beside));
  EXPECT_EQ(first_key(simulation), "1");
  beside.strategies[1] = partitions_of("postgresql", "uuid")->strategies[0];
  ASSERT_TRUE(simulation.set(std::make_shared<const Scenario>(beside), Baseline::kNone).ok());
  NoLimit no_limit;
  const auto done = simulation.step(no_limit);
  ASSERT_FALSE(done.ok());
  EXPECT_EQ(done.error().field, "keys[0]");
}

TEST(Simulation, LetsGeneratedKeysStandInUntilTheGivenOnesAreProvided) {
  const std::vector<std::string> names{"anna", "bela", "carl"};
  const auto keys = KeySet::of(names).take();
  const auto scenario = after(*small_scenario(), SetKeys{keys->spec()});
  Simulation simulation;
  show(simulation, scenario);
  EXPECT_TRUE(simulation.results().stands_in());
  EXPECT_EQ(simulation.results().keys->size(), 3u);
  EXPECT_EQ(simulation.results().keys->spec().kind, KeyKind::kSequential);

  simulation.provide(keys);
  show(simulation, scenario, Baseline::kNone);
  EXPECT_FALSE(simulation.results().stands_in());
  EXPECT_EQ(simulation.results().keys, keys);
  show(simulation, small_scenario());
  show(simulation, scenario);
  EXPECT_EQ(simulation.results().keys, keys) << "the way back finds them again";
}

TEST(Simulation, RefusesMoreMemoryThanItMayHold) {
  Scenario scenario = *small_scenario();
  scenario.keys.count = kMaxKeys;
  const StrategyChoice choice = scenario.strategies[0];
  scenario.strategies.assign(kMaxStrategies + 4, choice);
  Simulation simulation;
  const auto refused = simulation.set(std::make_shared<const Scenario>(scenario), Baseline::kNone);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::too_large);
}

}  // namespace
}  // namespace reshard
