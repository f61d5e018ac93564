// Strategies side by side: on the same keys, under the same changes.

#include "web/panels/comparison.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/strategies/strategies.h"
#include "tests/web/stage.h"
#include "web/api/state_json.h"
#include "web/text/words.h"

namespace reshard {
namespace {

using nlohmann::json;

json rows(Stage& stage) { return json::parse(state_json(stage.app())).at("compare"); }

std::string figure(const json& row, std::string_view label) {
  for (const json& each : row.at("figures")) {
    if (each.at("label") == label) return each.at("text");
  }
  return "";
}

/// Four nodes under these strategies, and a fifth.
bool grow_under(Stage& stage, const std::string& strategies) {
  stage.app().open("v=1&nodes=4&" + strategies);
  stage.settle();
  return stage.click("add-node");
}

TEST(Comparison, a_strategy_picked_from_the_bar_appears_beside_the_main_one) {
  Stage stage;
  EXPECT_FALSE(stage.shows("promote-1"));
  ASSERT_TRUE(stage.click("compare"));
  ASSERT_TRUE(stage.click("option:strategy.modulo"));
  ASSERT_EQ(stage.scenario().strategies.size(), 2u);
  EXPECT_EQ(stage.scenario().strategies[1].strategy->id, "modulo");
  EXPECT_TRUE(stage.shows("promote-2"));
  EXPECT_TRUE(stage.shows("picture:compare"));
}

// 4 to 5 nodes under modulo: a key stays where its hash leaves the same remainder, 4 of every lcm(4, 5) = 20.
TEST(Comparison, an_addition_moves_a_fifth_under_jump_and_four_fifths_under_modulo) {
  Stage stage;
  ASSERT_TRUE(grow_under(stage, "strategy=jump&s2=modulo"));
  const json after = rows(stage);
  EXPECT_NEAR(after[0].at("moved").get<double>() / 100'000, 0.2, 0.01);
  EXPECT_NEAR(after[1].at("moved").get<double>() / 100'000, 0.8, 0.01);
  EXPECT_EQ(after[0].at("needless"), 0);
  EXPECT_EQ(figure(after[1], "Moved").substr(0, 2), "80") << after[1].dump();
}

TEST(Comparison, a_strategy_beside_the_main_one_is_configured_in_place) {
  Stage stage;
  stage.app().open("v=1&nodes=4&strategy=modulo&s2=ring");
  stage.settle();
  EXPECT_FALSE(stage.shows("settings-1")) << "its settings are in the panel of the strategy";
  ASSERT_TRUE(stage.click("settings-2"));
  ASSERT_TRUE(stage.type_into("vnodes:2", "10"));
  EXPECT_EQ(stage.scenario().strategies[1].params[0], 10);
  EXPECT_EQ(rows(stage)[1].at("params").at("vnodes"), 10);
  ASSERT_TRUE(stage.choose("hash:2", "hash.md5"));
  EXPECT_EQ(stage.scenario().strategies[1].hash->id, "md5");
  EXPECT_EQ(stage.scenario().strategies[0].strategy->id, "modulo") << "main strategy is as it was";
  stage.press(ImGuiKey_Escape);
  EXPECT_FALSE(stage.shows("vnodes:2"));
  ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(stage.scenario().strategies[1].hash->id, "xxh64");
  ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(stage.scenario().strategies[1].params[0], 100);
}

TEST(Comparison, an_added_strategy_is_compared_under_the_last_change) {
  Stage together, later;
  ASSERT_TRUE(grow_under(together, "strategy=jump&s2=modulo"));
  ASSERT_TRUE(grow_under(later, "strategy=jump"));
  ASSERT_TRUE(later.app().run(Edit{{AddStrategy{find_strategy("modulo")}}}).ok());
  later.settle();
  for (std::size_t slot = 0; slot < 2; ++slot) {
    EXPECT_EQ(rows(later)[slot].at("moved"), rows(together)[slot].at("moved")) << slot;
    EXPECT_GT(rows(later)[slot].at("moved"), 0) << slot;
  }
  EXPECT_EQ(later.app().ui().headline.plain(), together.app().ui().headline.plain());
}

TEST(Comparison, pressing_a_title_makes_that_strategy_the_main_one_and_keeps_what_moved) {
  Stage stage;
  ASSERT_TRUE(grow_under(stage, "strategy=jump&s2=modulo"));
  const json before = rows(stage);
  ASSERT_TRUE(stage.click("promote-2"));
  const json after = rows(stage);
  EXPECT_EQ(stage.choice().strategy->id, "modulo");
  EXPECT_EQ(after[0].at("moved"), before[1].at("moved"));
  EXPECT_EQ(after[1].at("moved"), before[0].at("moved"));
  ASSERT_TRUE(stage.app().run(Undo{}).ok());
  stage.settle();
  EXPECT_EQ(rows(stage)[0].at("moved"), before[0].at("moved"));
}

TEST(Comparison, removing_a_strategy_keeps_the_other_and_its_movement) {
  Stage stage;
  ASSERT_TRUE(grow_under(stage, "strategy=jump&s2=modulo"));
  const json before = rows(stage);
  ASSERT_TRUE(stage.click("remove-strategy-1"));
  EXPECT_EQ(stage.choice().strategy->id, "modulo");
  EXPECT_EQ(rows(stage).size(), 1u);
  EXPECT_EQ(rows(stage)[0].at("moved"), before[1].at("moved"));
  EXPECT_FALSE(stage.shows("picture:compare"));
  EXPECT_TRUE(stage.shows("picture:structure"));
}

TEST(Comparison, four_strategies_are_the_most) {
  Stage stage;
  stage.app().open("v=1&nodes=4&strategy=jump&s2=modulo&s3=ring&s4=maglev");
  stage.settle();
  ASSERT_TRUE(stage.find("compare"));
  EXPECT_FALSE(stage.find("compare")->enabled);
  EXPECT_FALSE(stage.app().run(Edit{{AddStrategy{find_strategy("ring")}}}).ok());
  EXPECT_EQ(stage.scenario().strategies.size(), 4u);
}

TEST(Comparison, says_where_each_strategy_puts_the_key_that_is_looked_up) {
  Stage stage;
  stage.app().open("v=1&strategy=jump&s2=modulo&s3=rendezvous");
  stage.settle();
  std::string buffer;
  const std::string key(stage.app().results().keys->name(17, buffer));
  ASSERT_TRUE(stage.app().run(Inspect{key}).ok());
  stage.settle();
  for (std::size_t slot = 0; slot < 3; ++slot) {
    const NodeId owner = stage.app().results().strategies[slot].owners()[17];
    EXPECT_EQ(rows(stage)[slot].at("owner"), stage.scenario().cluster.name_of(owner)) << slot;
  }
}

TEST(Comparison, measures_lookup_time_on_this_device) {
  Stage stage;
  EXPECT_EQ(figure(rows(stage)[0], "Lookup time (this device)"), "–") << "nothing is compared yet";
  stage.app().open("v=1&strategy=jump&s2=rendezvous");
  stage.settle();
  const auto& measured = stage.app().ui().lookup_times;
  ASSERT_EQ(measured.size(), 2u);
  for (const ui::LookupTime& time : measured) {
    EXPECT_GT(time.place, 0);
    EXPECT_GT(time.hashed, time.place);
  }
}

TEST(Comparison, tells_strategies_of_the_same_name_apart) {
  Stage stage;
  stage.app().open("v=1&strategy=ring&s2=ring&s2.vnodes=10&s2.hash=md5");
  stage.settle();
  EXPECT_NE(rows(stage)[0].at("setup"), rows(stage)[1].at("setup"));
  EXPECT_NE(rows(stage)[1].at("setup").get<std::string>().find("10"), std::string::npos) << rows(stage)[1].dump();
  EXPECT_NE(rows(stage)[1].at("setup").get<std::string>().find("MD5"), std::string::npos) << rows(stage)[1].dump();
}

TEST(Comparison, names_even_a_default_where_the_same_strategy_beside_has_another_value) {
  Stage stage;
  stage.app().open("v=1&nodes=8&strategy=partitions&type=int64&s2=partitions&s2.type=text");
  stage.settle();
  const json both = rows(stage);
  EXPECT_EQ(both[0].at("setup"), "whole number, 64 bits");
  EXPECT_EQ(both[1].at("setup"), "text");
  stage.app().open("v=1&nodes=8&strategy=partitions&s2=modulo");
  stage.settle();
  EXPECT_EQ(rows(stage)[0].at("setup"), "");
}

TEST(Comparison, every_strategy_but_the_main_one_offers_a_migration_to_it_except_in_figures) {
  static std::size_t asked;
  Page page;
  page.migrate = [](std::size_t to) { asked = to; };
  for (const ImVec2 size : {ImVec2(1440, 900), ImVec2(390, 844)}) {
    Stage stage(size, page);
    stage.app().open("v=1&nodes=4&strategy=modulo&s2=jump&s3=ring");
    stage.settle();
    EXPECT_FALSE(stage.shows("migrate-2")) << "a figure has nothing to open";
    Preferences preferences;
    preferences.controls = Preferences::Controls::kAll;
    stage.app().prefer(preferences);
    stage.settle();
    EXPECT_FALSE(stage.find("migrate-1"));
    asked = 0;
    ASSERT_TRUE(stage.click("migrate-3")) << size.x;
    EXPECT_EQ(asked, 2u);
  }
}

TEST(Comparison, columns_lie_beside_each_other_inside_their_area_at_any_size) {
  Stage stage;
  ui::SvgPainter painter(10, 10, {}, "", "");
  const ui::Theme theme = ui::make_theme(false, false);
  const ui::View view{.painter = painter, .theme = theme};
  for (const float width : {250.0f, 340.0f, 660.0f, 1080.0f}) {
    for (const float height : {120.0f, 260.0f, 420.0f, 720.0f}) {
      for (std::size_t strategies = 1; strategies <= kMaxStrategies; ++strategies) {
        const ui::Rect area{{20, 30}, {20 + width, 30 + height}};
        const auto layout = ui::lay_out_comparison(view, area, strategies, true);
        float left = area.min.x + layout.labels;
        for (const ui::Rect& column : layout.columns) {
          EXPECT_GE(column.min.x, left);
          left = column.max.x;
        }
        EXPECT_LE(left, area.max.x + 0.5f) << width << " " << strategies;
        const float gaps = (layout.structure > 0 ? ui::kGrid : 0) + (layout.load > 0 ? ui::kGrid : 0);
        const float high =
            layout.heading + layout.structure + layout.load + gaps + static_cast<float>(layout.rows) * layout.row;
        EXPECT_LE(high, height + 0.5f) << width << " × " << height << " " << strategies;
      }
    }
  }
}

TEST(Comparison, with_few_controls_a_phone_has_room_for_pictures_and_the_most_telling_rows) {
  Stage stage;
  ui::SvgPainter painter(10, 10, {}, "", "");
  const ui::Theme theme = ui::make_theme(false, true);
  const ui::View view{.painter = painter, .theme = theme};
  const ui::Rect area{{0, 0}, {350, 306}};
  const auto all = ui::lay_out_comparison(view, area, 2, false),
             brief = ui::lay_out_comparison(view, area, 2, false, false, true);
  EXPECT_EQ(all.structure, 0);
  EXPECT_GE(brief.structure, 100);
  EXPECT_EQ(brief.rows, 3u);
  EXPECT_LE(ui::comparison_end(brief), area.max.y);
}

TEST(Comparison, labels_move_above_their_rows_where_they_would_be_cut_off) {
  Stage stage;
  ui::SvgPainter painter(10, 10, {}, "", "");
  const ui::Theme theme = ui::make_theme(false, false);
  const ui::View view{.painter = painter, .theme = theme};
  float widest = 0;
  for (const ui::Word label : {ui::Word::compare_needless, ui::Word::compare_lookup, ui::Word::compare_least}) {
    widest = std::max(widest, painter.text_size(ui::say(label), ui::FontRole::kSmall).x);
  }
  for (const float width : {250.0f, 340.0f, 660.0f, 1080.0f}) {
    const auto layout = ui::lay_out_comparison(view, {{0, 0}, {width, 600}}, 3, false);
    EXPECT_TRUE(layout.labels == 0 || layout.labels >= widest) << width;
    EXPECT_LE(widest, width) << width;
  }
}

}  // namespace
}  // namespace reshard
