#include "web/pictures/ring.h"

#include <gtest/gtest.h>

#include "tests/web/pictures/recorder.h"
#include "web/pictures/ring_spans.h"

namespace reshard::ui {
namespace {

constexpr std::uint64_t kQuarter = std::uint64_t{1} << 62;

// Points at 3, 6, 9 and 12 o'clock (0 turns means 12), owned by nodes 0, 1, 0, 1.
RingPicture four_points(RingRule rule = RingRule::kAtOrAfter) {
  RingPicture ring;
  ring.points = {{0, node_id(1)}, {kQuarter, node_id(0)}, {2 * kQuarter, node_id(1)}, {3 * kQuarter, node_id(0)}};
  ring.rule = rule;
  return ring;
}

TEST(RingSpans, APointOwnsWhatLiesBeforeIt) {
  const auto spans = ring_spans(four_points(), nullptr, 100);
  ASSERT_EQ(spans.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(spans[i].from, 0.25 * static_cast<double>(i), 1e-6);
    EXPECT_NEAR(spans[i].to, 0.25 * static_cast<double>(i + 1), 1e-6);
    EXPECT_EQ(spans[i].after, node_id(i % 2));  // up to 3 o'clock node 0, up to 6 o'clock node 1, …
    EXPECT_FALSE(spans[i].moved());
  }
}

TEST(RingSpans, TheNearestPointOwnsHalfOfEachSide) {
  const auto spans = ring_spans(four_points(RingRule::kNearest), nullptr, 100);
  ASSERT_EQ(spans.size(), 5u);  // the span around 12 o'clock is cut there
  EXPECT_EQ(spans[0].after, node_id(1));
  EXPECT_NEAR(spans[0].to, 0.125, 1e-6);
  EXPECT_EQ(spans[1].after, node_id(0));
  EXPECT_NEAR(spans[1].to, 0.375, 1e-6);
  EXPECT_EQ(spans[4].after, node_id(1));
}

TEST(RingSpans, ANewPointTakesPartOfOneSpan) {
  const RingPicture before = four_points();
  RingPicture after = before;
  after.points.insert(after.points.begin() + 1, {kQuarter / 2, node_id(2)});  // at half past one
  const auto spans = ring_spans(after, &before, 100);
  ASSERT_EQ(spans.size(), 5u);
  EXPECT_TRUE(spans[0].moved());
  EXPECT_NEAR(spans[0].to, 0.125, 1e-6);
  EXPECT_EQ(spans[0].before, node_id(0));
  EXPECT_EQ(spans[0].after, node_id(2));
  EXPECT_EQ(std::count_if(spans.begin(), spans.end(), [](const RingSpan& span) { return span.moved(); }), 1);
}

TEST(RingSpans, SamplesSpansThatAreTooFine) {
  RingPicture ring;
  for (std::uint64_t i = 0; i < 10'000; ++i) ring.points.push_back({i * (~std::uint64_t{0} / 10'000), node_id(i % 7)});
  const auto spans = ring_spans(ring, nullptr, 500);
  EXPECT_LE(spans.size(), 500u);
  EXPECT_EQ(spans.front().from, 0);
  EXPECT_EQ(spans.back().to, 1);
  for (std::size_t i = 1; i < spans.size(); ++i) EXPECT_EQ(spans[i].from, spans[i - 1].to);
}

TEST(RingSpans, OwningPointWrapsAround) {
  const RingPicture ring = four_points();
  EXPECT_EQ(owning_point(ring, 1), 1u);
  EXPECT_EQ(owning_point(ring, kQuarter), 1u);
  EXPECT_EQ(owning_point(four_points(RingRule::kAfter), kQuarter), 2u);
  EXPECT_EQ(owning_point(ring, 3 * kQuarter + 1), 0u);
  EXPECT_EQ(owning_point(four_points(RingRule::kNearest), ~std::uint64_t{0}), 0u);
  EXPECT_EQ(owning_point(RingPicture{}, 5), 0u) << "no points";
}

TEST(Ring, DrawsItsArcsInTheOwnersColors) {
  Scene scene(2);
  const RingPicture picture = four_points();
  draw_ring(scene.canvas, {{0, 0}, {400, 400}}, {picture});
  ASSERT_EQ(scene.recorder.sectors.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& arc = scene.recorder.sectors[i];
    EXPECT_EQ(arc.color, scene.theme.node(node_id(i % 2)));
    EXPECT_NEAR(arc.sector.from, 0.25 * static_cast<double>(i), 1e-6);
    EXPECT_EQ(arc.sector.center.x, 200);
    EXPECT_EQ(arc.sector.center.y, 200);
  }
}

TEST(Ring, WhatMovedStandsOutAndIsHatched) {
  Scene scene(3);
  const RingPicture before = four_points();
  RingPicture after = before;
  after.points[0].owner = node_id(2);
  draw_ring(scene.canvas, {{0, 0}, {400, 400}}, {after, &before});
  const auto raised = std::max_element(scene.recorder.sectors.begin(), scene.recorder.sectors.end(),
                                       [](const auto& a, const auto& b) { return a.sector.outer < b.sector.outer; });
  EXPECT_EQ(raised->color, scene.theme.node(node_id(2)));
  EXPECT_NEAR(raised->sector.from, 0.75, 1e-6);
  EXPECT_NEAR(raised->sector.to, 1, 1e-6);
  EXPECT_GT(scene.recorder.strokes, 20u) << "hatched";
  EXPECT_TRUE(scene.stays_inside({{0, 0}, {400, 400}}));
}

TEST(Ring, NothingStandsOutBeforeTheMotionBegins) {
  Scene scene(3);
  scene.canvas.motion = 0;
  const RingPicture before = four_points();
  RingPicture after = before;
  after.points[0].owner = node_id(2);
  draw_ring(scene.canvas, {{0, 0}, {400, 400}}, {after, &before});
  for (const auto& arc : scene.recorder.sectors) {
    if (arc.color != scene.theme.node(node_id(2))) continue;
    EXPECT_EQ(arc.sector.from, arc.sector.to);
  }
}

TEST(Ring, SaysWhereTheKeyLives) {
  Scene scene(2);
  RingPicture picture = four_points();
  picture.key_positions = {kQuarter + 5};
  draw_ring(scene.canvas, {{0, 0}, {400, 400}},
            {.after = picture, .inspected_key = "user:7", .inspected_owner = node_id(1)});
  EXPECT_TRUE(scene.recorder.says("user:7"));
  EXPECT_TRUE(scene.recorder.says("node-1"));
  ASSERT_EQ(scene.recorder.polylines.size(), 1u);
  const auto& walk = scene.recorder.polylines[0];
  EXPECT_NEAR(walk.front().y, 200, 1) << "from 3 o'clock";
  EXPECT_NEAR(walk.back().x, 200, 1) << "to 6 o'clock";
  EXPECT_GT(walk.back().y, 300);
}

TEST(Ring, GivesTheOwnerUnderThePointer) {
  Scene scene(2);
  const RingPicture picture = four_points();
  scene.canvas.pointer = on_circle({200, 200}, 165, 0.3f);
  EXPECT_EQ(draw_ring(scene.canvas, {{0, 0}, {400, 400}}, {picture}), node_id(1));
  scene.canvas.pointer = ImVec2{200, 200};
  EXPECT_EQ(draw_ring(scene.canvas, {{0, 0}, {400, 400}}, {picture}), kNoNode);
}

// In 400 px a line has 376 px between its ends: 94 per quarter.
float x_of(float turns) { return 12 + 376 * turns; }

TEST(RingAsALine, LiesBetweenZeroAndTheLargestHash) {
  Scene scene(2);
  scene.canvas.rings_as_lines = true;
  const RingPicture picture = four_points();
  draw_ring(scene.canvas, {{0, 0}, {400, 400}}, {.after = picture, .end = "largest hash"});
  EXPECT_TRUE(scene.recorder.sectors.empty());
  ASSERT_EQ(scene.recorder.rects.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& [rect, color] = scene.recorder.rects[i];
    EXPECT_EQ(color, scene.theme.node(node_id(i % 2)));
    EXPECT_NEAR(rect.min.x, x_of(0.25f * static_cast<float>(i)), 0.01);
    EXPECT_NEAR(rect.max.x, x_of(0.25f * static_cast<float>(i + 1)), 0.01);
    EXPECT_EQ(rect.min.y, scene.recorder.rects[0].rect.min.y);
  }
  for (const char* words : {"0", "largest hash", "node-0", "node-1"}) {
    const auto& texts = scene.recorder.texts;
    EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [&](const auto& text) { return text.words == words; }))
        << words;
  }
}

TEST(RingAsALine, AKeyAfterTheLastPointLeavesAtTheEndAndReentersAtZero) {
  Scene scene(2);
  scene.canvas.rings_as_lines = true;
  RingPicture picture;
  picture.points = {{kQuarter, node_id(0)}, {2 * kQuarter, node_id(1)}};
  picture.key_positions = {3 * kQuarter};
  draw_ring(scene.canvas, {{0, 0}, {400, 400}},
            {.after = picture, .inspected_key = "user:7", .inspected_owner = node_id(0)});
  ASSERT_EQ(scene.recorder.polylines.size(), 2u);
  const auto &out = scene.recorder.polylines[0], &in = scene.recorder.polylines[1];
  EXPECT_NEAR(out.front().x, x_of(0.75f), 0.1);
  EXPECT_NEAR(out.back().x, x_of(1), 0.1);
  EXPECT_NEAR(in.front().x, x_of(0), 0.1);
  EXPECT_NEAR(in.back().x, x_of(0.25f), 0.1) << "the first point owns it";
  EXPECT_TRUE(scene.recorder.says("user:7"));
}

TEST(RingAsALine, ANearestPointBehindZeroIsReachedBackwards) {
  Scene scene(2);
  scene.canvas.rings_as_lines = true;
  RingPicture picture;
  picture.rule = RingRule::kNearest;
  picture.points = {{2 * kQuarter, node_id(0)}, {3 * kQuarter + kQuarter / 2, node_id(1)}};
  picture.key_positions = {kQuarter / 4};
  draw_ring(scene.canvas, {{0, 0}, {400, 400}},
            {.after = picture, .inspected_key = "k", .inspected_owner = node_id(1)});
  ASSERT_EQ(scene.recorder.polylines.size(), 2u);
  EXPECT_NEAR(scene.recorder.polylines[0].back().x, x_of(0), 0.1);
  EXPECT_NEAR(scene.recorder.polylines[1].back().x, x_of(0.875f), 0.1);
}

TEST(RingAsALine, WhatMovedStandsOutAndIsHatched) {
  Scene scene(3);
  scene.canvas.rings_as_lines = true;
  const RingPicture before = four_points();
  RingPicture after = before;
  after.points[0].owner = node_id(2);
  draw_ring(scene.canvas, {{0, 0}, {400, 400}}, {after, &before});
  const auto raised = std::min_element(scene.recorder.rects.begin(), scene.recorder.rects.end(),
                                       [](const auto& a, const auto& b) { return a.rect.min.y < b.rect.min.y; });
  EXPECT_EQ(raised->color, scene.theme.node(node_id(2)));
  EXPECT_NEAR(raised->rect.min.x, x_of(0.75f), 0.01);
  EXPECT_NEAR(raised->rect.max.x, x_of(1), 0.01);
  EXPECT_GT(scene.recorder.strokes, 10u) << "hatched";
  EXPECT_TRUE(scene.stays_inside({{0, 0}, {400, 400}}));
}

TEST(RingAsALine, GivesTheOwnerUnderThePointer) {
  Scene scene(2);
  scene.canvas.rings_as_lines = true;
  const RingPicture picture = four_points();
  scene.canvas.pointer = ImVec2{x_of(0.3f), 180};
  EXPECT_EQ(draw_ring(scene.canvas, {{0, 0}, {400, 400}}, {picture}), node_id(1));
  scene.canvas.pointer = ImVec2{x_of(0.3f), 20};
  EXPECT_EQ(draw_ring(scene.canvas, {{0, 0}, {400, 400}}, {picture}), kNoNode);
}

TEST(RingAsALine, GetsLongerWhenMagnifiedAndStaysAtItsHeight) {
  const RingPicture picture = four_points();
  const auto rects_of = [&](Zoom zoom) {
    Scene scene(2);
    scene.canvas.rings_as_lines = true;
    scene.canvas.zoom = zoom;
    draw_ring(scene.canvas, {{0, 0}, {400, 400}}, {picture});
    return scene.recorder.rects;
  };
  const auto whole = rects_of({}), close = rects_of({2, {-100, -370}});
  ASSERT_EQ(whole.size(), 4u);
  ASSERT_EQ(close.size(), 3u) << "the last quarter begins at 2 * 294 - 100, out of sight";
  EXPECT_EQ(close[0].rect.min.y, whole[0].rect.min.y);
  EXPECT_NEAR(close[1].rect.width(), 2 * whole[1].rect.width(), 0.1);
}

class RingInARoom : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Ring, RingInARoom, testing::Bool());

TEST_P(RingInARoom, StaysInside) {
  for (const Rect room : kRooms) {
    for (const std::size_t nodes : {1, 5, 1000}) {
      Scene scene(nodes);
      scene.canvas.rings_as_lines = GetParam();
      RingPicture ring;
      for (std::size_t i = 0; i < nodes * 20; ++i) {
        ring.points.push_back({i * (~std::uint64_t{0} / (nodes * 20)), node_id(i % nodes)});
      }
      ring.key_positions = {5, kQuarter * 3, ~std::uint64_t{0}};
      const std::vector<SampledKey> keys{{7, node_id(0), kNoNode}, {kQuarter, kNoNode, kNoNode}};
      const RingPicture none;
      draw_ring(scene.canvas, room, {ring, &none, keys, "a key", node_id(1), "20", "points", "largest hash"});
      EXPECT_TRUE(scene.stays_inside(room)) << nodes << " nodes";
      draw_ring(scene.canvas, room, {none, &ring, keys, "a key", node_id(1), "0", "points"});
      EXPECT_TRUE(scene.stays_inside(room)) << nodes << " nodes are gone";
    }
  }
}

}  // namespace
}  // namespace reshard::ui
