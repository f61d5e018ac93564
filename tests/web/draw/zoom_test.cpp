// Pictures that are magnified and moved: the lens on its own, how pictures use it, and a person's gestures.

#include "web/draw/zoom.h"

#include <gtest/gtest.h>

#include <random>

#include "core/strategies/strategies.h"
#include "tests/web/pictures/recorder.h"
#include "tests/web/stage.h"
#include "web/pictures/ring.h"
#include "web/pictures/ring_spans.h"
#include "web/pictures/slot_grid.h"

namespace reshard::ui {
namespace {

constexpr Rect kArea{{100, 50}, {500, 350}};

Lens lens_on(Rect area) {
  Lens lens;
  lens.lie_on(area);
  return lens;
}

TEST(Lens, keeps_the_point_that_it_magnifies_in_place) {
  Lens lens = lens_on(kArea);
  for (const float factor : {2.0f, 3.0f, 0.5f}) {
    const ImVec2 at{180, 300}, p = lens.zoom().back(at);
    lens.magnify(factor, at);
    EXPECT_NEAR(lens.zoom().at(p).x, at.x, 0.01f);
    EXPECT_NEAR(lens.zoom().at(p).y, at.y, 0.01f);
  }
}

TEST(Lens, never_shows_anything_beyond_the_pictures_edges) {
  std::mt19937 random(3);
  const auto some = [&](float from, float to) { return std::uniform_real_distribution(from, to)(random); };
  Lens lens = lens_on(kArea);
  for (int i = 0; i < 2000; ++i) {
    if (random() % 2 == 0)
      lens.magnify(some(0.4f, 2.5f), {some(100, 500), some(50, 350)});
    else
      lens.move({some(-300, 300), some(-300, 300)});
    const Zoom zoom = lens.zoom();
    const ImVec2 min = zoom.at(kArea.min), max = zoom.at(kArea.max);
    const float slack = 0.02f * zoom.scale;
    EXPECT_LE(min.x, kArea.min.x + slack);
    EXPECT_LE(min.y, kArea.min.y + slack);
    EXPECT_GE(max.x, kArea.max.x - slack);
    EXPECT_GE(max.y, kArea.max.y - slack);
    EXPECT_LE(zoom.scale, Lens::kMost);
  }
}

TEST(Lens, says_when_there_is_nothing_more_in_a_direction) {
  Lens lens = lens_on(kArea);
  EXPECT_FALSE(lens.move({50, 0})) << "all of it is seen";
  lens.magnify(2, kArea.center());
  EXPECT_TRUE(lens.move({50, 0}));
  EXPECT_TRUE(lens.move({500, 0}));
  EXPECT_FALSE(lens.move({50, 0})) << "that was the edge";
}

TEST(Lens, shows_all_again_after_a_reset) {
  Lens lens = lens_on(kArea);
  lens.magnify(7, {120, 60});
  lens.reset();
  EXPECT_TRUE(lens.whole());
  EXPECT_EQ(lens.zoom().at({123, 77}).x, 123);
}

TEST(Lens, keeps_to_the_rim_of_a_ring) {
  Lens lens = lens_on(kArea);
  const Rim rim = ring_rim(kArea);
  lens.keep_to(rim);
  lens.magnify(Lens::kStep * 10);
  const ImVec2 top = lens.zoom().at({rim.center.x, rim.center.y - rim.radius});
  EXPECT_TRUE(kArea.contains(top)) << "from the middle it goes to twelve o'clock";
}

RingPicture random_ring(std::size_t points, RingRule rule, std::mt19937_64& random) {
  RingPicture ring;
  ring.rule = rule;
  for (std::size_t i = 0; i < points; ++i) ring.points.push_back({random(), node_id(random() % 5)});
  std::sort(ring.points.begin(), ring.points.end(),
            [](const auto& a, const auto& b) { return a.position < b.position; });
  return ring;
}

TEST(RingPart, has_the_same_spans_as_the_whole_ring) {
  std::mt19937_64 random(4);
  for (const RingRule rule : {RingRule::kAtOrAfter, RingRule::kAfter, RingRule::kNearest}) {
    for (const RingPart part : {RingPart{0, 0.1f}, {0.3f, 0.31f}, {0.9f, 1}, {0.5f, 0.501f}}) {
      const RingPicture before = random_ring(90, rule, random), after = random_ring(100, rule, random);
      const auto whole = ring_spans(after, &before, 1000), seen = ring_spans(after, &before, 1000, part);
      ASSERT_FALSE(seen.empty());
      EXPECT_FLOAT_EQ(seen.front().from, part.from);
      EXPECT_FLOAT_EQ(seen.back().to, part.to);
      for (const RingSpan& span : seen) {
        const float middle = (span.from + span.to) / 2;
        const auto there =
            std::find_if(whole.begin(), whole.end(), [&](const RingSpan& each) { return middle < each.to; });
        EXPECT_EQ(span.before, there->before);
        EXPECT_EQ(span.after, there->after);
        EXPECT_GE(span.from, there->from - 1e-6f);
        EXPECT_LE(span.to, there->to + 1e-6f);
      }
    }
  }
}

TEST(MagnifiedRing, names_its_points_and_draws_only_what_is_seen) {
  std::mt19937_64 random(5);
  const RingPicture ring = random_ring(600, RingRule::kAtOrAfter, random);
  std::size_t whole = 0;
  {
    Scene scene(5);
    draw_ring(scene.canvas, kArea, {ring});
    EXPECT_TRUE(scene.recorder.circles.empty()) << "600 points on 780 px are too close";
    EXPECT_FALSE(scene.recorder.says("node-"));
    whole = scene.recorder.sectors.size();
  }
  Scene close(5);
  Lens lens = lens_on(kArea);
  lens.keep_to(ring_rim(kArea));
  lens.magnify(40);
  close.canvas.zoom = lens.zoom();
  draw_ring(close.canvas, kArea, {ring});
  EXPECT_FALSE(close.recorder.circles.empty()) << "magnified, each is a dot";
  EXPECT_TRUE(close.recorder.says("node-"));
  EXPECT_LT(close.recorder.sectors.size(), whole / 4);
}

TEST(MagnifiedTable, has_the_same_slot_under_the_pointer) {
  TablePicture table;
  for (std::size_t i = 0; i < 500; ++i) table.slots.push_back(node_id(i % 5));
  Scene scene(5);
  scene.canvas.pointer = ImVec2(222, 111);
  const auto slot = draw_slot_grid(scene.canvas, kArea, {table});
  ASSERT_TRUE(slot);
  EXPECT_FALSE(scene.recorder.says(format_count(*slot, kEnglish))) << "cells are too small for numbers";
  Lens lens = lens_on(kArea);
  lens.magnify(6, *scene.canvas.pointer);
  scene.canvas.zoom = lens.zoom();
  EXPECT_EQ(draw_slot_grid(scene.canvas, kArea, {table}), slot);
  EXPECT_TRUE(scene.recorder.says(format_count(*slot, kEnglish))) << "larger ones have them";
}

float structure_scale(Stage& stage) { return stage.app().ui().structure_lens.scale(); }

void turn_wheel(Stage& stage, float steps) {
  ImGui::GetIO().AddMouseWheelEvent(0, steps);
  stage.settle();
}

TEST(Zoom, the_wheel_magnifies_the_picture_under_the_pointer_and_no_other) {
  Stage stage;
  ASSERT_TRUE(stage.click("tab-map"));
  ASSERT_TRUE(stage.point_at("picture:structure"));
  turn_wheel(stage, 3);
  EXPECT_GT(structure_scale(stage), 1.5f);
  EXPECT_TRUE(stage.app().ui().map_lens.whole());
  turn_wheel(stage, -9);
  EXPECT_EQ(structure_scale(stage), 1);
}

TEST(Zoom, is_neither_in_the_link_nor_an_undo_step) {
  Stage stage;
  const std::string link = stage.app().fragment();
  ASSERT_TRUE(stage.click("zoom-in:structure"));
  EXPECT_EQ(stage.app().fragment(), link);
  EXPECT_FALSE(stage.app().history().can_undo());
}

TEST(Zoom, buttons_magnify_and_one_press_shows_all_again) {
  Stage stage;
  EXPECT_FALSE(stage.shows("zoom-whole:structure"));
  ASSERT_TRUE(stage.click("zoom-in:structure"));
  ASSERT_TRUE(stage.click("zoom-in:structure"));
  ASSERT_TRUE(stage.click("zoom-out:structure"));
  EXPECT_FLOAT_EQ(structure_scale(stage), Lens::kStep);
  ASSERT_TRUE(stage.click("zoom-whole:structure"));
  EXPECT_EQ(structure_scale(stage), 1);
}

TEST(Zoom, a_drag_pans_a_magnified_picture_without_clicking) {
  Stage stage({720, 420});
  stage.app().open("v=1&keys=400&view=map");
  stage.settle();
  ASSERT_TRUE(stage.click("zoom-in:map"));
  ASSERT_TRUE(stage.click("zoom-in:map"));
  const ImVec2 before = stage.app().ui().map_lens.zoom().shift;
  ASSERT_TRUE(stage.drag("picture:map", 0.5f, 0.4f, 5));
  EXPECT_LT(stage.app().ui().map_lens.zoom().shift.x, before.x - 20);
  EXPECT_FALSE(stage.app().ui().map_cell);
}

TEST(Zoom, a_drag_between_two_frames_is_a_drag_too) {
  Stage stage({720, 420});
  stage.app().open("v=1&keys=400&view=map");
  stage.settle();
  ASSERT_TRUE(stage.click("zoom-in:map"));
  ASSERT_TRUE(stage.click("zoom-in:map"));
  const float before = stage.app().ui().map_lens.zoom().shift.x;
  ASSERT_TRUE(stage.point_at("picture:map"));
  const ImVec2 from = ImGui::GetIO().MousePos;
  ImGuiIO& io = ImGui::GetIO();
  io.AddMouseButtonEvent(ImGuiMouseButton_Left, true);
  io.AddMousePosEvent(from.x - 60, from.y);
  io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  stage.settle();
  EXPECT_NEAR(stage.app().ui().map_lens.zoom().shift.x, before - 60, 1);
  EXPECT_FALSE(stage.app().ui().map_cell) << "it is no click";
}

TEST(Zoom, a_double_click_magnifies) {
  Stage stage;
  ASSERT_TRUE(stage.point_at("picture:structure"));
  for (int i = 0; i < 2; ++i) stage.mouse(true), stage.mouse(false);
  stage.settle();
  EXPECT_GT(structure_scale(stage), 2);
}

TEST(Zoom, the_keyboard_zooms_and_pans_the_focused_picture) {
  Stage stage({720, 420});
  stage.app().open("v=1&keys=400&view=map&controls=none");
  stage.settle();
  const auto& lens = stage.app().ui().map_lens;
  for (int i = 0; i < 8 && !stage.find("picture:map")->focused; ++i) stage.press(ImGuiKey_DownArrow);
  ASSERT_TRUE(stage.find("picture:map")->focused);
  stage.type("+");
  stage.type("+");
  EXPECT_FLOAT_EQ(lens.scale(), Lens::kStep * Lens::kStep);
  const float x = lens.zoom().shift.x;
  stage.press(ImGuiKey_RightArrow);
  EXPECT_LT(lens.zoom().shift.x, x) << "further right is seen";
  EXPECT_TRUE(stage.find("picture:map")->focused);
  for (int i = 0; i < 12; ++i) stage.press(ImGuiKey_UpArrow);
  EXPECT_FALSE(stage.find("picture:map")->focused) << "at the edge the arrows lead out";
  stage.press(ImGuiKey_DownArrow);
  stage.type("0");
  EXPECT_TRUE(lens.whole());
}

TEST(Zoom, the_wheel_scrolls_a_list_instead_of_magnifying) {
  Stage stage({390, 844});
  ASSERT_TRUE(stage.point_at("picture:structure"));
  const float before = stage.find("picture:structure")->min.y;
  turn_wheel(stage, -2);
  EXPECT_LT(stage.find("picture:structure")->min.y, before);
  EXPECT_EQ(structure_scale(stage), 1);
}

TEST(Zoom, another_strategy_is_shown_whole) {
  Stage stage;
  ASSERT_TRUE(stage.click("zoom-in:structure"));
  ASSERT_TRUE(stage.app().run(Edit{{SetStrategy{0, find_strategy("slots")}}}).ok());
  stage.settle();
  EXPECT_EQ(structure_scale(stage), 1);
}

}  // namespace
}  // namespace reshard::ui
