// What the inspector finds out about the looked-up key and about a table's slots.
#include "web/insight/inspector.h"

#include <gtest/gtest.h>

#include "tests/web/stage.h"

namespace reshard {
namespace {

std::vector<std::uint64_t> keys_of_slots(Stage& stage) {
  const auto& counted = stage.app().ui().inspections[0].slot_keys.of_slot;
  return {counted.begin(), counted.end()};
}

// Under Fibonacci hashing slot i is node i, so it has that node's keys.
TEST(Inspector, recounts_the_slots_when_a_new_node_adds_a_slot) {
  Stage stage;
  stage.app().open("v=1&nodes=3&keys=2000&strategy=fibonacci");
  stage.settle();
  EXPECT_EQ(keys_of_slots(stage), stage.app().results().strategies[0].load.keys);
  ASSERT_TRUE(stage.app().run(Edit{{AddNode{}}}).ok());
  stage.settle();
  ASSERT_EQ(keys_of_slots(stage).size(), 4u);
  EXPECT_EQ(keys_of_slots(stage), stage.app().results().strategies[0].load.keys);
}

TEST(Inspector, counts_all_keys_when_the_table_grows_during_counting) {
  Stage stage;
  stage.app().open("v=1&nodes=3&keys=700000&strategy=fibonacci");
  for (int i = 0; i < 2; ++i) stage.frame();  // several hundred thousand keys per frame
  ASSERT_TRUE(keys_of_slots(stage).empty());
  ASSERT_TRUE(stage.app().run(Edit{{AddNode{}}}).ok());
  stage.settle();
  ASSERT_EQ(keys_of_slots(stage).size(), 4u);
  EXPECT_EQ(keys_of_slots(stage), stage.app().results().strategies[0].load.keys);
}

}  // namespace
}  // namespace reshard
