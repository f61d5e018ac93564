// App on its own: links in and out, what the page is told, and what is refused.

#include "web/app/app.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/strategies/strategies.h"
#include "tests/web/stage.h"
#include "web/api/state_json.h"

namespace reshard {
namespace {

std::string announced, link_set;
int links_set = 0;

Page listening_page() {
  announced = link_set = "";
  links_set = 0;
  Page page;
  page.announce = [](const std::string& sentence) { announced = sentence; };
  page.set_link = [](const std::string& fragment) {
    link_set = fragment;
    ++links_set;
  };
  return page;
}

TEST(App, opens_a_link) {
  Stage stage;
  stage.app().open("v=1&nodes=3&keys=2000&strategy=modulo");
  stage.settle();
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 3u);
  EXPECT_EQ(stage.app().results().keys->size(), 2000u);
  EXPECT_EQ(stage.choice().strategy->id, "modulo");
  EXPECT_FALSE(stage.app().history().can_undo());
}

TEST(App, carries_a_move_through_opening_editing_undo_and_copying) {
  const std::string move = "start;copy:copy=all,until=copied+acknowledged;50%25:reads=new~clients=50~writes=0.3";
  Stage stage({1440, 900}, listening_page());
  stage.app().open(
      "v=1&nodes=3&move=start;copy:copy=all,until=copied+acknowledged;50%2525:reads=new~clients=50~writes=0.3");
  stage.settle();
  EXPECT_FALSE(stage.app().ui().refusal);
  const auto carried = [&] { return parse_link(stage.app().fragment()).other; };
  const std::vector<OtherField> whole{{"move", move}};
  EXPECT_EQ(carried(), whole);
  ASSERT_TRUE(stage.app().run(Edit{{AddNode{}}}).ok());
  stage.settle();
  EXPECT_EQ(parse_link(link_set).other, whole);
  ASSERT_TRUE(stage.app().run(Undo{}).ok());
  EXPECT_EQ(carried(), whole);
}

TEST(App, a_planned_move_is_in_the_link_at_once_without_a_step) {
  Stage stage({1440, 900}, listening_page());
  stage.app().open("v=1&nodes=3&mood=blue");
  stage.settle();
  ASSERT_TRUE(stage.app().run(PlanMove{"stop~seed=7"}).ok());
  EXPECT_EQ(link_set, "v=1&nodes=3&mood=blue&move=stop~seed=7");
  EXPECT_FALSE(stage.app().history().can_undo());
  ASSERT_TRUE(stage.app().run(PlanMove{"ramp"}).ok());
  EXPECT_EQ(link_set, "v=1&nodes=3&mood=blue&move=ramp");
  ASSERT_TRUE(stage.app().run(PlanMove{"ramp", "last", "stop", "keys:9"}).ok());
  EXPECT_EQ(link_set, "v=1&nodes=3&mood=blue&move=ramp&move.subject=last&move.beside=stop&move.runbook=keys:9");
  EXPECT_FALSE(stage.app().run(PlanMove{"ramp", "last", "<script>"}).ok());
  ASSERT_TRUE(stage.app().run(PlanMove{"ramp"}).ok());
  EXPECT_FALSE(stage.app().run(PlanMove{"<script>"}).ok());
  EXPECT_EQ(stage.app().fragment(), "v=1&nodes=3&mood=blue&move=ramp");
  ASSERT_TRUE(stage.app().run(PlanMove{""}).ok());
  EXPECT_EQ(link_set, "v=1&nodes=3&mood=blue");
}

std::shared_ptr<const KeySet> three_keys() {
  return KeySet::of(std::vector<std::string>{"anna", "bela", "carl"}).take();
}

TEST(App, importing_keys_is_one_undo_step) {
  Stage stage;
  const Scenario before = stage.scenario();
  ASSERT_TRUE(stage.app().use_keys(three_keys(), false).ok());
  stage.settle();
  EXPECT_EQ(stage.app().results().keys->size(), 3u);
  EXPECT_FALSE(stage.app().results().stands_in());
  ASSERT_TRUE(stage.app().run(Undo{}).ok());
  stage.settle();
  EXPECT_EQ(stage.scenario(), before);
  ASSERT_TRUE(stage.app().run(Redo{}).ok());
  stage.settle();
  EXPECT_FALSE(stage.app().results().stands_in()) << "redo finds the keys again";
}

TEST(App, a_link_with_imported_keys_asks_for_them_and_accepts_no_others) {
  Stage author;
  ASSERT_TRUE(author.app().use_keys(three_keys(), false).ok());
  ASSERT_TRUE(author.app().run(Edit{{AddNode{}}}).ok());
  author.settle();

  Stage reader;
  reader.app().open(author.app().fragment());
  reader.settle();
  EXPECT_TRUE(reader.app().results().stands_in());
  EXPECT_EQ(reader.app().results().keys->size(), 3u);
  EXPECT_NE(state_json(reader.app()).find(R"("missing":true)"), std::string::npos);

  const auto others = KeySet::of(std::vector<std::string>{"x", "y"}).take();
  const Status refused = reader.app().use_keys(others, true);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::other_file);
  EXPECT_TRUE(reader.app().results().stands_in());

  ASSERT_TRUE(reader.app().use_keys(three_keys(), true).ok());
  reader.settle();
  EXPECT_FALSE(reader.app().results().stands_in());
  const auto &there = author.app().results().strategies[0], &here = reader.app().results().strategies[0];
  EXPECT_TRUE(std::equal(there.owners().begin(), there.owners().end(), here.owners().begin(), here.owners().end()));
  EXPECT_EQ(here.movement.moved, there.movement.moved) << "the link's last step is shown with them";
  EXPECT_EQ(reader.app().fragment(), author.app().fragment());
}

TEST(App, a_link_shows_the_last_step_of_its_log_as_if_just_done) {
  Stage edited;
  ASSERT_TRUE(edited.app().run(Edit{{RemoveNode{NodeId{1}}}}).ok());
  edited.settle();
  ASSERT_TRUE(edited.app().run(Edit{{AddNode{}}}).ok());
  edited.settle();
  const Movement done = edited.app().results().strategies[0].movement;
  const std::string said = edited.app().ui().headline.plain(), link = edited.app().fragment();

  Stage opened({1440, 900}, listening_page());
  opened.app().open(link);
  opened.settle();
  EXPECT_EQ(opened.scenario(), edited.scenario());
  EXPECT_EQ(opened.app().results().strategies[0].movement.moved, done.moved);
  EXPECT_GT(done.moved, 0u);
  EXPECT_EQ(opened.app().ui().headline.plain(), said);
  EXPECT_EQ(links_set, 0) << "opening is no change";
  for (const std::size_t nodes : {4u, 5u}) {
    ASSERT_TRUE(opened.app().run(Undo{}).ok());
    EXPECT_EQ(opened.scenario().cluster.nodes().size(), nodes);
  }
  EXPECT_FALSE(opened.app().history().can_undo());
}

TEST(App, a_doubling_is_one_step_in_its_link_too) {
  Stage edited;
  ASSERT_TRUE(edited.app().run(Edit{{SetNodeCount{10}}}).ok());
  edited.settle();
  const std::string link = edited.app().fragment(), said = edited.app().ui().headline.plain();
  EXPECT_EQ(link, "v=1&log=+node-5..node-9&at_once=5");

  Stage opened;
  opened.app().open(link);
  opened.settle();
  EXPECT_EQ(opened.app().results().before->cluster.nodes().size(), 5u);
  EXPECT_EQ(opened.app().ui().headline.plain(), said);
  EXPECT_EQ(opened.app().fragment(), link);
  EXPECT_FALSE(opened.app().ui().refusal.has_value());
  ASSERT_TRUE(opened.app().run(Edit{{AddNode{}}}).ok());
  EXPECT_EQ(opened.app().fragment(), "v=1&log=+node-5..node-10&at_once=5,1") << "both steps are in the link";
  ASSERT_TRUE(opened.app().run(Undo{}).ok());
  EXPECT_EQ(opened.app().fragment(), link);
  ASSERT_TRUE(opened.app().run(Undo{}).ok());
  EXPECT_EQ(opened.scenario().cluster.nodes().size(), 5u);
}

TEST(App, several_commands_of_one_edit_are_one_step_in_its_link) {
  Stage stage;
  ASSERT_TRUE(stage.app().run(Edit{{AddNode{}, RemoveNode{NodeId{0}}}}).ok());
  ASSERT_TRUE(stage.app().run(Edit{{AddNode{}}}).ok());
  EXPECT_EQ(stage.app().fragment(), "v=1&log=+node-5,-node-0,+node-6&at_once=2,1");
}

TEST(App, a_node_named_right_after_it_was_added_joined_under_that_name) {
  Stage stage;
  const auto rename = [&](const char* name) {
    const NodeId last = stage.scenario().cluster.nodes().back().id;
    EXPECT_TRUE(stage.app().run(Edit{{RenameNode{last, name}}}).ok());
    stage.settle();
  };
  ASSERT_TRUE(stage.app().run(Edit{{AddNode{}}}).ok());
  stage.settle();
  rename("typo");
  rename("cache-9");
  EXPECT_EQ(stage.app().history().size(), 2u);
  EXPECT_TRUE(stage.app().fragment().ends_with("log=+cache-9")) << stage.app().fragment();
  EXPECT_TRUE(stage.app().ui().headline.plain().starts_with("Added cache-9 \u2013 "))
      << stage.app().ui().headline.plain();
  Stage at_once;
  ASSERT_TRUE(at_once.app().run(Edit{{AddNode{"cache-9"}}}).ok());
  at_once.settle();
  EXPECT_EQ(stage.app().results().strategies[0].movement.moved, at_once.app().results().strategies[0].movement.moved);
  // Once something else has happened, a renaming is a step of its own.
  ASSERT_TRUE(stage.app().run(Edit{{WeighNode{NodeId{0}, 2}}}).ok());
  stage.settle();
  rename("db");
  EXPECT_EQ(stage.app().history().size(), 4u);
  // So is that of another node.
  ASSERT_TRUE(stage.app().run(Edit{{AddNode{}}}).ok());
  ASSERT_TRUE(stage.app().run(Edit{{RenameNode{NodeId{0}, "first"}}}).ok());
  EXPECT_EQ(stage.app().history().size(), 6u);
}

TEST(App, a_link_looks_up_its_key_until_the_reader_looks_up_another) {
  Stage stage;
  stage.app().open("v=1&nodes=3&inspect=user:7%26x&view=inspector");
  stage.settle();
  EXPECT_EQ(stage.app().ui().inspected_key, "user:7&x");
  EXPECT_NE(stage.app().ui().inspections[0].owner, kNoNode);
  EXPECT_FALSE(stage.app().ui().refusal.has_value());
  EXPECT_EQ(stage.app().fragment(), "v=1&nodes=3&inspect=user:7%26x&view=inspector");
  ASSERT_TRUE(stage.app().run(Inspect{"mine"}).ok());
  EXPECT_EQ(stage.app().fragment(), "v=1&nodes=3&view=inspector") << "what is typed stays on the page";
}

TEST(App, a_link_with_an_invalid_at_once_opens_and_says_so) {
  Stage stage;
  stage.app().open("v=1&nodes=3&log=+a,+b&at_once=some");
  stage.settle();
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 5u);
  EXPECT_EQ(stage.app().results().before->cluster.nodes().size(), 4u);
  ASSERT_TRUE(stage.app().ui().refusal.has_value());
  EXPECT_NE(stage.app().ui().refusal->text.find("at once: some is outside 1 to 10000"), std::string::npos)
      << stage.app().ui().refusal->text;
}

TEST(App, an_edit_while_a_link_is_being_opened_is_compared_with_the_link) {
  Stage stage;
  stage.app().open("v=1&nodes=3&log=+d,+e");
  ASSERT_TRUE(stage.app().run(Edit{{RemoveNode{NodeId{4}}}}).ok());
  stage.settle();
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 4u);
  EXPECT_EQ(*stage.app().results().scenario, stage.scenario());
  EXPECT_EQ(stage.app().results().before->cluster.nodes().size(), 5u);
}

TEST(App, a_change_before_the_first_results_moves_as_many_keys_as_one_after_them) {
  Stage stage;
  App early;
  ASSERT_TRUE(early.run(Edit{{AddNode{}}}).ok());
  for (int i = 0; i < 4 || (early.busy() && i < 100); ++i) {
    ImGui::NewFrame();
    ui::begin_probes();
    NoLimit all_at_once;
    early.frame(all_at_once);
    ImGui::Render();
  }
  ASSERT_TRUE(stage.app().run(Edit{{AddNode{}}}).ok());
  stage.settle();
  const std::uint64_t moved = stage.app().results().strategies[0].movement.moved;
  EXPECT_GT(moved, 0u);
  EXPECT_EQ(early.results().strategies[0].movement.moved, moved);
  EXPECT_EQ(early.scenario(), stage.scenario());
}

TEST(App, says_which_parts_of_a_link_it_refused_and_takes_the_rest) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=0&strategy=nonsense");
  stage.settle();
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 4u);
  ASSERT_TRUE(stage.app().ui().refusal);
  EXPECT_NE(stage.app().ui().refusal->text.find("nonsense"), std::string::npos) << stage.app().ui().refusal->text;
  EXPECT_TRUE(stage.shows("refusal"));
}

// What cannot be placed together costs only the part that is in the way.
TEST(App, one_value_that_a_link_cannot_have_leaves_strategy_nodes_and_keys_as_asked) {
  struct Case {
    std::string link, kept, told;
  };
  const Case cases[] = {
      {"nodes=a*1000000,b,c&keys=2000&strategy=ring", "nodes=a,b,c&keys=2000&strategy=ring", "nodes[0].weight"},
      {"nodes=a,b,c&keys=2000&bits=128&hash=md5&vnodes=7", "nodes=a,b,c&keys=2000&bits=128&hash=md5&vnodes=7", ""},
      {"nodes=a,b,c&keys=2000&bits=128&hash=crc32&vnodes=7", "nodes=a,b,c&keys=2000&hash=crc32&vnodes=7", "bits"},
      {"nodes=a,b,c&keys=2000&hash=integer&vnodes=7", "nodes=a,b,c&keys=2000&vnodes=7", "Hash function"},
      {"nodes=a*0,b*0,c*0&keys=2000&strategy=maglev&size=251", "nodes=a,b,c&keys=2000&strategy=maglev&size=251",
       "Weights"},
      {"nodes=a,b*70000,c*3&keys=2000&strategy=straw2", "nodes=a,b,c*3&keys=2000&strategy=straw2", "Weight of b"},
      {"nodes=7&keys=2000&strategy=elasticsearch&routing_shards=640", "nodes=7&keys=2000&strategy=elasticsearch",
       "routing shards"},
      {"nodes=12&keys=2000&strategy=sha1_first_byte&division=integer", "nodes=12&keys=2000&strategy=sha1_first_byte",
       "Nodes"},
      {"nodes=4&keys=2000&strategy=jump&s2=ring&s2.bits=128&s2.hash=crc32&s2.vnodes=7",
       "nodes=4&keys=2000&strategy=jump&s2=ring&s2.hash=crc32&s2.vnodes=7", "bits"},
      {"nodes=4&keys=10000000&strategy=ring&s2=ring&s2.hash=md5&s3=ketama&s4=jedis",
       "nodes=4&strategy=ring&s2=ring&s2.hash=md5&s3=ketama&s4=jedis", "Keys"},
  };
  for (const Case& one : cases) {
    Stage stage;
    stage.app().open("v=1&" + one.link);
    EXPECT_EQ(stage.scenario(), parse_link("v=1&" + one.kept).scenario) << one.link;
    ASSERT_EQ(stage.app().ui().refusal.has_value(), !one.told.empty()) << one.link;
    if (one.told.empty()) continue;
    EXPECT_NE(stage.app().ui().refusal->text.find("\n" + one.told + ": "), std::string::npos)
        << stage.app().ui().refusal->text;
  }
}

TEST(App, a_weight_too_large_for_a_ring_leaves_every_strategy_and_its_nodes) {
  for (const Strategy* strategy : strategies()) {
    if (strategy->id == "squid_carp")
      continue;  // refuses the others' weights, a millionth of all, where Squid divides by 0
    Stage stage;
    const std::string link = "v=1&nodes=node-0*1000000,node-1,node-2&keys=1000&strategy=" + std::string(strategy->id);
    stage.app().open(link);
    EXPECT_EQ(stage.choice().strategy, strategy) << link;
    EXPECT_EQ(stage.scenario().cluster.nodes().size(), 3u) << link;
    EXPECT_EQ(stage.scenario().keys.count, 1000u) << link;
  }
}

TEST(App, keeps_the_address_and_screen_readers_up_to_date) {
  Stage stage({1440, 900}, listening_page());
  EXPECT_EQ(links_set, 0) << "the start is no change";
  EXPECT_EQ(announced, "");
  ASSERT_TRUE(stage.click("add-node"));
  EXPECT_EQ(link_set, stage.app().fragment());
  EXPECT_EQ(announced, stage.app().ui().headline.plain());
  EXPECT_EQ(links_set, 1);
}

TEST(App, tells_screen_readers_what_a_link_opened_later_was_refused_for) {
  Stage stage({1440, 900}, listening_page());
  stage.app().open("v=1&nodes=4&keys=0&strategy=nonsense");
  stage.settle();
  const std::string refusal = stage.app().ui().refusal->text;
  EXPECT_EQ(announced, refusal + "\n" + stage.app().ui().headline.plain());
}

TEST(App, a_drag_updates_the_link_once_at_its_end) {
  Stage stage({1440, 900}, listening_page());
  ASSERT_TRUE(stage.drag("slider:vnodes", 0.66f, 0.9f, 20));
  EXPECT_EQ(links_set, 1);
}

TEST(App, a_refused_edit_changes_nothing) {
  Stage stage;
  const Scenario before = stage.scenario();
  EXPECT_FALSE(stage.app().run(Edit{{SetNodeCount{0}}}).ok());
  EXPECT_FALSE(stage.app().run(Edit{{AddNode{}, RemoveNode{NodeId{99}}}}).ok()) << "all of an edit or nothing";
  EXPECT_EQ(stage.scenario(), before);
  EXPECT_TRUE(stage.app().ui().refusal);
}

TEST(App, work_can_be_cancelled) {
  Stage stage;
  const Scenario before = stage.scenario();
  ASSERT_TRUE(stage.app().run(Edit{{AddNode{}}}).ok());
  ASSERT_TRUE(stage.app().run(Cancel{}).ok());
  stage.settle();
  EXPECT_EQ(stage.scenario(), before);
  EXPECT_EQ(*stage.app().results().scenario, before);
  EXPECT_FALSE(stage.app().history().can_undo());
}

TEST(App, reports_its_state_as_json) {
  Stage stage;
  ASSERT_TRUE(stage.click("add-node"));
  const auto state = nlohmann::json::parse(state_json(stage.app()), nullptr, false);
  ASSERT_FALSE(state.is_discarded());
  ASSERT_EQ(state["nodes"].size(), 6u);
  std::uint64_t keys = 0, flown = 0;
  for (const auto& node : state["nodes"]) keys += node["keys"].get<std::uint64_t>();
  for (const auto& flow : state["flows"]) {
    EXPECT_EQ(flow["to"], "node-5");
    flown += flow["keys"].get<std::uint64_t>();
  }
  EXPECT_EQ(keys, state["keys"]);
  EXPECT_EQ(flown, state["moved"]);
  EXPECT_EQ(state["moved"], state["nodes"][5]["keys"]);
  EXPECT_EQ(state["needless"], 0);
  EXPECT_EQ(state["strategy"], "ring");
  EXPECT_EQ(state["params"]["vnodes"], 100);
  EXPECT_EQ(state["link"], stage.app().fragment());
  EXPECT_EQ(state["undo"], true);
}

TEST(App, describes_every_picture_in_words) {
  Stage stage;
  for (const Strategy* strategy : strategies()) {
    stage.app().open("v=1&nodes=0,1,2,3&keys=1000&strategy=" + std::string(strategy->id));
    stage.settle();
    ASSERT_EQ(stage.choice().strategy, strategy);
    ASSERT_TRUE(stage.app().run(Inspect{"a key that is not in the set"}).ok());
    stage.settle();
    const auto state = nlohmann::json::parse(state_json(stage.app()), nullptr, false);
    ASSERT_TRUE(state.contains("picture")) << strategy->id;
    const auto words = state["picture"].get<std::string>();
    EXPECT_TRUE(words.ends_with(".") && words.find('{') == std::string::npos) << strategy->id << ": " << words;
  }
}

// Under bounded loads a key's owner depends on the keys before it: the steps of a key in the set end at its owner.
TEST(App, looking_up_a_key_gives_its_owner) {
  Stage stage;
  stage.app().open("v=1&nodes=5&keys=2000&strategy=bounded_ring&dialect=lafikl&load=1");
  stage.settle();
  ASSERT_TRUE(stage.app().run(Edit{{AddNode{}}}).ok());
  std::size_t moved = 0;
  for (const std::uint32_t index : {0u, 7u, 500u, 1234u, 1999u}) {
    ASSERT_TRUE(stage.app().run(Inspect{"key-" + std::to_string(index)}).ok());
    stage.settle();
    const StrategyResult& main = stage.app().results().strategies[0];
    EXPECT_EQ(stage.app().ui().inspections[0].owner, main.owners()[index]) << index;
    EXPECT_EQ(stage.app().ui().inspections[0].owner_before, main.owners_before()[index]) << index;
    moved += main.owners()[index] != main.owners_before()[index];
  }
  EXPECT_GT(moved, 0u);
}

TEST(App, is_not_busy_when_nothing_happens) {
  Stage stage;
  stage.settle();
  EXPECT_FALSE(stage.app().busy());
}

}  // namespace
}  // namespace reshard
