#include "web/pictures/histogram.h"

#include <gtest/gtest.h>

#include "tests/web/pictures/recorder.h"
#include "tests/web/xml.h"

namespace reshard::ui {
namespace {

constexpr HistogramWords kWords{"fair share", "before", "came from other nodes", "most loaded first"};
constexpr Rect kRoom{{0, 0}, {400, 300}};

TEST(Histogram, BarLengthsAreProportionalToKeys) {
  Scene scene(3);
  const HistogramBar bars[] = {
      {node_id(0), 1000, 1000, 0, 1000}, {node_id(1), 500, 500, 0, 1000}, {node_id(2), 0, 0, 0, 1000}};
  draw_histogram(scene.canvas, kRoom, {bars, false, kWords});
  const auto first = scene.recorder.rects_of(scene.theme.node(node_id(0)));
  const auto second = scene.recorder.rects_of(scene.theme.node(node_id(1)));
  ASSERT_EQ(first.size(), 1u);
  ASSERT_EQ(second.size(), 1u);
  EXPECT_NEAR(first[0].width(), 2 * second[0].width(), 1);
  EXPECT_EQ(first[0].min.x, second[0].min.x);
  EXPECT_TRUE(scene.recorder.rects_of(scene.theme.node(node_id(2))).empty());
}

TEST(Histogram, ShowsNamesAndFigures) {
  Scene scene(2);
  const HistogramBar bars[] = {{node_id(0), 20'412, 20'412, 0, 20'000}, {node_id(1), 19'588, 19'588, 0, 20'000}};
  draw_histogram(scene.canvas, kRoom, {bars, false, kWords});
  for (const char* words : {"node-0", "node-1", "20,412", "+2.1%", "fair share", "20,000"}) {
    EXPECT_TRUE(scene.recorder.says(words)) << words;
  }
  EXPECT_FALSE(scene.recorder.says("before"));
}

TEST(Histogram, MotionLeadsFromBeforeToAfter) {
  const HistogramBar bars[] = {{node_id(0), 500, 1000, 0, 600}, {node_id(1), 700, 0, 700, 600}};
  float widths[3];
  for (int i = 0; i < 3; ++i) {
    Scene scene(2);
    scene.canvas.motion = static_cast<float>(i) / 2;
    draw_histogram(scene.canvas, kRoom, {bars, true, kWords});
    widths[i] = scene.recorder.rects_of(scene.theme.node(node_id(0)))[0].width();
    EXPECT_EQ(scene.recorder.outlines.size(), 2u) << "one in the key, one of the node that had keys before";
  }
  EXPECT_NEAR(widths[0], 2 * widths[2], 2);
  EXPECT_NEAR(widths[1], 1.5f * widths[2], 2);
}

// The second node has a third of the keys and two thirds of the requests, above what it can serve.
TEST(Histogram, RequestsAreShownBesideTheKeysAndTheCapacityIsMarked) {
  HistogramBar bars[] = {{node_id(0), 400, 400, 0, 300, 200, 350}, {node_id(1), 200, 200, 0, 300, 400, 350}};
  HistogramWords words = kWords;
  words.requests = "requests";
  words.capacity = "capacity 1.2×";
  for (const bool differ : {true, false}) {
    Scene scene(2);
    draw_histogram(scene.canvas, kRoom, {bars, false, words, differ});
    EXPECT_EQ(scene.recorder.says("requests"), differ);
    EXPECT_TRUE(scene.recorder.says("capacity 1.2×"));
    EXPECT_EQ(scene.recorder.outlines.size(), differ ? 3u : 0u) << "the key and a bar each";
    EXPECT_EQ(scene.recorder.polygons, 1u) << "a sign at the node above its capacity";
  }
}

// Without a limit the first node would have three times its keys, the second one a third: rows and columns mark both.
TEST(Histogram, MarksWhatNodesWouldHaveWithoutALimit) {
  HistogramBar bars[] = {{node_id(0), 300, 300, 0, 300}, {node_id(1), 300, 300, 0, 300}};
  HistogramWords words = kWords;
  const auto marks = [&](Rect room) {
    Scene scene(2);
    draw_histogram(scene.canvas, room, {bars, false, words});
    EXPECT_EQ(scene.recorder.says("without the limit"), !words.unbounded.empty());
    EXPECT_TRUE(scene.stays_inside(room));
    return scene.recorder.rects_of(scene.theme.colors.text);
  };
  const Rect columns{{0, 0}, {400, 50}};
  const std::size_t rows_without = marks(kRoom).size();
  bars[0].unbounded = 900;
  bars[1].unbounded = 100;
  words.unbounded = "without the limit";
  const auto rows = marks(kRoom);
  ASSERT_EQ(rows.size(), rows_without + 6) << "a line and its end: in the key, and for each node";
  const auto lines = std::count_if(rows.begin(), rows.end(), [](const Rect& each) { return each.width() > 50; });
  EXPECT_EQ(lines, 2) << "600 more, and 200 fewer, of 900";
  marks(columns);
}

// A mark in the text's colour would be invisible on an equally dark bar.
TEST(Histogram, FramesTheMarkOfWhatNodesWouldHaveWithoutALimit) {
  Scene scene(1);
  const HistogramBar bars[] = {{.node = node_id(0), .keys = 900, .before = 900, .fair = 900, .unbounded = 600}};
  draw_histogram(scene.canvas, kRoom, {bars, false, kWords});
  const auto marks = scene.recorder.rects_of(scene.theme.colors.text);
  const auto frames = scene.recorder.rects_of(scene.theme.colors.surface);
  const auto end = std::find_if(marks.begin(), marks.end(),
                                [](const Rect& mark) { return mark.height() > 6 && mark.height() < 10; });
  ASSERT_NE(end, marks.end());
  EXPECT_TRUE(std::any_of(frames.begin(), frames.end(), [&](const Rect& frame) {
    return frame.min.x < end->min.x && frame.max.x > end->max.x && frame.min.y < end->min.y && frame.max.y > end->max.y;
  }));
}

TEST(Histogram, FairSharesGoByWeight) {
  Scene scene(2);
  const HistogramBar bars[] = {{node_id(0), 100, 100, 0, 100}, {node_id(1), 300, 300, 0, 300}};
  draw_histogram(scene.canvas, kRoom, {bars, false, kWords});
  const auto marks = scene.recorder.rects_of(scene.theme.colors.text);
  ASSERT_EQ(marks.size(), 3u) << "one in the key, one a row";
  EXPECT_GT(marks[2].min.x, marks[1].min.x);
}

TEST(Histogram, ManyNodesAreColumnsWithTheEndsNamed) {
  Scene scene(100);
  std::vector<HistogramBar> bars;
  for (std::size_t i = 0; i < 100; ++i) bars.push_back({node_id(i), 950 + i, 950 + i, 0, 1000});
  draw_histogram(scene.canvas, kRoom, {bars, false, kWords});
  EXPECT_TRUE(scene.recorder.says("node-99"));
  EXPECT_TRUE(scene.recorder.says("1,049"));
  EXPECT_TRUE(scene.recorder.says("node-0"));
  EXPECT_FALSE(scene.recorder.says(kWords.sorted));
}

TEST(Histogram, GivesTheNodeUnderThePointer) {
  Scene scene(3);
  const HistogramBar bars[] = {{node_id(0), 10}, {node_id(1), 10}, {node_id(2), 10}};
  scene.canvas.pointer = ImVec2{200, 22 + 36 + 18};
  EXPECT_EQ(draw_histogram(scene.canvas, kRoom, {bars, false, kWords}), node_id(1));
}

TEST(Histogram, StaysInsideItsArea) {
  for (const Rect room : kRooms) {
    for (const std::size_t nodes : {0, 1, 5, 20, 100, 1000}) {
      Scene scene(std::max<std::size_t>(nodes, 1));
      std::vector<HistogramBar> bars;
      for (std::size_t i = 0; i < nodes; ++i) bars.push_back({node_id(i), i * i, 100, i, 50});
      scene.canvas.highlight = node_id(nodes / 2);
      draw_histogram(scene.canvas, room, {bars, true, kWords});
      EXPECT_TRUE(scene.stays_inside(room)) << nodes << " nodes";
    }
  }
}

TEST(Histogram, AnExportNamesEveryNode) {
  Scene scene(5);
  std::vector<HistogramBar> bars;
  for (std::size_t i = 0; i < 5; ++i) bars.push_back({node_id(i), 100 * i, 100, 7, 200});
  SvgPainter painter(400, 300, scene.theme.colors.surface, "Keys per node", "");
  draw_histogram({painter, scene.theme, kEnglish, scene.names}, kRoom, {bars, true, kWords});
  const std::string svg = painter.finish();
  EXPECT_EQ(xml_problem(svg), "");
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NE(svg.find(">node-" + std::to_string(i) + "<"), std::string::npos) << i;
}

}  // namespace
}  // namespace reshard::ui
