// Moves by hand: from the structure's button, from a clicked slot, and from the looked-up key.

#include "web/panels/move_menu.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/web/stage.h"

namespace reshard {
namespace {

TEST(MoveMenu, gives_a_typed_range_of_slots_to_the_node_picked) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=slots&buckets=16");
  stage.settle();
  ASSERT_TRUE(stage.click("move-entries"));
  ASSERT_TRUE(stage.type_into("move-first", "5"));
  ASSERT_TRUE(stage.type_into("move-last", "9"));
  ASSERT_TRUE(stage.click("option:move-to.node-3"));
  EXPECT_EQ(stage.app().fragment(), "v=1&nodes=4&log==node-3=slots:5..9&keys=2000&strategy=slots&buckets=16");
  EXPECT_EQ(stage.app().ui().headline.plain().find("Moved slots 5 to 9 to node-3"), 0u)
      << stage.app().ui().headline.plain();
  EXPECT_FALSE(stage.shows("option:move-to.node-3")) << "the menu closes";
  ASSERT_TRUE(stage.app().run(Undo{}).ok());
  EXPECT_TRUE(stage.scenario().cluster.log().empty());
}

// Sixteen slots on a wide canvas are large cells; the first is near the picture's top left.
TEST(MoveMenu, opens_at_the_slot_that_is_clicked) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=slots&buckets=16");
  stage.settle();
  const ui::Probe* picture = stage.find("picture:structure");
  ASSERT_NE(picture, nullptr);
  const ImVec2 middle{(picture->min.x + picture->max.x) / 2, (picture->min.y + picture->max.y) / 2};
  stage.move_to(middle);
  stage.mouse(true);
  stage.mouse(false);
  stage.settle();
  ASSERT_TRUE(stage.shows("option:move-to.node-0"));
  EXPECT_EQ(stage.app().ui().move.first, stage.app().ui().move.last);
  EXPECT_GT(stage.app().ui().move.first, 0u) << "the middle is not the first slot";
}

TEST(MoveMenu, refuses_a_slot_beyond_the_table_in_words) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=slots&buckets=16");
  stage.settle();
  ASSERT_TRUE(stage.click("move-entries"));
  ASSERT_TRUE(stage.type_into("move-last", "16"));
  ASSERT_TRUE(stage.click("option:move-to.node-3"));
  ASSERT_TRUE(stage.app().ui().refusal);
  EXPECT_NE(stage.app().ui().refusal->text.find("16 is outside 0 to 15"), std::string::npos);
}

TEST(MoveMenu, moves_the_key_that_is_looked_up) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=directory");
  stage.settle();
  ASSERT_TRUE(stage.app().run(Inspect{"key-17"}).ok());
  stage.settle();
  EXPECT_EQ(stage.app().ui().inspections[0].owner, NodeId{1});  // 17 mod 4
  ASSERT_TRUE(stage.click("move-key"));
  ASSERT_TRUE(stage.click("option:move-to.node-2"));
  EXPECT_EQ(stage.app().ui().inspections[0].owner, NodeId{2});
  EXPECT_EQ(stage.app().results().strategies[0].movement.moved, 1u);
}

TEST(MoveMenu, a_key_dragged_onto_a_node_moves_to_it) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=directory");
  stage.settle();
  ASSERT_TRUE(stage.app().run(Inspect{"key-17"}).ok());
  stage.settle();
  const auto middle_of = [&](const char* name) {
    const ui::Probe* probe = stage.find(name);
    return ImVec2{(probe->min.x + probe->max.x) / 2, (probe->min.y + probe->max.y) / 2};
  };
  const ImVec2 from = middle_of("move-key"), to = middle_of("node-name:node-3");
  stage.move_to(from);
  stage.mouse(true);
  for (const float way : {0.1f, 0.5f, 1.0f})
    stage.move_to({std::lerp(from.x, to.x, way), std::lerp(from.y, to.y, way)});
  stage.mouse(false);
  stage.settle();
  EXPECT_EQ(stage.app().fragment(), "v=1&nodes=4&log==node-3=directory:17&keys=2000&strategy=directory");
  EXPECT_EQ(stage.app().ui().inspections[0].owner, NodeId{3});
  EXPECT_FALSE(stage.shows("option:move-to.node-3")) << "no menu opens where it is let go";
}

TEST(MoveMenu, the_keyboard_moves_a_key_as_the_mouse_does) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=directory&inspect=key-17");
  stage.settle();
  const auto walk_to = [&](const char* name) {
    for (int i = 0; i < 60 && (stage.find(name) == nullptr || !stage.find(name)->focused); ++i)
      stage.press(i % 6 == 5 ? ImGuiKey_RightArrow : ImGuiKey_DownArrow);
    return stage.find(name) != nullptr && stage.find(name)->focused;
  };
  ASSERT_TRUE(stage.point_at("move-key"));
  ASSERT_TRUE(walk_to("move-key"));
  stage.press(ImGuiKey_Enter);
  ASSERT_TRUE(stage.shows("option:move-to.node-3")) << "the menu opens";
  ASSERT_TRUE(walk_to("option:move-to.node-3"));
  stage.press(ImGuiKey_Enter);
  EXPECT_EQ(stage.app().fragment(), "v=1&nodes=4&log==node-3=directory:17&keys=2000&strategy=directory&inspect=key-17");
  EXPECT_EQ(stage.app().ui().inspections[0].owner, NodeId{3});
}

TEST(MoveMenu, a_key_dropped_beside_the_nodes_stays) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=directory");
  stage.settle();
  ASSERT_TRUE(stage.app().run(Inspect{"key-17"}).ok());
  stage.settle();
  const ui::Probe* button = stage.find("move-key");
  stage.move_to({(button->min.x + button->max.x) / 2, (button->min.y + button->max.y) / 2});
  stage.mouse(true);
  stage.move_to({button->max.x + 60, button->max.y + 60});
  stage.mouse(false);
  stage.settle();
  EXPECT_TRUE(stage.scenario().cluster.log().empty());
}

TEST(MoveMenu, is_not_offered_if_there_is_no_table_or_the_link_hides_it) {
  Stage stage;
  stage.app().open("v=1&strategy=ring");
  stage.settle();
  EXPECT_FALSE(stage.shows("move-entries"));
  stage.app().open("v=1&strategy=slots&controls=nodes");
  stage.settle();
  EXPECT_FALSE(stage.shows("move-entries"));
}

TEST(Structure, counts_the_keys_of_a_hot_slot) {
  Stage stage;
  stage.app().open("v=1&nodes=3&keys=5000&prefix=%7Bhot%7D:&strategy=redis_slots");
  stage.settle();
  const auto& keys = stage.app().ui().inspections[0].slot_keys.of_slot;
  ASSERT_EQ(keys.size(), 16384u);
  EXPECT_EQ(*std::max_element(keys.begin(), keys.end()), 5000u);
}

}  // namespace
}  // namespace reshard
