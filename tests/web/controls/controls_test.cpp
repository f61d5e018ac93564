// Every control does what it says: each test uses it as a person does and looks at the scenario.

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "core/strategies/strategies.h"
#include "tests/web/stage.h"
#include "web/text/words.h"

namespace reshard {
namespace {

double param(const StrategyChoice& choice, std::string_view key) {
  for (std::size_t i = 0; i < choice.params.size(); ++i) {
    if (choice.strategy->params[i].key == key) return choice.params[i];
  }
  ADD_FAILURE() << "no parameter " << key;
  return 0;
}

TEST(Controls, add_a_node) {
  Stage stage;
  ASSERT_TRUE(stage.click("add-node"));
  EXPECT_EQ(names(stage.scenario()), (Names{"node-0", "node-1", "node-2", "node-3", "node-4", "node-5"}));
  EXPECT_TRUE(stage.app().ui().headline.plain().starts_with("Added node-5")) << stage.app().ui().headline.plain();
}

TEST(Controls, remove_any_node) {
  Stage stage;
  ASSERT_TRUE(stage.click("remove-node:node-2"));
  EXPECT_EQ(names(stage.scenario()), (Names{"node-0", "node-1", "node-3", "node-4"}));
  ASSERT_TRUE(stage.click("remove-node:node-0"));
  EXPECT_EQ(names(stage.scenario()), (Names{"node-1", "node-3", "node-4"}));
}

TEST(Controls, the_last_node_cannot_be_removed) {
  Stage stage;
  for (const char* name : {"node-0", "node-1", "node-2", "node-3"}) {
    ASSERT_TRUE(stage.click("remove-node:" + std::string(name)));
  }
  ASSERT_TRUE(stage.shows("remove-node:node-4"));
  EXPECT_FALSE(stage.find("remove-node:node-4")->enabled);
}

TEST(Controls, double_the_nodes) {
  Stage stage;
  ASSERT_TRUE(stage.click("double-nodes"));
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 10u);
}

TEST(Controls, rename_a_node) {
  Stage stage;
  ASSERT_TRUE(stage.type_into("node-name:node-1", "cache-b"));
  EXPECT_EQ(names(stage.scenario()), (Names{"node-0", "cache-b", "node-2", "node-3", "node-4"}));
  ASSERT_TRUE(stage.type_into("node-name:cache-b", "node-0"));
  EXPECT_TRUE(stage.shows("refusal")) << "a name that is taken";
}

TEST(Controls, change_the_weight_of_a_node) {
  Stage stage;
  ASSERT_TRUE(stage.type_into("node-weight:node-1", "2.5"));
  EXPECT_EQ(stage.scenario().cluster.nodes()[1].weight, 2.5);
  ASSERT_TRUE(stage.type_into("node-weight:node-1", "-1"));
  EXPECT_EQ(stage.app().ui().refusal.value_or(ui::Refusal{}).text, "Weight of node-1: -1 is outside 0 to 1000000");
  EXPECT_EQ(stage.scenario().cluster.nodes()[1].weight, 2.5);
  EXPECT_TRUE(stage.shows("refusal"));
}

TEST(Controls, weights_are_disabled_if_the_strategy_ignores_them) {
  Stage stage;
  for (const Strategy* strategy : strategies()) {
    ASSERT_TRUE(stage.app().run(Edit{{SetStrategy{0, strategy}}}).ok());
    stage.settle();
    ASSERT_TRUE(stage.shows("node-weight:node-0"));
    const bool used = strategy->traits.has(Trait::kWeights) || strategy->traits.has(Trait::kLooseWeights);
    EXPECT_EQ(stage.find("node-weight:node-0")->enabled, used) << strategy->id;
  }
}

// Presses an arrow key until the control of this name has the focus.
bool focus_by(Stage& stage, ImGuiKey arrow, std::string_view name) {
  for (int i = 0; i < 20; ++i) {
    if (const ui::Probe* probe = stage.find(name); probe != nullptr && probe->focused) return true;
    stage.press(arrow);
  }
  return false;
}

TEST(Controls, typing_on_a_focused_field_replaces_its_value) {
  Stage stage;
  ASSERT_TRUE(focus_by(stage, ImGuiKey_DownArrow, "vnodes"));
  stage.type("64");
  stage.press(ImGuiKey_Enter);
  EXPECT_EQ(param(stage.choice(), "vnodes"), 64);
  stage.type("many");
  stage.press(ImGuiKey_Enter);  // starts editing, since none of it is a number
  stage.press(ImGuiKey_Escape);
  EXPECT_EQ(param(stage.choice(), "vnodes"), 64);
  ASSERT_TRUE(focus_by(stage, ImGuiKey_UpArrow, "strategy-menu"));
  stage.type("3");
  EXPECT_EQ(param(stage.choice(), "vnodes"), 64) << "another control has the focus";

  ASSERT_TRUE(focus_by(stage, ImGuiKey_UpArrow, "node-weight:node-4"));
  ASSERT_TRUE(focus_by(stage, ImGuiKey_LeftArrow, "node-name:node-4"));
  stage.type("cache b");
  stage.press(ImGuiKey_DownArrow);  // leaving the field confirms
  EXPECT_EQ(names(stage.scenario()), (Names{"node-0", "node-1", "node-2", "node-3", "cache b"}));
}

// Chooses an option. A dialect of whole numbers alone refuses text, the type that a key has at first.
bool choose(Stage& stage, std::string_view key, double option) {
  const auto set = [&](std::string_view param, double value) {
    return stage.app().run(Edit{{SetParam{0, std::string(param), value}}}).ok();
  };
  constexpr double kInt64 = 2;
  const bool chosen = set(key, option) || (set("type", kInt64) && set(key, option));
  stage.settle();
  return chosen;
}

TEST(Controls, every_parameter_has_a_control) {
  Stage stage({1440, 2400});
  // Names that every system takes, in as many zones as a system may name.
  stage.app().open("v=1&nodes=10.0.0.1:80@r/a,10.0.0.2:80@r/b,10.0.0.3:80@r/c,10.0.0.4:80@r/d");
  for (const Strategy* strategy : strategies()) {
    ASSERT_TRUE(stage.app().run(Edit{{SetStrategy{0, strategy}}}).ok());
    stage.settle();
    for (const ParamSpec& spec : strategy->params) {
      if (const auto& [key, options] = spec.only_with; !key.empty()) {
        const double other = std::countr_one(options), wanted = std::countr_zero(options);
        ASSERT_TRUE(choose(stage, key, other)) << strategy->id << " " << spec.key;
        EXPECT_FALSE(stage.shows(spec.key)) << strategy->id << " " << spec.key << " says nothing there";
        ASSERT_TRUE(choose(stage, key, wanted)) << strategy->id << " " << spec.key;
      }
      EXPECT_TRUE(stage.shows(spec.key)) << strategy->id << " " << spec.key;
      if (spec.kind == ParamSpec::Kind::kChoice) {
        for (std::size_t i = 0; i < spec.options.size(); ++i) {
          ASSERT_TRUE(stage.click(spec.key));
          EXPECT_TRUE(stage.shows("option:" + std::string(spec.key) + "." + std::string(spec.options[i])))
              << strategy->id;
          stage.press(ImGuiKey_Escape);
        }
      } else {
        EXPECT_TRUE(stage.shows("slider:" + std::string(spec.key))) << strategy->id << " " << spec.key;
      }
    }
  }
}

TEST(Controls, no_two_controls_have_the_same_name) {
  Stage stage({1440, 2400});
  for (const Strategy* strategy : strategies()) {
    ASSERT_TRUE(stage.app().run(Edit{{SetStrategy{0, strategy}}}).ok());
    stage.settle();
    std::set<std::string> names;
    for (const ui::Probe& probe : ui::probes())
      EXPECT_TRUE(names.insert(probe.name).second) << strategy->id << " " << probe.name;
  }
}

TEST(Controls, a_parameter_can_be_typed) {
  Stage stage;
  ASSERT_TRUE(stage.type_into("vnodes", "250"));
  EXPECT_EQ(param(stage.choice(), "vnodes"), 250);
  ASSERT_TRUE(stage.type_into("vnodes", "0"));
  EXPECT_EQ(param(stage.choice(), "vnodes"), 250);
  EXPECT_TRUE(stage.shows("refusal")) << "out of range";
}

TEST(Controls, a_drag_is_one_step_and_compares_with_where_it_began) {
  Stage stage;
  const Scenario before = stage.scenario();
  ASSERT_TRUE(stage.drag("slider:vnodes", 0.66f, 0.9f, 12));
  EXPECT_GT(param(stage.choice(), "vnodes"), 300);
  ASSERT_NE(stage.app().results().before, nullptr);
  EXPECT_EQ(*stage.app().results().before, before);
  ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(stage.scenario(), before);
  EXPECT_FALSE(stage.app().history().can_undo());
}

TEST(Controls, a_second_drag_is_a_second_step) {
  Stage stage;
  ASSERT_TRUE(stage.drag("slider:vnodes", 0.66f, 0.8f, 4));
  const Scenario between = stage.scenario();
  ASSERT_TRUE(stage.drag("slider:vnodes", 0.8f, 0.2f, 4));
  ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(stage.scenario(), between);
}

TEST(Controls, choose_a_hash_function) {
  Stage stage;
  ASSERT_TRUE(stage.choose("hash", "hash.md5"));
  EXPECT_EQ(stage.choice().hash->id, "md5");
}

TEST(Controls, count_kind_and_seed_of_keys_can_be_set) {
  Stage stage({1440, 1200});
  ASSERT_TRUE(stage.type_into("keys", "20 000"));
  EXPECT_EQ(stage.scenario().keys.count, 20'000u);
  EXPECT_EQ(stage.app().results().keys->size(), 20'000u);
  ASSERT_TRUE(stage.choose("kind", "kind.url"));
  EXPECT_EQ(stage.scenario().keys.kind, KeyKind::kUrl);
  ASSERT_TRUE(stage.type_into("seed", "7"));
  EXPECT_EQ(stage.scenario().seed, 7u);
}

TEST(Controls, a_key_count_of_zero_is_refused_in_words) {
  Stage stage({1440, 1200});
  ASSERT_TRUE(stage.type_into("keys", "0"));
  EXPECT_EQ(stage.scenario().keys.count, 100'000u);
  EXPECT_TRUE(stage.shows("refusal"));
  ASSERT_TRUE(stage.click("close-refusal"));
  EXPECT_FALSE(stage.shows("refusal"));
}

TEST(Controls, undo_redo_and_reset) {
  Stage stage;
  const Scenario first = stage.scenario();
  EXPECT_FALSE(stage.find("undo")->enabled);
  ASSERT_TRUE(stage.click("add-node"));
  const Scenario second = stage.scenario();
  ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(stage.scenario(), first);
  ASSERT_TRUE(stage.click("redo"));
  EXPECT_EQ(stage.scenario(), second);
  ASSERT_TRUE(stage.click("reset"));
  EXPECT_EQ(stage.scenario(), first);
  ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(stage.scenario(), second) << "starting again can be undone";
}

std::string copied;

TEST(Controls, copy_the_link) {
  Page page;
  page.copy_link = [](const std::string& fragment) { copied = fragment; };
  Stage stage({1440, 900}, page);
  ASSERT_TRUE(stage.click("add-node"));
  ASSERT_TRUE(stage.click("copy-link"));
  EXPECT_EQ(copied, stage.app().fragment());
  EXPECT_EQ(parse_link(copied).scenario, stage.scenario());
}

bool told_dark = false;

TEST(Controls, switch_to_dark_and_back) {
  Page page;
  page.set_theme = [](bool dark) { told_dark = dark; };
  Stage stage({1440, 900}, page);
  ASSERT_TRUE(stage.click("theme"));
  EXPECT_TRUE(stage.app().ui().theme.dark);
  EXPECT_TRUE(told_dark);
  ASSERT_TRUE(stage.click("theme"));
  EXPECT_FALSE(stage.app().ui().theme.dark);
  EXPECT_FALSE(told_dark);
}

TEST(Controls, the_keyboard_removes_nodes_one_after_the_other) {
  Stage stage;
  ImGui::GetCurrentContext()->NavDisableHighlight = false;
  for (int i = 0; i < 8 && !stage.find("node-name:node-3")->focused; ++i) stage.press(ImGuiKey_DownArrow);
  for (int i = 0; i < 8 && !stage.find("remove-node:node-3")->focused; ++i) stage.press(ImGuiKey_RightArrow);
  ASSERT_TRUE(stage.find("remove-node:node-3")->focused);
  stage.press(ImGuiKey_Enter);
  ASSERT_FALSE(stage.shows("remove-node:node-3"));
  EXPECT_TRUE(stage.find("remove-node:node-4")->focused);
  stage.press(ImGuiKey_Enter);
  ASSERT_FALSE(stage.shows("remove-node:node-4"));
  EXPECT_TRUE(stage.find("remove-node:node-2")->focused) << "the last one has none after it";
  stage.press(ImGuiKey_Enter);
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 2u);
}

TEST(Controls, the_keyboard_presses_a_button_again_after_its_label_has_changed) {
  Stage stage;
  ImGui::GetCurrentContext()->NavDisableHighlight = false;
  stage.press(ImGuiKey_RightArrow);
  ASSERT_TRUE(stage.find("double-nodes")->focused);
  stage.press(ImGuiKey_Enter);
  ASSERT_EQ(stage.scenario().cluster.nodes().size(), 10u);
  stage.press(ImGuiKey_Enter);
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 20u);
}

TEST(Controls, look_up_where_a_key_lives) {
  Stage stage;
  ASSERT_TRUE(stage.type_into("inspect", "key-17"));
  const ui::Inspection& seen = stage.app().ui().inspections[0];
  ASSERT_FALSE(seen.trace.empty());
  EXPECT_EQ(seen.owner, stage.app().results().strategies[0].owners()[17]);
}

TEST(Controls, before_or_after_stays_shown_until_the_next_change) {
  for (const float width : {1440.0f, 720.0f, 390.0f}) {
    Stage stage({width, width < 400 ? 844 : width * 0.6f});
    const bool wide = width != 720;  // at 720 there is only room for a menu
    const auto choose = [&](const std::string& moment) {
      return wide ? stage.click("moment-" + moment) : stage.choose("moment", moment);
    };
    EXPECT_FALSE(stage.shows(wide ? "moment-before" : "moment")) << "nothing is before yet";
    ASSERT_TRUE(stage.click("add-node"));
    EXPECT_EQ(stage.app().ui().moment(), ui::Moment::kDifference);
    ASSERT_TRUE(choose("before"));
    EXPECT_EQ(stage.app().ui().moment(), ui::Moment::kBefore);
    ASSERT_TRUE(choose("after"));
    EXPECT_EQ(stage.app().ui().moment(), ui::Moment::kAfter);
    ASSERT_TRUE(stage.click("add-node"));
    EXPECT_EQ(stage.app().ui().moment(), ui::Moment::kDifference);
  }
}

TEST(Controls, on_a_phone_the_before_after_switch_leaves_the_headline_its_width) {
  Stage stage({390, 844});
  ASSERT_TRUE(stage.click("add-node"));
  const ui::Probe &headline = *stage.find("headline"), &choice = *stage.find("moment-before");
  EXPECT_GT(headline.max.x - headline.min.x, 300);
  EXPECT_GE(choice.min.y, headline.max.y);
}

TEST(Controls, setup_on_a_phone_offers_to_compare) {
  Stage stage({390, 844});
  ASSERT_TRUE(stage.click("open-setup"));
  ASSERT_TRUE(stage.click("compare-in-setup"));
  EXPECT_TRUE(stage.shows("search-strategy"));
}

ui::Moment moment_while_b_is_held(Stage& stage) {
  ImGui::GetIO().AddKeyEvent(ImGuiKey_B, true);
  stage.frame();
  const ui::Moment held = stage.app().ui().moment();
  ImGui::GetIO().AddKeyEvent(ImGuiKey_B, false);
  stage.frame();
  return held;
}

TEST(Controls, holding_b_shows_before_except_in_a_name_field) {
  Stage stage;
  ASSERT_TRUE(stage.click("add-node"));
  EXPECT_EQ(moment_while_b_is_held(stage), ui::Moment::kBefore);
  EXPECT_EQ(stage.app().ui().moment(), ui::Moment::kDifference);
  ASSERT_TRUE(focus_by(stage, ImGuiKey_DownArrow, "vnodes"));
  EXPECT_EQ(moment_while_b_is_held(stage), ui::Moment::kBefore) << "no number has a letter";
  ASSERT_TRUE(focus_by(stage, ImGuiKey_UpArrow, "node-weight:node-5"));
  ASSERT_TRUE(focus_by(stage, ImGuiKey_LeftArrow, "node-name:node-5"));
  EXPECT_EQ(moment_while_b_is_held(stage), ui::Moment::kDifference);
}

TEST(Controls, a_key_of_a_down_node_is_served_by_another) {
  Stage stage;
  ASSERT_TRUE(stage.type_into("inspect", "key-17"));
  const NodeId home = stage.app().ui().inspections[0].home;
  ASSERT_EQ(stage.app().ui().inspections[0].owner, home);
  ASSERT_TRUE(stage.app().run(Edit{{SetNodeState{home, NodeState::kDown}}}).ok());
  stage.settle();
  const ui::Inspection& seen = stage.app().ui().inspections[0];
  EXPECT_EQ(seen.home, home);
  EXPECT_EQ(seen.owner, seen.replicas.front());
  EXPECT_EQ(seen.owner, stage.app().results().strategies[0].owners()[17]);
  EXPECT_EQ(seen.owner_before, home);
  EXPECT_EQ(seen.trace.back().label, "served_by");
  for (const Node& node : stage.scenario().cluster.nodes()) {
    ASSERT_TRUE(stage.app().run(Edit{{SetNodeState{node.id, NodeState::kDown}}}).ok());
  }
  stage.settle();
  EXPECT_EQ(stage.app().ui().inspections[0].owner, kNoNode) << "nobody is left";
}

TEST(Controls, shortcuts_undo_redo_and_open_help) {
  static std::string opened;
  opened.clear();
  Page page;
  page.open = [](const char* what) { opened = what; };
  Stage stage({1440, 900}, page);
  ASSERT_TRUE(stage.click("add-node"));
  stage.press_with(ImGuiMod_Ctrl, ImGuiKey_Z);
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 5u);
  stage.press_with(ImGuiMod_Ctrl, ImGuiKey_Y);
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 6u);
  stage.press_with(ImGuiMod_Shift, ImGuiKey_Slash);
  EXPECT_EQ(opened, "help");
}

TEST(Controls, a_long_menu_of_dialects_fits_a_phone) {
  Stage stage({390, 844});
  stage.app().open("v=1&nodes=4&keys=1000&strategy=partitions");
  stage.settle();
  ASSERT_TRUE(stage.click("open-setup"));
  ASSERT_TRUE(stage.click("dialect"));
  const ui::Probe* const option = stage.find("option:dialect.clickhouse_murmurhash3_64");
  ASSERT_NE(option, nullptr);
  EXPECT_LE(option->max.x, 390);
}

}  // namespace
}  // namespace reshard
