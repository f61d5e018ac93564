// What the inspector finds out about the looked-up key and about a table's slots.
#include "web/insight/inspector.h"

#include <gtest/gtest.h>

#include "tests/web/stage.h"
#include "web/api/state_json.h"

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

// An empty text is a value to strategies that know types, but nobody has asked for it.
TEST(Inspector, explains_nothing_until_a_key_is_typed) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=1000&strategy=partitions");
  stage.settle();
  EXPECT_TRUE(stage.app().ui().inspections[0].trace.empty());
  EXPECT_TRUE(stage.app().ui().inspections[0].picture.has_value());
  stage.app().open("v=1&nodes=4&keys=1000&strategy=partitions&inspect=a");
  stage.settle();
  EXPECT_FALSE(stage.app().ui().inspections[0].trace.empty());
}

// The hash "integer" reads digits only. The picture before had 101 nodes, of which the next scenario knows three.
TEST(Inspector, shows_the_way_of_the_first_key_when_the_one_looked_up_can_no_longer_be_read) {
  Stage stage;
  stage.app().open("v=1&nodes=0..99&log=%2B100&keys=1000&strategy=modulo&inspect=mom.png");
  stage.settle();
  const auto inspected = [&]() -> const ui::Inspection& { return stage.app().ui().inspections[0]; };
  EXPECT_EQ(std::get<TablePicture>(*inspected().picture).slots.size(), 101u);
  stage.app().open("v=1&nodes=3,9&log=%2B6&keys=10&prefix=&strategy=modulo&hash=integer&inspect=mom.png");
  stage.settle();
  EXPECT_FALSE(inspected().error.empty());
  EXPECT_TRUE(inspected().trace.empty());
  EXPECT_EQ(std::get<TablePicture>(*inspected().picture).slots.size(), 3u);
  EXPECT_EQ(std::get<TablePicture>(*inspected().picture_before).slots.size(), 2u);
  EXPECT_NE(state_json(stage.app()).find("mom.png"), std::string::npos);
}

}  // namespace
}  // namespace reshard
