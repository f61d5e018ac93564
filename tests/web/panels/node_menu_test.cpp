// A node's menu: opened with the pointer on a picture, or by key on a row or on nothing in particular.

#include "web/panels/node_menu.h"

#include <gtest/gtest.h>

#include "tests/web/stage.h"

namespace reshard {
namespace {

// Moves the pointer over the bar of node-0, the first of five rows of bars.
void point_at_first_bar(Stage& stage) {
  const ui::Probe* picture = stage.find("picture:load");
  ASSERT_NE(picture, nullptr);
  for (float y = picture->min.y; y < picture->max.y && stage.app().ui().pointed_at == kNoNode; y += 2)
    stage.move_to({(picture->min.x + picture->max.x) / 2, y});
  ASSERT_EQ(stage.app().ui().pointed_at, stage.scenario().cluster.find("node-0")->id);
}

TEST(NodeMenu, removes_the_node_whose_bar_is_under_the_pointer) {
  Stage stage;
  point_at_first_bar(stage);
  ASSERT_TRUE(stage.app().open_node_menu(false));
  stage.settle();
  ASSERT_TRUE(stage.click("menu-remove"));
  EXPECT_EQ(names(stage.scenario()), (Names{"node-1", "node-2", "node-3", "node-4"}));
  EXPECT_FALSE(stage.shows("menu-copy")) << "the menu closes";
}

TEST(NodeMenu, takes_the_node_down_and_brings_it_back_up) {
  Stage stage;
  for (const NodeState state : {NodeState::kDown, NodeState::kUp}) {
    stage.move_to({0, 0});
    point_at_first_bar(stage);
    ASSERT_TRUE(stage.app().open_node_menu(false));
    stage.settle();
    ASSERT_TRUE(stage.click("node-state"));
    EXPECT_EQ(stage.scenario().cluster.find("node-0")->state, state);
  }
}

TEST(NodeMenu, changes_the_weight_where_the_strategy_reads_weights) {
  Stage stage;
  point_at_first_bar(stage);
  ASSERT_TRUE(stage.app().open_node_menu(false));
  stage.settle();
  ASSERT_TRUE(stage.type_into("menu-weight", "3"));
  EXPECT_EQ(stage.scenario().cluster.find("node-0")->weight, 3);
  stage.press(ImGuiKey_Escape);
  EXPECT_FALSE(stage.shows("menu-copy"));
  stage.app().open("v=1&nodes=5&strategy=jump");
  stage.settle();
  stage.move_to({0, 0});
  point_at_first_bar(stage);
  ASSERT_TRUE(stage.app().open_node_menu(false));
  stage.settle();
  EXPECT_TRUE(stage.shows("menu-copy"));
  EXPECT_FALSE(stage.shows("menu-weight"));
}

TEST(NodeMenu, looks_up_a_key_that_the_node_owns) {
  Stage stage;
  point_at_first_bar(stage);
  ASSERT_TRUE(stage.app().open_node_menu(false));
  stage.settle();
  ASSERT_TRUE(stage.click("menu-look-up"));
  stage.settle();
  EXPECT_EQ(stage.app().ui().inspections[0].owner, stage.scenario().cluster.find("node-0")->id);
}

TEST(NodeMenu, opens_only_over_a_node_and_closes_on_a_press_elsewhere) {
  Stage stage;
  stage.move_to({700, 2});
  EXPECT_FALSE(stage.app().open_node_menu(false));
  point_at_first_bar(stage);
  ASSERT_TRUE(stage.app().open_node_menu(false));
  stage.settle();
  ASSERT_TRUE(stage.shows("menu-copy"));
  stage.move_to({700, 2});
  EXPECT_TRUE(stage.app().open_node_menu(false));
  stage.settle();
  EXPECT_FALSE(stage.shows("menu-copy"));
}

TEST(NodeMenu, the_keyboard_asks_for_a_node_or_opens_the_menu_of_the_focused_row) {
  Stage stage;
  ASSERT_TRUE(stage.app().open_node_menu(true));
  stage.settle();
  ASSERT_TRUE(stage.click("option:menu-of.node-3"));
  ASSERT_TRUE(stage.click("menu-remove"));
  EXPECT_EQ(names(stage.scenario()), (Names{"node-0", "node-1", "node-2", "node-4"}));
  ASSERT_TRUE(stage.click("node-menu:node-2"));
  stage.press(ImGuiKey_Escape);
  stage.press(ImGuiKey_LeftArrow);
  stage.press(ImGuiKey_RightArrow);
  ASSERT_EQ(stage.app().ui().focused_node, stage.scenario().cluster.find("node-2")->id);
  ASSERT_TRUE(stage.app().open_node_menu(true));
  stage.settle();
  ASSERT_TRUE(stage.click("menu-remove"));
  EXPECT_EQ(names(stage.scenario()), (Names{"node-0", "node-1", "node-4"}));
}

TEST(NodeMenu, offers_no_change_where_readers_may_not_change_nodes) {
  Stage stage;
  stage.app().open("v=1&nodes=5&controls=strategy");
  stage.settle();
  point_at_first_bar(stage);
  ASSERT_TRUE(stage.app().open_node_menu(false));
  stage.settle();
  EXPECT_TRUE(stage.shows("menu-copy"));
  for (const char* change : {"menu-remove", "node-state", "menu-weight", "node-zone"})
    EXPECT_FALSE(stage.shows(change)) << change;
}

}  // namespace
}  // namespace reshard
