// The other structures: slots, intervals, scores, jumps, trees, flows and the legend.

#include <gtest/gtest.h>

#include "tests/web/pictures/recorder.h"
#include "web/pictures/flows.h"
#include "web/pictures/intervals.h"
#include "web/pictures/jump_path.h"
#include "web/pictures/legend.h"
#include "web/pictures/scores.h"
#include "web/pictures/slot_grid.h"
#include "web/pictures/tree.h"

namespace reshard::ui {
namespace {

constexpr Rect kRoom{{0, 0}, {400, 300}};
constexpr Rect kNothing{{1e9f, 1e9f}, {-1e9f, -1e9f}};

TablePicture table(std::size_t slots, std::size_t nodes) {
  TablePicture picture;
  for (std::size_t i = 0; i < slots; ++i) picture.slots.push_back(node_id(i % nodes));
  return picture;
}

// 420 keys on Redis Cluster's 16384 slots: by chance many slots have one key, and that of a hash tag has 120.
TEST(Slots, are_hot_only_beyond_what_chance_explains) {
  constexpr double kMean = 420.0 / 16384;
  EXPECT_EQ(heat_of(1, kMean), Heat::kUsual);
  EXPECT_EQ(heat_of(3, kMean), Heat::kUsual);
  EXPECT_EQ(heat_of(120, kMean), Heat::kHot);
  EXPECT_EQ(heat_of(119, 100), Heat::kUsual);
  EXPECT_EQ(heat_of(250, 100), Heat::kHot);
}

TEST(SlotGrid, CellsFillTheRoomInRows) {
  const GridPlan plan = plan_grid({{0, 0}, {100, 100}}, 16);
  EXPECT_EQ(plan.columns, 4u);
  EXPECT_EQ(plan.cell.x, 25);
  EXPECT_EQ(plan.rect(5).min.x, 25);
  EXPECT_EQ(plan.rect(5).min.y, 25);
  EXPECT_EQ(plan_grid(kRoom, 65'537).stride, 5u);
  EXPECT_EQ(plan_grid(kRoom, 0).cells, 0u);
}

TEST(SlotGrid, NamesLargeCellsAndMarksTheKey) {
  Scene scene(4);
  TablePicture picture = table(4, 4);
  picture.key_slot = 2;
  draw_slot_grid(scene.canvas, kRoom, {.after = picture, .inspected_key = "k"});
  EXPECT_TRUE(scene.recorder.says("node-3"));
  EXPECT_TRUE(scene.recorder.says("k → 2 → node-2"));
  EXPECT_EQ(scene.recorder.outlines.size(), 2u);
}

TEST(SlotGrid, AMovedSlotKeepsACoreOfItsFormerOwner) {
  Scene scene(3);
  const TablePicture before = table(16, 2);
  TablePicture after = before;
  after.slots[5] = node_id(2);
  draw_slot_grid(scene.canvas, kRoom, {after, &before});
  const auto taken = scene.recorder.rects_of(scene.theme.node(node_id(2)));
  ASSERT_EQ(taken.size(), 1u);
  bool has_core = false;
  for (const Rect& rect : scene.recorder.rects_of(scene.theme.node(node_id(1)))) {
    has_core |= taken[0].contains(rect.min) && taken[0].contains(rect.max);
  }
  EXPECT_TRUE(has_core);
}

TEST(Intervals, PartsAreAsWideAsTheirShares) {
  Scene scene(2);
  IntervalPicture picture;
  picture.intervals = {{0, 0.25, node_id(0), "a"}, {0.25, 1, node_id(1), "g"}};
  draw_intervals(scene.canvas, kRoom, {.after = picture});
  const auto first = scene.recorder.rects_of(scene.theme.node(node_id(0)));
  ASSERT_EQ(first.size(), 1u);
  EXPECT_NEAR(first[0].width(), 99, 1.5);
  EXPECT_TRUE(scene.recorder.says("node-1"));
  EXPECT_TRUE(scene.recorder.says("g"));
}

TEST(Scores, TheLargestComesFirst) {
  Scene scene(3);
  ScorePicture picture{{{node_id(0), 0.2}, {node_id(1), 0.9}, {node_id(2), 0.5}}};
  draw_scores(scene.canvas, kRoom, {picture, nullptr, "user:1", "before"});
  const auto winner = scene.recorder.rects_of(scene.theme.node(node_id(1)));
  ASSERT_EQ(winner.size(), 1u);
  EXPECT_LT(winner[0].max.y, 70);
  EXPECT_TRUE(scene.recorder.says("0.9000"));
  EXPECT_TRUE(scene.recorder.says("user:1"));
}

TEST(JumpPath, DrawsOneArcPerJump) {
  Scene scene(5);
  JumpPicture picture{{node_id(0), node_id(1), node_id(2), node_id(3), node_id(4)}, {0, 1, 3}};
  draw_jump_path(scene.canvas, {{-4, 0}, {404, 300}}, {picture, nullptr, "k"});  // 4 px on each side are for arrows
  ASSERT_EQ(scene.recorder.polylines.size(), 2u);
  EXPECT_NEAR(scene.recorder.polylines[0].front().x, 40, 0.5);  // the middle of bucket 0, 80 px wide
  EXPECT_NEAR(scene.recorder.polylines[1].back().x, 280, 0.5);  // of bucket 3
  EXPECT_TRUE(scene.recorder.says("k → 0 → 1 → 3  node-3"));
}

TEST(Tree, ALeafIsAsWideAsItsShare) {
  Scene scene(3);
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63;
  TreePicture picture{{{0, 1, node_id(0)}, {kHalf, 2, node_id(1)}, {kHalf + kHalf / 2, 2, node_id(2)}}, kHalf + 1};
  draw_tree(scene.canvas, kRoom, {picture, nullptr, "k"});
  const auto half = scene.recorder.rects_of(scene.theme.node(node_id(0)));
  const auto quarter = scene.recorder.rects_of(scene.theme.node(node_id(1)));
  ASSERT_EQ(half.size(), 1u);
  ASSERT_EQ(quarter.size(), 1u);
  EXPECT_NEAR(half[0].width(), 199, 1.5);
  EXPECT_NEAR(quarter[0].width(), 99, 1.5);
  EXPECT_GT(quarter[0].min.y, half[0].min.y) << "deeper";
  EXPECT_TRUE(scene.recorder.says("k → node-1"));
}

TEST(Tree, TheBitsThatLedToTheLeafAreShownApart) {
  Scene scene(3);
  TreePicture picture;
  for (std::uint64_t prefix = 0; prefix < 8; ++prefix) picture.leaves.push_back({prefix << 61, 3, node_id(prefix % 3)});
  picture.key_hash = 0b10110010'11110000ull << 48;
  draw_tree(scene.canvas, kRoom, {picture, nullptr, "k"});
  const auto said = [&](std::string_view words) {
    return std::any_of(scene.recorder.texts.begin(), scene.recorder.texts.end(),
                       [&](const auto& text) { return text.words == words; });
  };
  EXPECT_TRUE(said("101")) << "a leaf of depth 3";
  EXPECT_TRUE(said("10010111…")) << "what is behind it";
  EXPECT_TRUE(said("k → node-2")) << "leaf 5";
}

TEST(Flows, RibbonsNameBothEnds) {
  Scene scene(3);
  const Flow flows[] = {{node_id(0), node_id(2), 600}, {node_id(1), node_id(2), 400}};
  draw_flows(scene.canvas, kRoom, {flows, "before", "after"});
  for (const char* words : {"node-0", "node-1", "node-2", "600", "400", "1,000"}) {
    EXPECT_TRUE(scene.recorder.says(words)) << words;
  }
}

TEST(Flows, ManyToOneMergesTheSmallest) {
  Scene scene(101);
  std::vector<Flow> flows;
  for (std::size_t i = 0; i < 100; ++i) flows.push_back({node_id(i), node_id(100), 200 - i});
  draw_flows(scene.canvas, kRoom, {flows, "before", "after"});
  EXPECT_TRUE(scene.recorder.says("node-100"));
  EXPECT_TRUE(scene.recorder.says("node-0"));
  EXPECT_TRUE(scene.recorder.says("+85")) << "300 px are 16 ends: 15 by name";
  EXPECT_TRUE(scene.stays_inside(kRoom));
}

TEST(Flows, ManyToManyIsAMatrixWithTheLargestInWords) {
  Scene scene(100);
  std::vector<Flow> flows;
  for (std::size_t i = 0; i < 100; ++i) {
    for (std::size_t j = 0; j < 100; j += 7) flows.push_back({node_id(i), node_id(j), 20'000 - 100 * i - j});
  }
  draw_flows(scene.canvas, {{0, 0}, {600, 300}}, {flows, "before", "after"});
  EXPECT_TRUE(scene.recorder.says("node-0 → node-0"));
  EXPECT_GE(scene.recorder.rects.size(), flows.size());
  EXPECT_TRUE(scene.stays_inside({{0, 0}, {600, 300}}));
}

TEST(Legend, CountsTheNodesThatHaveNoRoom) {
  Scene scene(100);
  std::vector<LegendItem> items;
  for (std::size_t i = 0; i < 100; ++i) items.push_back({node_id(i), "1.0 %"});
  Rect area{{0, 0}, {600, 200}};
  draw_legend(scene.canvas, area, items);
  EXPECT_TRUE(scene.recorder.says("node-0"));
  EXPECT_TRUE(scene.recorder.says("+91")) << "ten rows of 20 px, nine names";
  EXPECT_LT(area.max.x, 500);
}

TEST(Legend, NamesEveryNodeBesideThePictureWhereRowsBelowItHaveNoRoom) {
  Scene scene(8);
  std::vector<LegendItem> items;
  for (std::size_t i = 0; i < 8; ++i) items.push_back({node_id(i), "12.5 %"});
  Rect area{{0, 0}, {310, 250}};
  draw_legend(scene.canvas, area, items);
  EXPECT_TRUE(scene.recorder.says("node-7"));
  EXPECT_FALSE(scene.recorder.says("+5"));
  EXPECT_EQ(area.height(), 250);
}

// Every structure, with few and many nodes, in every area.
TEST(Structures, StayInsideTheirAreas) {
  for (const Rect room : kRooms) {
    for (const std::size_t nodes : {1, 5, 100, 1000}) {
      SCOPED_TRACE(::testing::Message() << nodes << " nodes in " << room.width() << " × " << room.height());
      Scene scene(nodes);
      TablePicture slots = table(1024, nodes), fewer = table(nodes, nodes);
      slots.key_slot = 1023;
      IntervalPicture intervals, halves{{{0, 0.5, node_id(0), "a"}, {0.5, 1, kNoNode, "m"}}, 1};
      ScorePicture scores;
      JumpPicture jumps;
      TreePicture tree;
      std::vector<LegendItem> items;
      std::vector<Flow> flows;
      const unsigned depth = nodes == 1 ? 0 : nodes == 5 ? 3 : 10;
      for (std::size_t i = 0; i < nodes; ++i) {
        const auto n = static_cast<double>(nodes), at = static_cast<double>(i);
        intervals.intervals.push_back({at / n, (at + 1) / n, node_id(i), "key-" + std::to_string(i)});
        scores.scores.push_back({node_id(i), at / n});
        jumps.buckets.push_back(node_id(i));
        jumps.path.push_back(static_cast<std::uint32_t>(i));
        if (i < (std::size_t{1} << depth))
          tree.leaves.push_back({depth == 0 ? 0 : std::uint64_t{i} << (64 - depth), depth, node_id(i)});
        items.push_back({node_id(i), "100.0 %"});
        flows.push_back({node_id(i), i % 2 == 0 ? kNoNode : node_id(0), nodes - i});
      }
      intervals.key_position = 0.9999;
      tree.key_hash = ~std::uint64_t{0};
      const TreePicture root{{{0, 0, node_id(0)}}, 0};
      draw_slot_grid(scene.canvas, room, {slots, &fewer, "a key", "before"});
      EXPECT_TRUE(scene.stays_inside(room)) << "slots";
      scene.recorder.bounds = kNothing;
      draw_slot_grid(scene.canvas, room, {fewer, &slots, "a key", "before"});
      EXPECT_TRUE(scene.stays_inside(room)) << "fewer slots";
      scene.recorder.bounds = kNothing;
      draw_intervals(scene.canvas, room, {intervals, &halves, "a key of some length", "before", "after"});
      EXPECT_TRUE(scene.stays_inside(room)) << "intervals";
      scene.recorder.bounds = kNothing;
      draw_scores(scene.canvas, room, {scores, nullptr, "a key", "before"});
      EXPECT_TRUE(scene.stays_inside(room)) << "scores";
      scene.recorder.bounds = kNothing;
      draw_jump_path(scene.canvas, room, {jumps, nullptr, "a key"});
      EXPECT_TRUE(scene.stays_inside(room)) << "jumps";
      scene.recorder.bounds = kNothing;
      draw_tree(scene.canvas, room, {tree, &root, "a key"});
      EXPECT_TRUE(scene.stays_inside(room)) << "tree";
      scene.recorder.bounds = kNothing;
      draw_flows(scene.canvas, room, {flows, "before", "after"});
      EXPECT_TRUE(scene.stays_inside(room)) << "flows";
      scene.recorder.bounds = kNothing;
      Rect rest = room;
      draw_legend(scene.canvas, rest, items);
      EXPECT_TRUE(scene.stays_inside(room)) << "legend";
      scene.recorder.bounds = kNothing;
    }
  }
}

TEST(Structures, EmptyPicturesDrawNothing) {
  Scene scene(1);
  draw_slot_grid(scene.canvas, kRoom, {.after = {}});
  draw_intervals(scene.canvas, kRoom, {.after = {}});
  draw_scores(scene.canvas, kRoom, {.after = {}});
  draw_jump_path(scene.canvas, kRoom, {.after = {}});
  draw_tree(scene.canvas, kRoom, {.after = {}});
  draw_flows(scene.canvas, kRoom, {});
  EXPECT_TRUE(scene.recorder.rects.empty() && scene.recorder.texts.empty());
}

}  // namespace
}  // namespace reshard::ui
