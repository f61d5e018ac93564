// The switch beside a ring: a circle, or a line from 0 to the largest hash. What is said of it, and where it is kept.

#include <gtest/gtest.h>

#include "tests/web/stage.h"
#include "web/api/request_json.h"
#include "web/api/state_json.h"
#include "web/text/words.h"

namespace reshard {
namespace {

constexpr ImVec2 kWide{1440, 900}, kEmbed{720, 420}, kPhone{390, 844};

Request read(std::string_view json, const Scenario& scenario) { return parse_request(json, scenario).value(); }

TEST(RingShape, is_switched_beside_the_ring_and_kept_in_the_link) {
  for (const ImVec2 size : {kWide, kEmbed, kPhone}) {
    Stage stage(size);
    stage.app().open("v=1&nodes=3&theme=dark");
    stage.settle();
    ASSERT_TRUE(stage.click("ring-shape")) << size.x;
    EXPECT_EQ(stage.app().fragment(), "v=1&nodes=3&theme=dark&ring=line");
    EXPECT_FALSE(stage.app().history().can_undo()) << "how it is seen is no step";
    ASSERT_TRUE(stage.click("ring-shape")) << size.x;
    EXPECT_EQ(stage.app().fragment(), "v=1&nodes=3&theme=dark");
  }
}

TEST(RingShape, is_offered_for_rings_only) {
  Stage stage;
  stage.app().open("v=1&strategy=slots&ring=line");
  stage.settle();
  EXPECT_FALSE(stage.app().ui().refusal);
  EXPECT_FALSE(stage.shows("ring-shape"));
  EXPECT_EQ(state_json(stage.app()).find(R"("ring":"line")"), std::string::npos);
  stage.app().open("v=1&strategy=multi_probe");
  stage.settle();
  EXPECT_TRUE(stage.shows("ring-shape"));
}

TEST(RingShape, is_reported_in_the_state_and_set_by_a_request) {
  Stage stage;
  stage.app().open("v=1&nodes=3");
  stage.settle();
  EXPECT_NE(state_json(stage.app()).find(R"("ring":"ring")"), std::string::npos);
  EXPECT_NE(state_json(stage.app()).find("A ring of 300 virtual nodes."), std::string::npos);
  ASSERT_TRUE(stage.app().run(read(R"({"do":"draw_rings","as_lines":true})", stage.scenario())).ok());
  stage.settle();
  EXPECT_NE(state_json(stage.app()).find(R"("ring":"line")"), std::string::npos);
  EXPECT_NE(state_json(stage.app()).find("A line from 0 to the largest hash with 300 virtual nodes."),
            std::string::npos);
  ASSERT_TRUE(stage.app().run(read(R"({"do":"draw_rings"})", stage.scenario())).ok());
  EXPECT_EQ(stage.app().fragment(), "v=1&nodes=3");
}

TEST(RingShape, follows_the_link_that_is_opened) {
  Stage stage;
  stage.app().open("v=1&nodes=3&ring=line");
  stage.settle();
  EXPECT_TRUE(stage.app().ui().link_view.rings_as_lines);
  ASSERT_TRUE(stage.click("add-node"));
  EXPECT_EQ(stage.app().fragment(), "v=1&nodes=3&log=+node-3&ring=line") << "a change keeps it";
  stage.app().open("v=1&nodes=3");
  EXPECT_FALSE(stage.app().ui().link_view.rings_as_lines);
}

TEST(RingShape, exports_draw_what_the_link_asks_for) {
  EXPECT_NE(Stage().figure_of("v=1&nodes=5&log=+node-5&vnodes=1&ring=line").find("largest hash"), std::string::npos);
  EXPECT_EQ(Stage().figure_of("v=1&nodes=5&log=+node-5&vnodes=1").find("largest hash"), std::string::npos);
  EXPECT_NE(Stage().figure_of("v=1&nodes=5&vnodes=1&s2=jump&view=compare&ring=line", {1440, 900}).find("largest hash"),
            std::string::npos);
}

}  // namespace
}  // namespace reshard
