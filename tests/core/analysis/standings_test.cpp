// What newcomers have to beat: kept up to date, compared with working it out again for all keys.

#include "core/analysis/standings.h"

#include <gtest/gtest.h>

#include "core/analysis/place_all.h"
#include "core/placement/incremental.h"
#include "core/scenario/command.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

constexpr const char* kWithStandings[] = {"jump", "rendezvous", "rendezvous_weighted", "straw2", "multi_probe"};

class StandingKeys {
 public:
  explicit StandingKeys(const StrategyChoice& choice) : keys_(KeySet::generate({.count = 3000}, 0).take()) {
    NoLimit no_limit;
    for (const Recipe& recipe : choice.strategy->recipes(choice.params, *choice.hash)) {
      EXPECT_TRUE(columns_.emplace_back(keys_, recipe).step(no_limit).ok());
    }
  }
  KeyBlock all() const {
    KeyBlock block{keys_.get(), 0, keys_->size(), {}};
    for (std::size_t c = 0; c < columns_.size(); ++c) block.columns[c] = columns_[c].values();
    return block;
  }

 private:
  std::shared_ptr<const KeySet> keys_;
  std::vector<KeyColumn> columns_;
};

Scenario scenario_with(const char* strategy) {
  Scenario scenario = default_scenario();
  scenario.strategies = {default_choice(*find_strategy(strategy))};
  return scenario;
}

std::shared_ptr<const Placement> placed(const Scenario& scenario) {
  const StrategyChoice& choice = scenario.strategies[0];
  std::shared_ptr<Placement> placement =
      build_placement(*choice.strategy, {scenario.cluster, choice.params, *choice.hash}).take();
  NoLimit no_limit;
  EXPECT_TRUE(placement->step(no_limit));
  return placement;
}

/// Changes the owners to those of another placement.
void go_on(Assignment& assignment, const std::vector<NodeId>& owners) {
  FlowCounter flows(100, owners.size());
  std::vector<Move> moves;
  assignment.keep();
  for (std::uint32_t key = 0; key < owners.size(); ++key) {
    const NodeId before = assignment.before()[key];
    if (before == owners[key]) continue;
    moves.push_back({key, owners[key]});
    flows.count(before, owners[key]);
  }
  assignment.move(moves, flows.flows());
}

Assignment assignment_of(const Placement& placement, const KeyBlock& keys) {
  Assignment assignment(keys.size);
  go_on(assignment, place_all(placement, keys));
  return assignment;
}

std::vector<std::uint32_t> worked_out(const Placement& placement, const KeyBlock& keys) {
  std::vector<std::uint32_t> standings(keys.size);
  placement.incremental()->stand(keys, place_all(placement, keys), standings);
  return standings;
}

std::vector<std::uint32_t> kept(const Standings& standings, const std::shared_ptr<const Placement>& placement) {
  const auto values = standings.of(placement).standings;
  return {values.begin(), values.end()};
}

TEST(Standings, StayCurrentAsNodesJoinAndLeave) {
  for (const char* id : kWithStandings) {
    const Scenario start = scenario_with(id);
    const StandingKeys keys(start.strategies[0]);
    Standings standings;
    NoLimit no_limit;
    auto now = placed(start);
    Assignment assignment = assignment_of(*now, keys.all());
    standings.follow(now, assignment, true);
    ASSERT_TRUE(standings.step(keys.all(), assignment, no_limit));
    ASSERT_EQ(kept(standings, now), worked_out(*now, keys.all())) << id;

    const Scenario added = apply(start, AddNode{}).take();
    const Scenario again = apply(added, AddNode{}).take();
    const Scenario left = apply(again, RemoveNode{again.cluster.nodes().back().id}).take();
    for (const Scenario* next : {&added, &again, &left}) {
      now = placed(*next);
      go_on(assignment, place_all(*now, keys.all()));
      standings.follow(now, assignment, false);
      EXPECT_TRUE(standings.of(now).standings.empty()) << id << ": those that moved are not worked out yet";
      ASSERT_TRUE(standings.step(keys.all(), assignment, no_limit));
      EXPECT_EQ(kept(standings, now), worked_out(*now, keys.all())) << id;
    }
  }
}

TEST(Standings, ChangeWhenANodeJoins) {
  const Scenario start = scenario_with("jump");
  const StandingKeys keys(start.strategies[0]);
  const auto now = placed(start), next = placed(apply(start, AddNode{}).take());
  EXPECT_NE(worked_out(*now, keys.all()), worked_out(*next, keys.all()));
}

TEST(Standings, AreNotGivenForAnotherPlacement) {
  const Scenario start = scenario_with("rendezvous");
  const StandingKeys keys(start.strategies[0]);
  const auto now = placed(start), other = placed(start);
  Standings standings;
  NoLimit no_limit;
  const Assignment assignment = assignment_of(*now, keys.all());
  standings.follow(now, assignment, true);
  EXPECT_TRUE(standings.of(now).standings.empty());
  ASSERT_TRUE(standings.step(keys.all(), assignment, no_limit));
  EXPECT_EQ(standings.of(now).standings.size(), 3000u);
  EXPECT_TRUE(standings.of(other).standings.empty());
}

// Whoever the sixth node of a jump hash is, it takes the keys whose next jump leads to bucket 5.
TEST(Standings, PredictWhichKeysTheNextNodeTakesWhateverItsName) {
  const Scenario start = scenario_with("jump");
  const StandingKeys keys(start.strategies[0]);
  const auto now = placed(start);
  Standings standings;
  NoLimit no_limit;
  Assignment assignment = assignment_of(*now, keys.all());
  standings.follow(now, assignment, true);
  ASSERT_TRUE(standings.step(keys.all(), assignment, no_limit));
  ASSERT_NE(standings.of(now).taken, nullptr);
  for (const char* name : {"a", "another"}) {
    const auto owners = place_all(*placed(apply(start, AddNode{.name = name}).take()), keys.all());
    std::vector<std::uint32_t> taken;
    for (std::uint32_t key = 0; key < owners.size(); ++key) {
      if (owners[key] != assignment.after()[key]) taken.push_back(key);
    }
    EXPECT_EQ(*standings.of(now).taken, taken) << name;
  }
}

TEST(Standings, PredictNothingIfItDependsOnTheNewNode) {
  const Scenario start = scenario_with("rendezvous");
  const StandingKeys keys(start.strategies[0]);
  const auto now = placed(start);
  Standings standings;
  NoLimit no_limit;
  const Assignment assignment = assignment_of(*now, keys.all());
  standings.follow(now, assignment, true);
  ASSERT_TRUE(standings.step(keys.all(), assignment, no_limit));
  EXPECT_EQ(standings.of(now).taken, nullptr);
}

TEST(Standings, TakeNoMemoryUnderAStrategyWithoutThem) {
  const Scenario start = scenario_with("modulo");
  const StandingKeys keys(start.strategies[0]);
  const auto now = placed(start);
  Standings standings;
  NoLimit no_limit;
  const Assignment assignment = assignment_of(*now, keys.all());
  standings.follow(now, assignment, true);
  EXPECT_TRUE(standings.step(keys.all(), assignment, no_limit));
  EXPECT_EQ(standings.memory_bytes(), 0u);
}

}  // namespace
}  // namespace reshard
