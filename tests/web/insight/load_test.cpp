// Requests and failures on the page: skew and its remedies, nodes that go down and come back, the capacity line and the
// cascade, replicas in zones.

#include <gtest/gtest.h>

#include <map>

#include "core/analysis/requests.h"
#include "core/strategies/strategies.h"
#include "tests/web/stage.h"
#include "web/insight/load_words.h"
#include "web/insight/node_words.h"
#include "web/insight/replica_watch.h"
#include "web/insight/zones.h"
#include "web/panels/comparison.h"
#include "web/text/words.h"

namespace reshard {
namespace {

void open_requests(Stage& stage) { ASSERT_TRUE(stage.click("requests")); }

std::string headline(Stage& stage) { return stage.app().ui().headline.plain(); }
const LoadStats& load(Stage& stage) { return stage.app().results().strategies[0].load; }
std::string percent(double share) { return ui::format_percent(share, ui::locale()); }

std::string words(Stage& stage) {
  const Results& results = stage.app().results();
  return ui::load_words(results, *results.scenario, results.strategies[0].load);
}

TEST(Load, a_typed_skew_is_reported_with_the_hottest_keys) {
  Stage stage;
  open_requests(stage);
  ASSERT_TRUE(stage.type_into("skew", "1"));
  EXPECT_EQ(stage.scenario().requests.skew, 1);
  const std::string busiest = ui::format_decimal(load(stage).request_peak_to_mean, 2, ui::locale());
  EXPECT_EQ(headline(stage), "Request skew: 1 – the busiest node serves " + busiest +
                                 " times the mean; the hottest key gets 8.3% of all requests.");  // 1 / 12.09
  EXPECT_TRUE(words(stage).starts_with("The busiest node serves " + busiest +
                                       " times the mean. Hottest keys: key-0 8.3% (node-"))
      << words(stage);
  ASSERT_TRUE(stage.type_into("skew", "3"));
  EXPECT_TRUE(stage.shows("refusal"));
  EXPECT_EQ(stage.scenario().requests.skew, 1);
}

// Beside bars and marks of the fair share by weight, every figure is relative to it: of three nodes of weight 3, 1 and 1
// the first holds nearly twice the mean, as it should.
TEST(Load, with_weights_every_figure_is_relative_to_the_fair_share) {
  Stage stage;
  stage.app().open("v=1&nodes=a*3,b,c&keys=20000&vnodes=1000&s2=jump");
  stage.settle();
  ASSERT_GT(load(stage).peak_to_mean, 1.6);
  ASSERT_LT(load(stage).peak_to_fair, 1.2);
  std::map<std::string, std::string> told;
  const Results& results = stage.app().results();
  for (const auto& [label, text] : ui::comparison_texts(results, 0, stage.app().ui())) told[label] = text;
  EXPECT_EQ(told["Spread (fair share)"], percent(load(stage).fair_cv));
  EXPECT_EQ(told["Max / fair share"], ui::format_decimal(load(stage).peak_to_fair, 2, ui::locale()) + "×");
  EXPECT_FALSE(told.contains("Max / mean") || told.contains("Spread (CV)"));
  const std::string times = ui::format_decimal(load(stage).peak_to_fair, 2, ui::locale());
  EXPECT_EQ(words(stage),
            "Fair shares follow the weights. The most loaded node has " + times + " times its fair share.");
  stage.app().open("v=1&nodes=a*3,b,c&keys=20000&vnodes=1000&skew=1");
  stage.settle();
  const std::string busiest = ui::format_decimal(load(stage).request_peak_to_fair, 2, ui::locale());
  EXPECT_TRUE(words(stage).starts_with("The busiest node serves " + busiest + " times its fair share."))
      << words(stage);
}

// Keys with 1, 2, … 97 rows, and a last one with 5,000: it is named first, until a skew says otherwise.
TEST(Load, counts_of_imported_keys_decide_which_are_hottest) {
  std::string arena;
  std::vector<std::uint64_t> ends, counts;
  for (std::uint64_t i = 1; i <= 98; ++i) {
    arena += "k" + std::to_string(i);
    ends.push_back(arena.size());
    counts.push_back(i == 98 ? 5'000 : i);
  }
  Stage stage;
  ASSERT_TRUE(stage.app().use_keys(KeySet::of_arena(arena, ends, counts), false).ok());
  stage.settle();
  const std::string share = percent(5'000 / (5'000 + 97 * 98 / 2.0));
  EXPECT_NE(words(stage).find("Hottest keys: k98 " + share + " (node-"), std::string::npos) << words(stage);
  EXPECT_NE(words(stage).find(", k97 "), std::string::npos) << words(stage);
  open_requests(stage);
  ASSERT_TRUE(stage.type_into("spread", "1"));
  EXPECT_NE(words(stage).find("k98 " + share + " (all nodes)"), std::string::npos) << words(stage);
  ASSERT_TRUE(stage.type_into("skew", "1"));
  EXPECT_NE(words(stage).find("Hottest keys: k1 "), std::string::npos) << words(stage);
}

TEST(Load, a_drag_of_the_skew_is_one_step) {
  Stage stage;
  open_requests(stage);
  ASSERT_TRUE(stage.drag("slider:skew", 0.05f, 0.5f, 6));
  EXPECT_GT(stage.scenario().requests.skew, 0.5);
  stage.press(ImGuiKey_Escape);
  ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(stage.scenario().requests.skew, 0);
}

TEST(Load, spreading_the_hottest_keys_relieves_the_busiest_node) {
  Stage stage;
  open_requests(stage);
  ASSERT_TRUE(stage.type_into("skew", "1"));
  const double before = load(stage).request_peak_to_mean;
  ASSERT_TRUE(stage.type_into("spread", "10"));
  EXPECT_LT(load(stage).request_peak_to_mean, before);
  EXPECT_NE(words(stage).find("key-0 8.3% (all nodes)"), std::string::npos) << words(stage);
}

TEST(Load, a_node_goes_down_and_comes_back_from_its_menu) {
  Stage stage;
  const double had = load(stage).requests[2];
  ASSERT_TRUE(stage.click("node-menu:node-2"));
  ASSERT_TRUE(stage.click("node-state"));
  EXPECT_EQ(stage.scenario().cluster.nodes()[2].state, NodeState::kDown);
  EXPECT_TRUE(headline(stage).starts_with("node-2 is down – " + percent(had) + " of keys are now served by node-"))
      << headline(stage);
  const std::uint64_t served_elsewhere = stage.app().results().strategies[0].movement.moved;
  ASSERT_TRUE(stage.click("node-menu:node-2"));
  ASSERT_TRUE(stage.click("node-state"));
  EXPECT_EQ(headline(stage),
            "node-2 is back up – it serves " + percent(had) + " again. It missed writes while it was down: " +
                ui::format_count(served_elsewhere, ui::locale()) + " keys are stale until rewritten or copied.");
}

// Modulo has no replicas: nobody takes over.
TEST(Load, without_replicas_no_node_serves_the_keys_of_a_down_node) {
  Stage stage;
  stage.app().open("v=1&nodes=4&keys=2000&strategy=modulo");
  stage.settle();
  ASSERT_TRUE(stage.click("node-menu:node-1"));
  ASSERT_TRUE(stage.click("node-state"));
  EXPECT_NE(headline(stage).find("served by no node ("), std::string::npos) << headline(stage);
}

TEST(Load, a_zone_can_be_typed_in_the_menu) {
  Stage stage;
  ASSERT_TRUE(stage.click("node-menu:node-1"));
  ASSERT_TRUE(stage.type_into("node-zone", "eu-1"));
  EXPECT_EQ(stage.scenario().cluster.nodes()[1].zone, "eu-1");
  stage.press(ImGuiKey_Escape);
  EXPECT_FALSE(stage.shows("node-state"));
  EXPECT_EQ(headline(stage), "node-1 is now in eu-1 – no keys moved.");
}

TEST(Load, all_nodes_are_dealt_over_zones_in_one_step) {
  Stage stage({1440, 1200});
  ASSERT_TRUE(stage.click("requests"));
  ASSERT_TRUE(stage.type_into("zones", "3"));
  std::string zones;
  for (const Node& node : stage.scenario().cluster.nodes()) zones += node.zone;
  EXPECT_EQ(zones, "z1z2z3z1z2");
  EXPECT_EQ(headline(stage), "5 nodes changed zones – no keys moved.");
  ASSERT_TRUE(stage.type_into("zones", "6"));
  EXPECT_EQ(stage.app().ui().refusal->text, "zones: 6 is outside 1 to 5");
  stage.press(ImGuiKey_Escape);
  stage.press(ImGuiKey_Escape);
  ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(zones_of(stage.scenario().cluster), 1u);
}

TEST(Load, dragging_the_number_of_zones_changes_each_node_once) {
  Stage stage({1440, 1200});
  ASSERT_TRUE(stage.click("requests"));
  ASSERT_TRUE(stage.drag("slider:zones", 0.02f, 0.98f, 30));
  EXPECT_EQ(zones_of(stage.scenario().cluster), 5u);
  EXPECT_EQ(stage.scenario().cluster.log().size(), 5u) << stage.app().fragment();
  ASSERT_TRUE(stage.drag("slider:zones", 0.98f, 0.4f, 30));
  const std::size_t zones = zones_of(stage.scenario().cluster);
  EXPECT_LT(zones, 5u);
  EXPECT_GT(zones, 1u);
  EXPECT_LE(stage.scenario().cluster.log().size(), 10u);
  stage.press(ImGuiKey_Escape);
  ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(zones_of(stage.scenario().cluster), 5u);
  ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(stage.scenario().cluster.log().size(), 0u);
}

TEST(Load, more_than_500_nodes_are_not_dealt_over_zones) {
  EXPECT_EQ(most_zones(generated_cluster(0, 500).value()), 5u);
  EXPECT_EQ(most_zones(generated_cluster(0, 501).value()), 1u);
}

TEST(Load, says_which_nodes_went_down_and_compares_with_all_of_them) {
  Stage stage;
  const auto nodes = stage.scenario().cluster.nodes();
  ASSERT_TRUE(stage.app().run(Edit{{SetNodeState{nodes[0].id, NodeState::kDown}}}).ok());
  stage.settle();
  ASSERT_TRUE(stage.app()
                  .run(Edit{{SetNodeState{nodes[1].id, NodeState::kDown}, SetNodeState{nodes[2].id, NodeState::kDown}}})
                  .ok());
  stage.settle();
  EXPECT_TRUE(headline(stage).starts_with("node-1, node-2 are down – ")) << headline(stage);
  EXPECT_TRUE(words(stage).starts_with("3 of 5 nodes are down. The most loaded survivor has ")) << words(stage);
}

// The default ring: node-0 is 14% above its share, because of where its hundred points are and not by the keys' chance.
TEST(Load, a_node_says_why_it_has_its_share) {
  Stage stage;
  const auto why = [&](std::size_t node) {
    return ui::node_words(stage.app().results(), stage.app().ui(), stage.scenario().cluster.nodes()[node].id);
  };
  const std::string lucky = why(0);
  EXPECT_TRUE(lucky.starts_with("22.8% of keys; its fair share by weight is 20.0%. Its virtual nodes own 22.8% of"))
      << lucky;
  ASSERT_TRUE(stage.click("node-menu:node-0"));
  EXPECT_TRUE(stage.shows("node-words"));

  stage.app().open("v=1&nodes=5&strategy=modulo");
  stage.settle();
  EXPECT_TRUE(why(0).ends_with("by weight is 20.0%. Chance alone explains the difference.")) << why(0);
  stage.app().open("v=1&nodes=100&strategy=sha1_first_byte");
  stage.settle();
  EXPECT_NE(why(0).find("the strategy divides keys this way"), std::string::npos) << why(0);

  stage.app().open("v=1&nodes=10&hash=fnv1a64&skew=1");
  stage.settle();
  std::string all;
  for (std::size_t node = 0; node < 10; ++node) all += why(node);
  EXPECT_NE(all.find(" of all requests for key-0 alone."), std::string::npos) << all;
}

// One point per node: the heir takes over everything, and fails next.
TEST(Load, a_cascade_advances_step_by_step_until_it_stops) {
  Stage stage;
  stage.app().open("v=1&nodes=8&keys=20000&vnodes=1&node_capacity=1.5");
  stage.settle();
  int steps = 0;
  while (stage.shows("cascade") && steps < 8) {
    const std::size_t down = stage.scenario().cluster.down();
    const std::size_t above = above_capacity(stage.scenario().cluster, load(stage), 1.5).size();
    EXPECT_NE(words(stage).find("Over capacity: "), std::string::npos);
    ASSERT_TRUE(stage.click("cascade"));
    EXPECT_EQ(stage.scenario().cluster.down(), down + above);
    ++steps;
  }
  EXPECT_GT(steps, 0);
  EXPECT_TRUE(above_capacity(stage.scenario().cluster, load(stage), 1.5).empty());
  for (int i = 0; i < steps; ++i) ASSERT_TRUE(stage.click("undo"));
  EXPECT_EQ(stage.scenario().cluster.down(), 0u) << "each step was one";
}

TEST(Load, one_control_has_the_focus_after_the_cascade_button_has_gone) {
  Stage stage;
  stage.app().open("v=1&nodes=8&keys=20000&vnodes=1&node_capacity=1.5");
  stage.settle();
  const auto focused = [](const ui::Probe& probe) { return probe.focused; };
  for (int i = 0; i < 20 && !stage.find("cascade")->focused; ++i)
    stage.press(i < 10 ? ImGuiKey_RightArrow : ImGuiKey_UpArrow);
  ASSERT_TRUE(stage.find("cascade")->focused);
  for (int i = 0; i < 8 && stage.shows("cascade"); ++i) stage.press(ImGuiKey_Enter);
  ASSERT_FALSE(stage.shows("cascade"));
  EXPECT_EQ(std::count_if(ui::probes().begin(), ui::probes().end(), focused), 1);
}

TEST(Load, no_node_exceeds_a_capacity_that_is_not_set) {
  Stage stage;
  EXPECT_FALSE(stage.shows("cascade"));
  EXPECT_EQ(words(stage).find("Over capacity"), std::string::npos);
}

TEST(Load, the_cascade_is_not_offered_where_nodes_are_locked) {
  Stage stage;
  stage.app().open("v=1&nodes=8&keys=20000&vnodes=1&node_capacity=2&controls=nodes:locked,keys");
  stage.settle();
  EXPECT_FALSE(stage.shows("cascade"));
}

TEST(Load, replicas_are_described_with_zones_and_quorums) {
  Stage stage;
  stage.app().open("v=1&nodes=a@/x,b@/x,c@/y,d@/y,e@/z,f@/z&keys=5000");
  stage.settle();
  open_requests(stage);
  ASSERT_TRUE(stage.type_into("key-replicas", "3"));
  EXPECT_EQ(stage.scenario().replicas, 3u);
  ASSERT_TRUE(stage.app().ui().replicas);
  const ReplicaFigures& figures = *stage.app().ui().replicas;
  EXPECT_EQ(figures.zones, 3u);
  EXPECT_GT(figures.in_few_zones, 0u);
  const std::string told = ui::replica_words(stage.app().results(), stage.app().ui());
  EXPECT_TRUE(told.starts_with(percent(static_cast<double>(figures.in_few_zones) / 5000) +
                               " of keys have replicas in fewer zones"))
      << told;
  EXPECT_NE(told.find("Losing both nodes breaks quorum for 100.0% of node pairs"), std::string::npos) << told;
}

TEST(Load, the_token_ring_is_suggested_if_replicas_share_a_zone_and_keeps_them_apart) {
  Stage stage;
  const auto told = [&] { return ui::replica_words(stage.app().results(), stage.app().ui()); };
  const std::string zones = "&nodes=a@/x,b@/x,c@/y,d@/y,e@/z,f@/z&keys=5000&replicas=3";
  stage.app().open("v=1" + zones);
  stage.settle();
  EXPECT_NE(told().find("The token ring separates them with NetworkTopologyStrategy."), std::string::npos) << told();
  stage.app().open("v=1&strategy=token_ring" + zones);
  stage.settle();
  ASSERT_TRUE(stage.click("strategy"));
  ASSERT_TRUE(stage.click("option:strategy.network_topology"));
  EXPECT_TRUE(told().starts_with("0.0% of keys have replicas in fewer zones")) << told();
  EXPECT_EQ(told().find("separates them"), std::string::npos) << told();
}

// Of 20,000 groups, crushtool 16.2.15 leaves 149 with one disk, if the two disks weigh 1 and 10; with two racks, none of
// them has four.
TEST(Load, keys_with_fewer_replicas_than_asked_for_are_counted) {
  Stage stage;
  const auto told = [&] { return ui::replica_words(stage.app().results(), stage.app().ui()); };
  stage.app().open("v=1&nodes=a,b*10&keys=20000&prefix=&strategy=straw2&hash=integer&replicas=2");
  stage.settle();
  ASSERT_TRUE(stage.app().ui().replicas);
  EXPECT_EQ(stage.app().ui().replicas->undersized, 149u);
  EXPECT_EQ(told().find("149 keys have no quorum now. 0.7% of keys have fewer than 2 replicas."), 0u) << told();
  stage.app().open("v=1&nodes=a@//x,b@//y,c@//x,d@//y&keys=500&strategy=straw2&domain=rack&replicas=4");
  stage.settle();
  EXPECT_NE(told().find("100.0% of keys have fewer than 4 replicas."), std::string::npos) << told();
}

TEST(Load, the_replica_text_of_a_menu_stays_within_the_canvas) {
  Stage stage;
  stage.app().open("v=1&nodes=a@/x,b@/x,c@/y,d@/y,e@/z,f@/z&keys=5000");
  stage.settle();
  open_requests(stage);
  const ImGuiWindow* menu = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
  const float before = menu->Size.y;
  ASSERT_TRUE(stage.type_into("key-replicas", "3"));
  EXPECT_GT(menu->Size.y, before) << "the words need room";
  EXPECT_LE(menu->Pos.y + menu->Size.y, ImGui::GetIO().DisplaySize.y);
}

TEST(Load, a_node_beside_others_that_are_down_does_not_blame_the_hash_function) {
  Stage stage;
  stage.app().open("v=1&nodes=5&keys=20000");
  stage.settle();
  for (const NodeId down : {NodeId{1}, NodeId{3}}) {
    ASSERT_TRUE(stage.app().run(Edit{{SetNodeState{down, NodeState::kDown}}}).ok());
  }
  stage.settle();
  EXPECT_TRUE(ui::node_words(stage.app().results(), stage.app().ui(), NodeId{0})
                  .ends_with(". Nodes that are up serve the keys of those that are down."));
}

TEST(Load, says_how_many_keys_moved_on_from_a_full_node) {
  Stage stage;
  const auto told = [&] { return ui::overflow_words(stage.app().results(), stage.app().ui()); };
  EXPECT_EQ(told(), "") << "on a plain ring no node is full";
  stage.app().open("v=1&nodes=5&keys=20000&strategy=bounded_ring&dialect=lafikl&load=1.1");
  stage.settle();
  ASSERT_TRUE(stage.app().ui().overflow);
  const Overflow overflow = *stage.app().ui().overflow;
  const auto name = [&](NodeId node) { return stage.scenario().cluster.name_of(node); };
  EXPECT_EQ(told(), "Overflow: " + percent(static_cast<double>(overflow.keys) / 20000) + " of keys (" +
                        ui::format_count(overflow.keys, ui::locale()) +
                        ") found their node full and moved on, e.g. key-" + std::to_string(overflow.example) +
                        " from " + name(overflow.example_from) + " to " + name(overflow.example_to) + ".");
  ASSERT_TRUE(stage.type_into("inspect", "key-" + std::to_string(overflow.example)));
  bool went_on = false;
  for (const Step& step : stage.app().ui().inspections[0].trace) {
    went_on |= step.label == "full, go on" && step.node == overflow.example_from;
  }
  EXPECT_TRUE(went_on) << "the looked-up key says it too";
  EXPECT_EQ(stage.app().ui().inspections[0].owner, overflow.example_to);
  std::uint64_t without_limit = stage.app().results().strategies[0].load.keys[0];
  for (const Flow& flow : overflow.flows) {
    if (flow.from == NodeId{0}) without_limit += flow.keys;
    if (flow.to == NodeId{0}) without_limit -= flow.keys;
  }
  const std::string why = ui::node_words(stage.app().results(), stage.app().ui(), NodeId{0});
  EXPECT_TRUE(why.ends_with(" Without the load limit it would have " +
                            percent(static_cast<double>(without_limit) / 20000) + "."))
      << why;
  stage.app().open("v=1&nodes=5&keys=20000&strategy=bounded_ring&load=10");
  stage.settle();
  EXPECT_EQ(told(), "Overflow: no node is full.");
}

TEST(Load, figures_that_name_an_undone_node_are_dropped_before_new_ones_are_known) {
  class Spent final : public Budget {
   public:
    bool spent() override { return true; }
  } no_time;
  Stage stage;
  stage.app().open("v=1&nodes=5&keys=5000&replicas=3");
  stage.settle();
  ASSERT_TRUE(stage.app().ui().replicas);
  for (const std::uint32_t last : {4u, 5u}) {
    ui::UiState ui;
    ui.replicas = *stage.app().ui().replicas;
    ui.replicas->worst_pair[1] = NodeId{last};
    ui::ReplicaWatch().update(stage.app().results(), ui, no_time);
    EXPECT_EQ(ui.replicas.has_value(), last == 4) << "of five nodes, counted from 0";
  }
}

TEST(Load, replicas_are_disabled_if_the_strategy_has_none) {
  Stage stage;
  ASSERT_TRUE(stage.app().run(Edit{{SetStrategy{0, find_strategy("modulo")}}}).ok());
  stage.settle();
  open_requests(stage);
  ASSERT_TRUE(stage.shows("key-replicas"));
  EXPECT_FALSE(stage.find("key-replicas")->enabled);
}

TEST(Load, the_comparison_has_a_row_of_requests_only_under_skew) {
  Stage stage;
  const auto labels = [&] {
    std::string all;
    for (const auto& [label, text] : ui::comparison_texts(stage.app().results(), 0, stage.app().ui()))
      all += label + ";";
    return all;
  };
  stage.app().open("v=1&keys=5000&s2=rendezvous");
  stage.settle();
  EXPECT_EQ(labels().find("Max / mean requests"), std::string::npos);
  stage.app().open("v=1&keys=5000&skew=1&s2=rendezvous");
  stage.settle();
  EXPECT_NE(labels().find("Max / mean requests"), std::string::npos);
}

}  // namespace
}  // namespace reshard
