// The history with the costs of its steps, as reported to the timeline below the canvas.

#include "web/insight/timeline.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "core/model/key_reader.h"
#include "core/strategies/strategies.h"
#include "tests/web/stage.h"
#include "web/api/owners_csv.h"
#include "web/api/timeline_json.h"

namespace reshard {
namespace {

nlohmann::json told(Stage& stage) { return nlohmann::json::parse(timeline_json(stage.app())); }

void run(Stage& stage, const Request& request) {
  ASSERT_TRUE(stage.app().run(request).ok());
  stage.settle();
}

std::uint64_t moved(const nlohmann::json& step) { return step["costs"][0]["moved"]; }

/// From counts_csv: how many keys stayed on their node, and how many moved.
std::pair<std::uint64_t, std::uint64_t> stayed_and_moved(Stage& stage) {
  std::istringstream rows(counts_csv(stage.app().results()));
  std::uint64_t stayed = 0, moved = 0;
  for (std::string row; std::getline(rows, row);) {
    const std::size_t first = row.find(','), second = row.find(',', first + 1);
    const bool same = row.substr(0, first) == row.substr(first + 1, second - first - 1);
    (same ? stayed : moved) += std::stoull(row.substr(second + 1));
  }
  return {stayed, moved};
}

TEST(Timeline, a_step_has_the_costs_of_its_results) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=modulo");
  stage.settle();
  EXPECT_EQ(told(stage)["steps"].size(), 1u);
  run(stage, Edit{{AddNode{}}});
  const auto line = told(stage);
  ASSERT_EQ(line["steps"].size(), 2u);
  EXPECT_EQ(line["at"], 1);
  EXPECT_EQ(line["steps"][1]["title"], "Added node-4");
  EXPECT_EQ(moved(line["steps"][1]), stage.app().results().strategies[0].movement.moved);
  EXPECT_GT(line["steps"][1]["costs"][0]["needless"], 0);
}

TEST(Timeline, undo_redo_and_jumps_keep_the_costs) {
  Stage stage;
  for (int i = 0; i < 3; ++i) run(stage, Edit{{AddNode{}}});
  const auto before = told(stage)["steps"];
  run(stage, Undo{});
  run(stage, Undo{});
  run(stage, Redo{});
  run(stage, GoTo{0});
  EXPECT_EQ(stage.app().results().before, nullptr) << "the start has nothing before it";
  run(stage, GoTo{3});
  EXPECT_EQ(told(stage)["steps"], before);
  EXPECT_EQ(stage.app().results().strategies[0].movement.moved, moved(before[3]))
      << "shown as if it had just been done";
  EXPECT_FALSE(stage.app().run(GoTo{4}).ok());
}

TEST(Timeline, steps_say_whether_they_start_set_up_move_or_compare) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000");
  stage.settle();
  const auto kinds = [&] {
    std::vector<std::string> list;
    const auto line = told(stage);
    for (const auto& step : line["steps"]) list.push_back(step["kind"]);
    return list;
  };
  run(stage, Edit{{SetStrategy{0, find_strategy("modulo")}}});
  run(stage, Edit{{AddNode{}}});
  run(stage, Edit{{SetStrategy{0, find_strategy("ring")}}});
  run(stage, Edit{{SetParam{0, "vnodes", 50}}});
  run(stage, Edit{{AddStrategy{find_strategy("jump")}}});
  run(stage, Edit{{SetStrategy{1, find_strategy("modulo")}}});
  run(stage, Edit{{PromoteStrategy{1}}});
  run(stage, Edit{{SetKeys{KeySpec{.count = 3000}}}});
  run(stage, Edit{{Restart{}}});
  run(stage, Edit{{RemoveNode{NodeId{0}}}});
  EXPECT_EQ(kinds(), (std::vector<std::string>{"start", "start", "move", "setup", "move", "compared", "compared",
                                               "compared", "setup", "start", "move"}));
  EXPECT_EQ(told(stage)["steps"][9]["title"], "Started from here");
}

TEST(Timeline, a_drag_is_one_step) {
  Stage stage;
  ASSERT_TRUE(stage.drag("slider:vnodes", 0.66f, 0.9f, 6));
  const auto line = told(stage);
  ASSERT_EQ(line["steps"].size(), 2u);
  EXPECT_EQ(moved(line["steps"][1]), stage.app().results().strategies[0].movement.moved);
}

TEST(Timeline, a_change_at_an_earlier_step_keeps_the_later_ones_as_a_branch) {
  Stage stage;
  run(stage, Edit{{AddNode{}}});
  run(stage, Edit{{AddNode{}}});
  const auto before = told(stage)["steps"];
  run(stage, GoTo{1});
  run(stage, Edit{{WeighNode{NodeId{0}, 2}}});
  auto line = told(stage);
  ASSERT_EQ(line["branches"].size(), 1u);
  EXPECT_EQ(line["branches"][0]["fork"], 1);
  EXPECT_EQ(line["branches"][0]["titles"], nlohmann::json::array({"Added node-6"}));
  run(stage, SwitchBranch{0});
  line = told(stage);
  EXPECT_EQ(line["steps"], before);
  EXPECT_EQ(line["branches"][0]["titles"][0], "Weight of node-0 is now 2");
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 7u);
  EXPECT_FALSE(stage.app().run(SwitchBranch{1}).ok());
}

TEST(Timeline, the_steps_of_a_link_can_be_measured_afterwards) {
  Stage watched, opened;
  const char* start = "v=1&nodes=4&keys=2000&strategy=modulo&s2=ring";
  watched.app().open(start);
  watched.settle();
  run(watched, Edit{{AddNode{}}});
  run(watched, Edit{{RemoveNode{NodeId{1}}}});
  run(watched, Edit{{AddNode{}}});
  opened.app().open(watched.app().fragment());
  opened.settle();
  EXPECT_FALSE(told(opened)["steps"][1]["measured"]);
  opened.app().measure_steps();
  opened.settle();
  EXPECT_EQ(told(opened)["steps"], told(watched)["steps"]);
  EXPECT_EQ(told(opened)["steps"][2]["costs"].size(), 2u);
  EXPECT_FALSE(opened.app().busy());
}

TEST(Timeline, net_counts_a_key_that_moved_twice_once) {
  Stage stage;
  stage.app().measure_steps();
  stage.app().open("v=1&nodes=3&keys=2000&strategy=redis_slots");
  stage.settle();
  const auto first = stage.app().results().strategies[0].owners();
  const std::vector<NodeId> before(first.begin(), first.end());
  run(stage, Edit{{AddNode{}}});
  EXPECT_FALSE(told(stage).contains("net")) << "of one move";
  run(stage, Edit{{AddNode{}}});
  const auto now = stage.app().results().strategies[0].owners();
  std::uint64_t others = 0;
  for (std::size_t i = 0; i < before.size(); ++i) others += before[i] != now[i] ? 1 : 0;
  const auto line = told(stage);
  EXPECT_EQ(line["net"], others);
  EXPECT_LT(others, moved(line["steps"][1]) + moved(line["steps"][2]));
  run(stage, Undo{});
  EXPECT_FALSE(told(stage).contains("net"));
}

TEST(Timeline, net_of_a_way_back_is_0_and_of_moves_around_a_setup_there_is_none) {
  Stage stage;
  stage.app().measure_steps();
  stage.app().open("v=1&nodes=4&keys=2000&strategy=modulo");
  stage.settle();
  run(stage, Edit{{AddNode{}}});
  run(stage, Edit{{RemoveNode{NodeId{4}}}});
  EXPECT_EQ(told(stage)["net"], 0);
  run(stage, Edit{{SetKeys{KeySpec{.count = 3000}}}});
  run(stage, Edit{{AddNode{}}});
  run(stage, Edit{{AddNode{}}});
  EXPECT_FALSE(told(stage).contains("net"));
}

TEST(Timeline, a_step_costs_the_counts_of_the_moved_keys) {
  KeyReader reader({',', 0, false, 2});
  std::string text;
  for (int i = 0; i < 500; ++i) text += "key " + std::to_string(i) + "," + std::to_string(1 + i * i) + "\n";
  ASSERT_TRUE(reader.add(text).ok() && reader.end().ok());
  NoLimit budget;
  ASSERT_TRUE(reader.check(budget).ok());
  Stage stage;
  ASSERT_TRUE(stage.app().use_keys(reader.take(), false).ok());
  stage.settle();
  run(stage, Edit{{AddNode{}}});
  const StrategyResult& main = stage.app().results().strategies[0];
  std::uint64_t counted = 0, all = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    all += 1 + i * i;
    if (main.owners()[i] != main.owners_before()[i]) counted += 1 + i * i;
  }
  const auto step = told(stage)["steps"][2];
  EXPECT_GT(counted, 0u);
  EXPECT_EQ(step["counted"], all);
  EXPECT_EQ(step["costs"][0]["moved_counted"], counted);
  EXPECT_NE(step["costs"][0]["moved"], counted) << "keys are keys";
  EXPECT_FALSE(told(stage)["steps"][1].contains("moved_counted"));

  // By pairs of nodes, the keys that stayed and those that moved are all keys.
  const auto [stayed, moved] = stayed_and_moved(stage);
  EXPECT_EQ(moved, counted);
  EXPECT_EQ(stayed, all - counted);
}

TEST(Timeline, keys_without_counts_count_as_one_each_between_pairs_of_nodes) {
  Stage stage;
  run(stage, Edit{{SetKeys{KeySpec{.count = 500}}}});
  run(stage, Edit{{AddNode{}}});
  const auto [stayed, moved] = stayed_and_moved(stage);
  EXPECT_EQ(stayed + moved, 500u);
  EXPECT_EQ(moved, stage.app().results().strategies[0].movement.moved);
}

TEST(Timeline, changing_the_keys_has_no_costs) {
  Stage stage;
  run(stage, Edit{{SetKeys{KeySpec{.count = 5000}}}});
  const auto step = told(stage)["steps"][1];
  EXPECT_TRUE(step["measured"]);
  EXPECT_TRUE(step["costs"].empty());
  EXPECT_EQ(step["title"].get<std::string>(), "5,000 keys");
}

}  // namespace
}  // namespace reshard
