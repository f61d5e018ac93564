// The menu of strategies: it has all of them, and searches find the ones that people mean.

#include "web/panels/strategy_menu.h"

#include <gtest/gtest.h>

#include "core/strategies/strategies.h"
#include "tests/web/stage.h"

namespace reshard {
namespace {

TEST(StrategyMenu, has_every_strategy) {
  for (const Strategy* strategy : strategies()) {
    Stage stage;
    ASSERT_TRUE(stage.click("strategy-menu"));
    if (stage.click("search-strategy")) stage.type(strategy->title);  // otherwise it may be out of sight
    ASSERT_TRUE(stage.click("option:strategy." + std::string(strategy->id))) << strategy->id;
    EXPECT_EQ(stage.choice().strategy, strategy);
  }
}

TEST(StrategyMenu, can_be_searched) {
  EXPECT_TRUE(ui::search_finds(*find_strategy("rendezvous"), "REND"));
  EXPECT_TRUE(ui::search_finds(*find_strategy("rendezvous"), "replicas least"));
  EXPECT_TRUE(ui::search_finds(*find_strategy("rendezvous"), " "));
  EXPECT_FALSE(ui::search_finds(*find_strategy("rendezvous"), "dezvous")) << "words are found by their beginning";
  Stage stage;
  ASSERT_TRUE(stage.click("strategy-menu"));
  ASSERT_TRUE(stage.type_into("search-strategy", "lamping"));
  EXPECT_EQ(stage.choice().strategy->id, "jump") << "Enter picks the first that is found";
}

TEST(StrategyMenu, enter_picks_a_name_match_before_strategies_that_mention_it) {
  Stage stage;
  ASSERT_TRUE(stage.click("strategy-menu"));
  stage.type("redis");
  ASSERT_TRUE(stage.shows("option:strategy.jedis")) << "stands further up";
  stage.press(ImGuiKey_Enter);
  EXPECT_EQ(stage.choice().strategy->id, "redis_slots");
  ASSERT_TRUE(stage.click("strategy-menu"));
  stage.press(ImGuiKey_Enter);
  EXPECT_EQ(stage.choice().strategy->id, "redis_slots") << "nothing was searched";
}

// What newcomers type, and which strategies the search must find.
TEST(StrategyMenu, finds_strategies_by_what_they_can_do) {
  struct Wish {
    std::string_view typed;
    std::vector<std::string_view> found, not_found;
  };
  const Wish wishes[] = {
      {"zone", {"token_ring", "straw2", "swift_ring"}, {"ring", "modulo"}},
      {"weight", {"ring", "ketama", "rendezvous_weighted", "haproxy"}, {"stathat", "anchor", "dx"}},
      {"replica", {"ring", "ketama", "rendezvous", "token_ring"}, {"modulo", "maglev"}},
      {"minimal", {"ring", "rendezvous", "anchor"}, {"modulo", "maglev"}},
      {"hot", {"redis_slots", "slots", "directory"}, {"ring"}},
      {"vnodes", {"ring", "bounded_ring"}, {"modulo"}},
      {"virtual nodes", {"ring", "bounded_ring"}, {"modulo"}},
      {"cassandra", {"token_ring"}, {"ring"}},
      {"redis", {"redis_slots", "jedis"}, {"ring"}},
      {"memcached", {"ketama"}, {"ring"}},
      {"bounded", {"bounded_ring"}, {"ring"}},
  };
  for (const auto& [typed, found, not_found] : wishes) {
    for (const auto id : found) EXPECT_TRUE(ui::search_finds(*find_strategy(id), typed)) << typed << ": " << id;
    for (const auto id : not_found) EXPECT_FALSE(ui::search_finds(*find_strategy(id), typed)) << typed << ": " << id;
  }
}

TEST(StrategyMenu, can_be_searched_by_typing_once_open) {
  Stage stage;
  ASSERT_TRUE(stage.click("strategy-menu"));
  stage.type("lamping");
  stage.press(ImGuiKey_Enter);
  EXPECT_EQ(stage.choice().strategy->id, "jump");
  ASSERT_TRUE(stage.click("strategy-menu"));
  stage.type("rend");
  stage.press(ImGuiKey_Escape);
  EXPECT_FALSE(stage.shows("search-strategy")) << "Escape closes it at once";
  EXPECT_EQ(stage.choice().strategy->id, "jump");
}

TEST(StrategyMenu, closes_on_escape_from_the_list) {
  Stage stage;
  ASSERT_TRUE(stage.click("strategy-menu"));
  stage.press(ImGuiKey_DownArrow);  // into the list
  stage.press(ImGuiKey_Escape);
  EXPECT_FALSE(stage.shows("option:strategy.ring"));
}

}  // namespace
}  // namespace reshard
