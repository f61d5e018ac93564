#include "core/scenario/history.h"

#include <gtest/gtest.h>

#include "core/scenario/command.h"

namespace reshard {
namespace {

Scenario with_seed(std::uint64_t seed) {
  Scenario scenario = default_scenario();
  scenario.seed = seed;
  return scenario;
}

/// A history of the seeds 0 to `last`, one step each.
History of_seeds(std::uint64_t last) {
  History history(with_seed(0));
  for (std::uint64_t seed = 1; seed <= last; ++seed) history.push(with_seed(seed));
  return history;
}

TEST(History, BeginsWithNothingToUndoOrRedo) {
  History history(with_seed(7));
  EXPECT_EQ(history.current()->seed, 7u);
  EXPECT_FALSE(history.undo());
  EXPECT_FALSE(history.redo());
  EXPECT_EQ(history.current()->seed, 7u);
}

TEST(History, UndoesAndRedoesStepByStep) {
  History history = of_seeds(2);
  EXPECT_TRUE(history.undo());
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(history.current()->seed, 0u);
  EXPECT_FALSE(history.can_undo());
  EXPECT_TRUE(history.redo());
  EXPECT_EQ(history.current()->seed, 1u);
  EXPECT_TRUE(history.can_redo());
}

TEST(History, ANewStepAfterUndoClearsRedo) {
  History history = of_seeds(3);
  ASSERT_TRUE(history.go_to(1));
  history.push(with_seed(9));
  EXPECT_FALSE(history.can_redo());
  EXPECT_EQ(history.size(), 3u);
  EXPECT_EQ(history.step(1).seed, 1u);
  EXPECT_EQ(history.step(2).seed, 9u);
}

TEST(History, ACommandWithoutEffectAddsNoStep) {
  History history = of_seeds(2);
  history.undo();
  history.push(apply(*history.current(), SetSeed{1}).take());
  EXPECT_EQ(history.size(), 3u);
  EXPECT_TRUE(history.can_redo());
}

TEST(History, ADragIsOneStep) {
  History history = of_seeds(1);
  history.push(with_seed(2));
  for (const std::uint64_t seed : {3, 4, 5}) history.replace(with_seed(seed));
  EXPECT_EQ(history.current()->seed, 5u);
  EXPECT_EQ(history.size(), 3u);
  history.undo();
  EXPECT_EQ(history.current()->seed, 1u);
}

TEST(History, GoesToAnyStepAndNoFurther) {
  History history = of_seeds(5);
  EXPECT_TRUE(history.go_to(2));
  EXPECT_EQ(history.current()->seed, 2u);
  EXPECT_EQ(history.position(), 2u);
  EXPECT_FALSE(history.go_to(6));
  EXPECT_EQ(history.position(), 2u);
}

TEST(History, ForgetsTheOldestOfThousandsOfSteps) {
  History history = of_seeds(2500);
  EXPECT_EQ(history.current()->seed, 2500u);
  EXPECT_EQ(history.step(0).seed, 2501u - history.size());
  EXPECT_EQ(history.position(), history.size() - 1);
  while (history.undo()) continue;
  EXPECT_EQ(history.current()->seed, 2501u - history.size());
}

TEST(History, AbandonedStepsStayAsABranch) {
  History history = of_seeds(3);
  ASSERT_TRUE(history.go_to(1));
  history.push(with_seed(9));
  ASSERT_EQ(history.branches().size(), 1u);
  EXPECT_EQ(history.fork_of(0), 1u);
  ASSERT_TRUE(history.switch_to(0));
  EXPECT_EQ(history.current()->seed, 3u);
  EXPECT_EQ(history.size(), 4u);
  ASSERT_TRUE(history.switch_to(0));
  EXPECT_EQ(history.current()->seed, 9u);
  EXPECT_EQ(history.fork_of(0), 1u);
  EXPECT_FALSE(history.switch_to(1));
}

TEST(History, ABranchOfABranchIsComplete) {
  History history = of_seeds(4);
  ASSERT_TRUE(history.go_to(3));
  history.push(with_seed(8));  // branches off 4
  ASSERT_TRUE(history.go_to(1));
  history.push(with_seed(9));  // branches off 2, 3 and 8
  ASSERT_EQ(history.branches().size(), 2u);
  EXPECT_EQ(history.fork_of(0), 1u);
  ASSERT_TRUE(history.switch_to(0));
  EXPECT_EQ(history.current()->seed, 4u);
  EXPECT_EQ(history.fork_of(1), 3u);
}

TEST(History, KeepsTheNewestBranches) {
  History history = of_seeds(1);
  for (std::uint64_t seed = 2; seed < 40; ++seed) {
    ASSERT_TRUE(history.undo());
    history.push(with_seed(seed));
  }
  EXPECT_EQ(history.branches().size(), 8u);
  EXPECT_EQ(history.branches().back().back()->seed, 38u);
}

// A reader may still hold a step that the history has forgotten.
TEST(History, KeepsAScenarioAliveForWhoeverHoldsIt) {
  History history(with_seed(1));
  const std::shared_ptr<const Scenario> first = history.current();
  history.replace(with_seed(2));
  EXPECT_EQ(first->seed, 1u);
}

}  // namespace
}  // namespace reshard
