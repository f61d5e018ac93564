// What the headline says after each kind of change, word for word; its figures are compared with the results.

#include "web/insight/headline.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/strategies/strategies.h"
#include "tests/web/stage.h"
#include "web/text/words.h"

namespace reshard {
namespace {

std::string said(Stage& stage, Edit edit) {
  EXPECT_TRUE(stage.app().run(std::move(edit)).ok());
  stage.settle();
  return stage.app().ui().headline.plain();
}

// The share of keys that moved, as text, from the results.
std::string moved_share(Stage& stage) {
  return ui::format_percent(stage.app().results().strategies[0].movement.moved_share(), ui::locale());
}

TEST(Headline, at_the_start_says_how_keys_are_spread_and_what_to_try) {
  Stage stage;
  const std::string start = stage.app().ui().headline.plain();
  EXPECT_TRUE(start.starts_with("100,000 keys on 5 nodes; the most loaded has 1.")) << start;
  EXPECT_TRUE(start.ends_with("Add a node and see which keys move.")) << start;
}

// Three replicas of each key; then zones in the order of the nodes, or none.
TEST(Headline, replicas_tell_the_cost_of_losing_two_nodes_and_zones_how_many_keys_span_too_few) {
  Stage stage;
  const std::string tripled = said(stage, {{SetReplicas{3}}});
  ASSERT_TRUE(stage.app().ui().replicas);
  EXPECT_TRUE(
      tripled.starts_with("Replicas: 3 – no keys moved. Losing both nodes breaks quorum for 100.0% of node pairs;"))
      << tripled;
  const std::string zoned = said(stage, {{RelocateNode{NodeId{0}, "", "a", ""}, RelocateNode{NodeId{1}, "", "b", ""}}});
  const ReplicaFigures& figures = *stage.app().ui().replicas;
  const std::string share = ui::format_percent(static_cast<double>(figures.in_few_zones) / 100'000, ui::locale());
  EXPECT_TRUE(zoned.ends_with("no keys moved. " + share + " of keys have replicas in fewer zones than possible."))
      << zoned;
}

// Two of three replicas are a quorum.
TEST(Headline, says_how_many_keys_have_no_quorum_when_nodes_go_down) {
  Stage stage;
  said(stage, {{SetReplicas{3}}});
  const std::string one = said(stage, {{SetNodeState{NodeId{1}, NodeState::kDown}}});
  EXPECT_TRUE(one.ends_with(". Every key has a quorum.")) << one;
  const std::string two = said(stage, {{SetNodeState{NodeId{3}, NodeState::kDown}}});
  const std::uint64_t lost = stage.app().ui().replicas->without_quorum;
  EXPECT_GT(lost, 0u);
  EXPECT_TRUE(two.ends_with(". " + ui::format_count(lost, ui::locale()) + " keys have no quorum now.")) << two;

  Stage without_replicas;
  const std::string down = said(without_replicas, {{SetNodeState{NodeId{1}, NodeState::kDown}}});
  EXPECT_EQ(down.find("quorum"), std::string::npos) << down;
}

TEST(Headline, an_addition_is_compared_with_its_fair_share) {
  Stage stage;
  const std::string added = said(stage, {{AddNode{}}});
  EXPECT_TRUE(added.starts_with("Added node-5 \u2013 " + moved_share(stage) + " of keys moved (")) << added;
  EXPECT_TRUE(added.ends_with(", none\u00a0unnecessarily. A fair share would be\u00a016.7%.")) << added;
}

TEST(Headline, a_removal_is_compared_with_the_nodes_fair_share) {
  Stage stage;
  const std::string removed = said(stage, {{RemoveNode{NodeId{1}}}});
  EXPECT_TRUE(removed.starts_with("Removed node-1 \u2013 ")) << removed;
  EXPECT_TRUE(removed.ends_with(" Its fair share was\u00a020.0%.")) << removed;
}

TEST(Headline, many_nodes_are_counted) {
  Stage stage;
  const std::string doubled = said(stage, {{SetNodeCount{10}}});
  EXPECT_TRUE(doubled.starts_with("Added 5 nodes \u2013 ")) << doubled;
  EXPECT_TRUE(doubled.ends_with(" Their fair share would be\u00a050.0%.")) << doubled;
}

TEST(Headline, only_the_first_of_several_changes_begins_with_a_capital) {
  Stage stage;
  const std::string both = said(stage, {{AddNode{}, AddNode{}, RemoveNode{NodeId{1}}}});
  EXPECT_TRUE(both.starts_with("Added 2 nodes, removed node-1 \u2013 ")) << both;
}

TEST(Headline, other_changes_are_compared_with_the_minimum_possible) {
  Stage stage;
  const std::string renamed = said(stage, {{RenameNode{NodeId{0}, "a*b"}}});
  EXPECT_TRUE(renamed.starts_with("Renamed node-0 to a*b \u2013 ")) << renamed;
  EXPECT_NE(renamed.find(" The minimum possible is\u00a0"), std::string::npos) << renamed;
  EXPECT_NE(renamed.find(" Renaming moves nothing with “Virtual node label: "), std::string::npos) << renamed;
  const auto& labels = stage.choice().strategy->params[1].options;
  const auto pinned = static_cast<double>(std::find(labels.begin(), labels.end(), "pinned") - labels.begin());
  said(stage, {{SetParam{0, "label", pinned}}});
  const std::string again = said(stage, {{RenameNode{NodeId{0}, "b"}}});
  EXPECT_TRUE(again.starts_with("Renamed a*b to b \u2013 0.0% of keys moved")) << again;
  EXPECT_EQ(again.find("Renaming moves nothing"), std::string::npos) << again;
  said(stage, {{SetParam{0, "label", 0}}});
  const std::string weighed = said(stage, {{WeighNode{NodeId{1}, 2.5}}});
  EXPECT_TRUE(weighed.starts_with("Weight of node-1 is now 2.5 \u2013 ")) << weighed;
  const std::string hashed = said(stage, {{SetHash{0, find_hash_function("md5")}}});
  EXPECT_TRUE(hashed.starts_with("Hash function is now MD5 \u2013 ")) << hashed;
  const std::string tuned = said(stage, {{SetParam{0, "vnodes", 7}}});
  EXPECT_TRUE(tuned.starts_with("Virtual nodes: 7 \u2013 ")) << tuned;
  const std::string switched = said(stage, {{SetStrategy{0, find_strategy("modulo")}}});
  EXPECT_TRUE(switched.starts_with("Strategy is now Modulo \u2013 ")) << switched;
}

// With 10 / 4 = 2 in integers, four nodes have the digits 0 to 7: keys with 8 and 9, 49 of 256, have no owner.
TEST(Headline, warns_of_keys_without_an_owner) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=sha1_first_byte&division=integer");
  stage.settle();
  const std::string text = stage.app().ui().headline.plain();
  const std::uint64_t unplaced = stage.app().results().strategies[0].load.unplaced;
  EXPECT_NEAR(static_cast<double>(unplaced), 2000 * 49 / 256.0, 90);
  EXPECT_NE(text.find(std::to_string(unplaced) + " keys have no owner."), std::string::npos) << text;
}

// With 20 nodes the same strategy, with fractions, uses only every second one.
TEST(Headline, warns_of_nodes_without_keys) {
  Stage stage;
  stage.app().open("v=1&nodes=20&keys=2000&strategy=sha1_first_byte");
  stage.settle();
  const std::string text = stage.app().ui().headline.plain();
  EXPECT_NE(text.find("10 nodes own no keys."), std::string::npos) << text;
}

void show_few_controls(Stage& stage) {
  Preferences preferences;
  preferences.reduced_motion = true;
  preferences.controls = Preferences::Controls::kSimple;
  stage.app().prefer(preferences);
  stage.settle();
}

TEST(Headline, with_few_controls_leads_on_to_modulo_which_moves_as_many_keys_as_it_said) {
  Stage stage;
  show_few_controls(stage);
  const std::string added = said(stage, {{AddNode{}}});
  ASSERT_TRUE(stage.click("beside-modulo"));
  const Results& results = stage.app().results();
  ASSERT_EQ(results.strategies.size(), 2u);
  EXPECT_EQ(results.strategies[1].choice.strategy->id, "modulo");
  EXPECT_NEAR(results.strategies[1].movement.moved_share(), 5 / 6.0, 0.01);
  const std::string share = ui::format_percent(results.strategies[1].movement.moved_share(), ui::locale());
  EXPECT_TRUE(added.ends_with(" With modulo, " + share + " would have moved.")) << added;
  EXPECT_FALSE(stage.shows("beside-modulo"));
  EXPECT_TRUE(stage.shows("with-writes"));
}

TEST(Headline, does_not_speak_of_modulo_where_it_would_read_the_keys_or_nodes_in_another_way) {
  for (const std::string link : {"strategy=modulo", "strategy=ketama", "strategy=redis_slots", "s2=jump"}) {
    Stage stage;
    show_few_controls(stage);
    stage.app().open("v=1&nodes=5&keys=2000&" + link);
    stage.settle();
    const std::string added = said(stage, {{AddNode{}}});
    EXPECT_EQ(added.find("With modulo"), std::string::npos) << link << ": " << added;
    EXPECT_FALSE(stage.shows("beside-modulo")) << link;
  }
  for (const Command& change : {Command(SetNodeState{NodeId{1}, NodeState::kDown}), Command(WeighNode{NodeId{1}, 0})}) {
    Stage stage;
    show_few_controls(stage);
    said(stage, {{change}});
    const std::string added = said(stage, {{AddNode{}}});
    EXPECT_EQ(added.find("With modulo"), std::string::npos) << added;
  }
}

TEST(Headline, other_keys_are_a_new_initial_state) {
  Stage stage;
  const std::string keys = said(stage, {{SetKeys{{.kind = KeyKind::kRandom, .count = 2000, .prefix = "r-"}}}});
  EXPECT_TRUE(keys.starts_with("2,000 keys on 5 nodes; ")) << keys;
}

TEST(Headline, undo_says_what_it_changed) {
  Stage stage;
  said(stage, {{AddNode{}}});
  ASSERT_TRUE(stage.click("undo"));
  const std::string undone = stage.app().ui().headline.plain();
  EXPECT_TRUE(undone.starts_with("Removed node-5 \u2013 ")) << undone;
}

}  // namespace
}  // namespace reshard
