// The key map, compared with a slow model that sorts all keys and counts each cell's owners one by one.

#include "web/pictures/key_map_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/strategies/strategies.h"
#include "tests/web/pictures/recorder.h"
#include "tests/web/stage.h"
#include "web/panels/views.h"
#include "web/pictures/key_map.h"
#include "web/pictures/slot_grid.h"

namespace reshard::ui {
namespace {

struct SpentAtOnce final : Budget {
  bool spent() override { return true; }
};

const KeyMap& map_of(Stage& stage, const char* link) {
  stage.app().open(link);
  stage.settle();
  return stage.app().ui().key_map;
}

std::vector<std::uint32_t> keys_in_order(std::span<const std::uint64_t> numbers) {
  std::vector<std::uint32_t> keys(numbers.size());
  std::iota(keys.begin(), keys.end(), 0u);
  std::stable_sort(keys.begin(), keys.end(), [&](auto a, auto b) { return numbers[a] < numbers[b]; });
  return keys;
}

using Counts = std::map<NodeId, std::uint32_t>;

// Expects every named owner to have as many keys as were counted, and no omitted one to have more.
void expect_parts(const KeyMap::Parts& parts, Counts counts, std::size_t cell) {
  std::uint32_t least = ~0u;
  for (const auto& [owner, keys] : parts) {
    if (keys == 0) break;
    EXPECT_EQ(counts[owner], keys) << "cell " << cell;
    EXPECT_LE(keys, least) << "cell " << cell;
    least = keys;
    counts.erase(owner);
  }
  for (const auto& [owner, keys] : counts) EXPECT_TRUE(keys <= least && parts.back().keys > 0) << "cell " << cell;
}

void expect_as_counted(const Results& results, const KeyMap& map) {
  const StrategyResult& main = results.strategies[0];
  const std::vector<std::uint32_t> order = keys_in_order(main.keys.columns[0]);
  EXPECT_EQ(*map.order, order);
  std::size_t at = 0, moved_in_all = 0;
  for (std::size_t i = 0; i < map.cells.size(); ++i) {
    Counts after, before, from;
    std::uint32_t moved = 0;
    const std::size_t begin = at;
    for (const std::size_t end = order.size() * (i + 1) / map.cells.size(); at < end; ++at) {
      const std::uint32_t key = order[at];
      ++after[main.owners()[key]];
      ++before[main.owners_before()[key]];
      if (main.owners()[key] == main.owners_before()[key]) continue;
      ++moved;
      ++from[main.owners_before()[key]];
    }
    const KeyMap::Cell& cell = map.cells[i];
    EXPECT_EQ(cell.keys, at - begin) << "cell " << i;
    EXPECT_EQ(cell.moved, moved) << "cell " << i;
    expect_parts(cell.after, after, i);
    expect_parts(cell.before, before, i);
    for (const auto& [owner, keys] : from) EXPECT_LE(keys, from[cell.from]) << "cell " << i;
    moved_in_all += moved;
  }
  EXPECT_EQ(at, order.size()) << "every key is in a cell";
  EXPECT_EQ(map.moved(), moved_in_all);
  EXPECT_EQ(map.moved(), main.movement.moved);
}

TEST(KeyMap, agrees_with_counting_the_placed_keys_one_by_one) {
  Stage stage;
  for (const Strategy* strategy : strategies()) {
    for (const char* keys : {"700", "5000"}) {
      SCOPED_TRACE(std::string(strategy->id) + " with " + keys + " keys");
      const std::string link =
          std::string("v=1&nodes=9&log=+node-9&keys=") + keys + "&strategy=" + std::string(strategy->id);
      expect_as_counted(stage.app().results(), map_of(stage, link.c_str()));
    }
  }
}

TEST(KeyMap, has_a_cell_for_each_key_up_to_the_limit_and_groups_beyond) {
  Stage stage;
  for (const char* link :
       {"v=1&keys=1", "v=1&keys=4096&log=+node-5", "v=1&keys=4097&log=+node-5", "v=1&keys=100000&log=+node-5"}) {
    SCOPED_TRACE(link);
    expect_as_counted(stage.app().results(), map_of(stage, link));
  }
}

TEST(KeyMap, gives_few_keys_a_cell_each_and_many_keys_groups_of_equal_size) {
  Stage stage;
  const KeyMap& few = map_of(stage, "v=1&keys=4096");
  EXPECT_EQ(few.cells.size(), 4096u);
  EXPECT_TRUE(few.single());
  const KeyMap& many = map_of(stage, "v=1&keys=100000");
  EXPECT_EQ(many.cells.size(), KeyMap::kGroups);
  for (const KeyMap::Cell& cell : many.cells) EXPECT_NEAR(cell.keys, 100'000.0 / KeyMap::kGroups, 1);
}

TEST(KeyMap, leaves_out_the_smallest_owners_where_a_cell_has_many) {
  Stage stage;
  const KeyMap& map = map_of(stage, "v=1&nodes=100&keys=100000&strategy=rendezvous");
  expect_as_counted(stage.app().results(), map);
  EXPECT_GT(map.cells[0].after.back().keys, 0u) << "49 keys of 100 nodes have more than six owners";
}

TEST(KeyMap, is_the_same_when_it_is_made_a_little_at_a_time) {
  Stage stage;
  const KeyMap& at_once = map_of(stage, "v=1&nodes=5&log=+node-5&keys=300000");
  KeyMapper mapper;
  KeyMap map;
  SpentAtOnce budget;
  int steps = 0;
  while (mapper.update(stage.app().results(), map, budget)) ++steps;
  EXPECT_GT(steps, 20);
  ASSERT_EQ(map.cells.size(), at_once.cells.size());
  EXPECT_EQ(*map.order, *at_once.order);
  EXPECT_EQ(key_map_words(map), key_map_words(at_once));
}

TEST(KeyMap, starts_over_when_the_result_changes_while_it_is_made) {
  Stage stage;
  map_of(stage, "v=1&nodes=5&keys=200000");
  KeyMapper mapper;
  KeyMap map;
  SpentAtOnce budget;
  for (int i = 0; i < 9; ++i) ASSERT_TRUE(mapper.update(stage.app().results(), map, budget));
  ASSERT_TRUE(map.cells.empty());
  map_of(stage, "v=1&nodes=6&keys=150000&hash=fnv1a64");
  NoLimit enough;
  ASSERT_TRUE(mapper.update(stage.app().results(), map, enough));
  expect_as_counted(stage.app().results(), map);
}

TEST(KeyMap, says_that_a_ring_moves_keys_in_few_places_and_modulo_everywhere) {
  Stage stage;
  const std::string ring = key_map_words(map_of(stage, "v=1&nodes=5&vnodes=1&log=+node-5&keys=100000"));
  EXPECT_NE(ring.find("A map of 2,048 cells, 48 keys per cell"), std::string::npos) << ring;
  const std::string modulo = key_map_words(map_of(stage, "v=1&nodes=5&strategy=modulo&log=+node-5&keys=100000"));
  EXPECT_NE(modulo.find("Keys moved in 2,048 of them; a tenth of the cells holds 1"), std::string::npos) << modulo;
  const std::string nothing = key_map_words(map_of(stage, "v=1&keys=100000"));
  EXPECT_EQ(nothing.find("moved"), std::string::npos) << nothing;
}

// Four keys: one on node 0, one on node 1, one that moved from 0 to 1, one from 1 to 0.
KeyMap four_keys() {
  KeyMap map;
  map.keys = KeySet::generate({.count = 4}, 1).value();
  map.order = std::make_shared<const std::vector<std::uint32_t>>(std::vector<std::uint32_t>{0, 1, 2, 3});
  for (const auto& [after, before] : {std::pair(0, 0), {1, 1}, {1, 0}, {0, 1}}) {
    KeyMap::Cell cell;
    cell.keys = 1;
    cell.after[0] = {node_id(static_cast<std::size_t>(after)), 1};
    cell.before[0] = {node_id(static_cast<std::size_t>(before)), 1};
    cell.moved = after != before;
    cell.from = cell.moved ? cell.before[0].owner : kNoNode;
    map.cells.push_back(cell);
  }
  return map;
}

TEST(KeyMapPicture, shows_owners_by_colour_and_moves_by_a_hole) {
  Scene scene(2);
  const KeyMap map = four_keys();
  draw_key_map(scene.canvas, {{0, 0}, {400, 200}}, {map, Moment::kDifference, "moved", "caption"});
  const Color zero = scene.theme.node(node_id(0)), one = scene.theme.node(node_id(1));
  EXPECT_EQ(scene.recorder.rects_of(zero).size(), 2u + 1) << "two cells, and the heart of one hole";
  EXPECT_EQ(scene.recorder.rects_of(one).size(), 2u + 1);
  EXPECT_EQ(scene.recorder.rects_of(scene.theme.colors.surface).size(), 2u + 1)
      << "two holes, and the one of the legend";
  EXPECT_TRUE(scene.recorder.says("caption"));
}

TEST(KeyMapPicture, has_no_holes_before_and_after) {
  for (const Moment moment : {Moment::kBefore, Moment::kAfter}) {
    Scene scene(2);
    const KeyMap map = four_keys();
    draw_key_map(scene.canvas, {{0, 0}, {400, 200}}, {map, moment, "moved", "caption"});
    EXPECT_TRUE(scene.recorder.rects_of(scene.theme.colors.surface).empty());
    EXPECT_EQ(scene.recorder.rects_of(scene.theme.node(node_id(0))).size(), 2u);
    EXPECT_FALSE(scene.recorder.says("moved"));
  }
}

TEST(KeyMapPicture, divides_a_cell_by_the_keys_of_its_largest_owners) {
  Scene scene(2);
  KeyMap map = four_keys();
  map.cells.resize(1);
  map.cells[0] = {{KeyMap::Part{node_id(0), 6}, {node_id(1), 2}}, {}, 10, 0, kNoNode};
  draw_key_map(scene.canvas, {{0, 0}, {400, 200}}, {map});
  const auto zero = scene.recorder.rects_of(scene.theme.node(node_id(0))),
             one = scene.recorder.rects_of(scene.theme.node(node_id(1)));
  ASSERT_TRUE(zero.size() == 1 && one.size() == 1);
  EXPECT_NEAR(zero[0].width(), one[0].width() * 3, 0.01f);
  EXPECT_EQ(zero[0].max.x, one[0].min.x);
}

TEST(KeyMapPicture, shows_one_owner_where_a_cell_has_no_room_for_two) {
  Scene scene(2);
  KeyMap map = four_keys();
  map.cells.assign(4096, {{KeyMap::Part{node_id(0), 6}, {node_id(1), 2}}, {}, 10, 0, kNoNode});
  draw_key_map(scene.canvas, {{0, 0}, {100, 100}}, {map});
  EXPECT_EQ(scene.recorder.rects_of(scene.theme.node(node_id(0))).size(), 4096u);
  EXPECT_TRUE(scene.recorder.rects_of(scene.theme.node(node_id(1))).empty());
}

TEST(KeyMapPicture, names_the_cell_under_the_pointer) {
  Scene scene(2);
  const KeyMap map = four_keys();
  const Rect area{{0, 0}, {400, 220}};
  Rect grid = area;
  grid.cut_bottom(20);
  for (std::size_t i = 0; i < 4; ++i) {
    scene.canvas.pointer = plan_grid(grid.inset(4), 4).rect(i).center();
    EXPECT_EQ(draw_key_map(scene.canvas, area, {map}), i);
  }
  EXPECT_EQ(key_map_cell_words(map, 2, scene.names), "key-2: node-1, before: node-0");
}

TEST(KeyMapPicture, stays_inside_its_area) {
  for (const Rect room : kRooms) {
    Scene scene(2);
    draw_key_map(scene.canvas, room, {four_keys(), Moment::kDifference, "moved", "one key per cell, in hash order"});
    EXPECT_TRUE(scene.stays_inside(room));
  }
}

TEST(KeyMapPanel, is_there_until_a_change_and_then_behind_a_tab_beside_the_flows) {
  Stage stage;
  EXPECT_TRUE(stage.shows("picture:map"));
  EXPECT_FALSE(stage.shows("picture:flows"));
  ASSERT_TRUE(stage.click("add-node"));
  stage.settle();
  EXPECT_TRUE(stage.shows("picture:flows"));
  EXPECT_FALSE(stage.shows("picture:map"));
  ASSERT_TRUE(stage.click("tab-map"));
  EXPECT_TRUE(stage.shows("picture:map"));
  EXPECT_FALSE(stage.shows("picture:flows"));
}

TEST(KeyMapPanel, keeps_the_tab_that_was_chosen_through_changes) {
  Stage stage;
  ASSERT_TRUE(stage.click("tab-map"));
  ASSERT_TRUE(stage.click("add-node"));
  stage.settle();
  EXPECT_TRUE(stage.shows("picture:map"));
  ASSERT_TRUE(stage.click("tab-flows"));
  EXPECT_TRUE(stage.shows("picture:flows"));
}

TEST(KeyMapPanel, keeps_the_clicked_cell_after_a_click_elsewhere) {
  Stage stage({720, 420});
  const KeyMap& map = map_of(stage, "v=1&keys=400&view=map");
  ASSERT_TRUE(stage.click("picture:map"));
  const auto picked = stage.app().ui().map_cell;
  ASSERT_TRUE(picked);
  EXPECT_LT(*picked, map.cells.size());
  ASSERT_TRUE(stage.click("headline"));
  EXPECT_EQ(stage.app().ui().map_cell, picked);
}

TEST(KeyMapPanel, can_be_walked_by_arrow_keys_after_enter) {
  static std::string said;
  Page page;
  page.announce = [](const std::string& sentence) { said = sentence; };
  Stage stage({720, 420}, page);
  const KeyMap& map = map_of(stage, "v=1&keys=400&view=map&controls=none");
  const auto named = [&] { return stage.app().ui().map_cell; };
  stage.press(ImGuiKey_DownArrow);
  for (int i = 0; i < 8 && !stage.find("picture:map")->focused; ++i) stage.press(ImGuiKey_DownArrow);
  ASSERT_TRUE(stage.find("picture:map")->focused);
  EXPECT_FALSE(named()) << "passing by names nothing";
  stage.press(ImGuiKey_Enter);
  EXPECT_EQ(named(), 0u);
  stage.press(ImGuiKey_RightArrow);
  stage.press(ImGuiKey_RightArrow);
  EXPECT_EQ(named(), 2u);
  const std::string third = keys_words(stage.app().results(), map, 2);
  EXPECT_EQ(said, third);
  stage.press(ImGuiKey_DownArrow);
  ASSERT_TRUE(named());
  const std::size_t columns = *named() - 2;
  EXPECT_GT(columns, 1u);
  EXPECT_LT(columns, 400u);
  stage.press(ImGuiKey_UpArrow);
  stage.press(ImGuiKey_UpArrow);
  EXPECT_EQ(named(), 2u) << "there is none above";
  EXPECT_EQ(said, third);
  EXPECT_TRUE(stage.find("picture:map")->focused);
  stage.press(ImGuiKey_Enter);
  stage.press(ImGuiKey_RightArrow);
  EXPECT_EQ(named(), 2u) << "let go of";
}

TEST(KeyMapPanel, is_alone_in_a_figure_that_asks_for_it) {
  Stage stage({720, 420});
  map_of(stage, "v=1&view=map");
  EXPECT_TRUE(stage.shows("picture:map"));
  EXPECT_FALSE(stage.shows("tab-map"));
  EXPECT_FALSE(stage.shows("picture:structure"));
}

}  // namespace
}  // namespace reshard::ui
