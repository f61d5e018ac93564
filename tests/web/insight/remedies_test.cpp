// What cannot be done is refused in words, with alternatives that can.

#include <gtest/gtest.h>

#include "tests/web/stage.h"
#include "web/text/words.h"

namespace reshard {
namespace {

TEST(Refusal, closes_on_escape_and_on_a_click_elsewhere) {
  Stage stage({1440, 1200});
  ASSERT_TRUE(stage.type_into("keys", "0"));
  ASSERT_TRUE(stage.shows("refusal"));
  stage.press(ImGuiKey_Escape);
  EXPECT_FALSE(stage.shows("refusal"));
  ASSERT_TRUE(stage.type_into("keys", "0"));
  ASSERT_TRUE(stage.shows("refusal"));
  stage.move_to({20, 1190});
  stage.mouse(true);
  stage.mouse(false);
  stage.settle();
  EXPECT_FALSE(stage.shows("refusal"));
  ASSERT_TRUE(stage.type_into("keys", "5000")) << "and the page answers again";
  EXPECT_EQ(stage.scenario().keys.count, 5000u);
}

TEST(Refusal, jump_offers_ways_out_if_a_middle_node_cannot_leave) {
  Stage stage;
  ASSERT_TRUE(stage.click("strategy-menu"));
  ASSERT_TRUE(stage.type_into("search-strategy", "jump consistent hash"));
  ASSERT_EQ(stage.choice().strategy->id, "jump");
  ASSERT_TRUE(stage.click("remove-node:node-1"));
  ASSERT_TRUE(stage.shows("refusal"));
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 5u) << "nothing has happened";
  ASSERT_TRUE(stage.shows("way-out-2"));
  ASSERT_TRUE(stage.click("way-out-2"));
  EXPECT_FALSE(stage.shows("refusal"));
  EXPECT_EQ(names(stage.scenario()), (Names{"node-0", "node-2", "node-3", "node-4"}));
  EXPECT_EQ(ui::option_title(stage.choice().strategy->params[0], static_cast<std::size_t>(stage.choice().params[0])),
            "the last node takes its number");
  ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 5u);
  EXPECT_EQ(stage.choice().params[0], 0) << "the way out was one step";
}

// The last of 5 buckets gives its fifth to the others in equal parts. If node-4 takes bucket 1, node-1's fifth moves
// too, and the quarter of node-4's own fifth that goes to bucket 1 stays with it: 20 + 15%.
TEST(Refusal, a_way_out_says_how_many_keys_it_moves) {
  Stage stage;
  stage.app().open("v=1&nodes=5&keys=100000&strategy=jump");
  stage.settle();
  ASSERT_TRUE(stage.click("remove-node:node-1"));
  ASSERT_TRUE(stage.app().ui().refusal);
  const std::string label = stage.app().ui().refusal->ways.at(1).label, about = "moves about ";
  ASSERT_NE(label.find(about), std::string::npos) << label;
  EXPECT_NEAR(std::stod(label.substr(label.find(about) + about.size())), 35, 3.5) << label;  // 2000 keys: 3 deviations
  ASSERT_TRUE(stage.click("way-out-2"));
  EXPECT_NEAR(stage.app().results().strategies[0].movement.moved_share(), 0.35, 0.01);
}

TEST(Refusal, a_power_of_two_limit_offers_other_reductions_and_the_next_power_of_two) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=fibonacci&reduction=shift");
  stage.settle();
  ASSERT_TRUE(stage.click("add-node"));
  ASSERT_TRUE(stage.shows("refusal"));
  ASSERT_TRUE(stage.click("way-out-3"));  // after the two other reductions
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 8u);
  EXPECT_EQ(stage.choice().params[0], 1) << "still by shift";
}

TEST(Refusal, a_full_capacity_offers_to_be_raised) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=anchor&capacity=4");
  stage.settle();
  ASSERT_TRUE(stage.click("add-node"));
  EXPECT_EQ(stage.app().ui().refusal->text, "Capacity: needs 5 buckets, the limit is 4");
  ASSERT_TRUE(stage.click("way-out-1"));
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 5u);
  EXPECT_EQ(stage.app().fragment(), "v=1&nodes=4&log=+node-4&keys=2000&strategy=anchor&capacity=8");
}

}  // namespace
}  // namespace reshard
