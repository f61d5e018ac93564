// What a link asks of the view: which pictures, which controls, and what the page says about the rest.

#include "web/state/link_view.h"

#include <gtest/gtest.h>

#include "tests/web/stage.h"
#include "web/api/state_json.h"
#include "web/app/layout.h"
#include "web/text/words.h"

namespace reshard {
namespace {

using ui::Access;
using View = ui::LinkView::View;

ui::LinkViewContents read(std::string_view link) { return ui::read_link_view(parse_link(link).other); }

TEST(LinkView, reads_pictures_in_their_order) {
  EXPECT_EQ(read("v=1&view=flows,structure").link_view.view, (std::vector{View::kFlows, View::kStructure}));
  EXPECT_TRUE(read("v=1").link_view.view.empty());
}

TEST(LinkView, hides_controls_that_are_not_listed) {
  const ui::LinkView figure = read("controls=nodes,keys:locked").link_view;
  EXPECT_EQ(figure.nodes, Access::kFree);
  EXPECT_EQ(figure.strategy, Access::kHidden);
  EXPECT_EQ(figure.keys, Access::kLocked);
  EXPECT_TRUE(figure.changes());
  EXPECT_FALSE(read("controls=none").link_view.changes());
  EXPECT_FALSE(read("controls=nodes:locked").link_view.changes());
}

TEST(LinkView, leaves_lessons_to_the_page) {
  EXPECT_TRUE(read("v=1&lesson=warm-up").unknown.empty());
  EXPECT_EQ(read("v=1&lessons=warm-up").unknown, std::vector<std::string>{"lessons"});
}

std::string told(std::string_view link) {
  const ui::LinkViewContents contents = read(link);
  EXPECT_TRUE(contents.unknown.empty()) << link;
  return contents.refused.empty() ? "" : ui::error_text(contents.refused[0]);
}

TEST(LinkView, leaves_a_move_and_its_view_to_the_page) {
  EXPECT_EQ(told("v=1&view=migration&move=double_write~routing=proxy~seed=7"), "");
  EXPECT_EQ(told("move=!start;copy:copy=all,until=copied%2Backnowledged;the+end:reads=new,writes=new"), "");
  EXPECT_EQ(told("move=" + std::string(kMaxMoveBytes, 'x')), "");
  EXPECT_EQ(told("move=stop&move.subject=last&move.beside=slot_by_slot&move.runbook=keys:2000000000,per-tb:0.5"), "");
  EXPECT_EQ(read("view=migration,load").link_view.view, std::vector{View::kLoad});
}

TEST(LinkView, refuses_to_look_up_a_key_that_no_key_set_can_have) {
  EXPECT_EQ(told("inspect=" + std::string(kMaxKeyBytes, 'x')), "");
  EXPECT_EQ(told("inspect=" + std::string(kMaxKeyBytes + 1, 'x')), "inspect: 4097 bytes is outside 1 to 4096");
  EXPECT_EQ(read("inspect=" + std::string(kMaxKeyBytes + 1, 'x')).link_view.inspected_key, "");
}

TEST(LinkView, refuses_a_move_that_is_too_long_or_has_invalid_characters) {
  EXPECT_EQ(told("move=" + std::string(kMaxMoveBytes + 1, 'x')), "move: needs 16385 bytes, the limit is 16384 bytes");
  for (const char* link : {"move=", "move=%3Cscript%3E", "move=stop%00", "move=é", "move=stop%20now", "move=%",
                           "move=%zz", "move=stop~clients%3", "move=%E2%82"}) {
    EXPECT_NE(told(link).find("cannot be read as a move"), std::string::npos) << link;
  }
  EXPECT_EQ(told("move=stop&move.beside=%3Cb%3E"), "move.beside: “<b>” cannot be read as a move");
  EXPECT_EQ(read("move.colour=red").unknown, std::vector<std::string>{"move.colour"});
}

TEST(LinkView, refuses_unknown_values_and_takes_the_rest) {
  const ui::LinkViewContents view = read("view=load,pie,load");
  EXPECT_EQ(view.link_view.view, std::vector{View::kLoad});
  ASSERT_EQ(view.refused.size(), 2u);
  EXPECT_NE(ui::error_text(view.refused[0]).find("view: “pie”"), std::string::npos);

  const ui::LinkViewContents controls = read("controls=nodes,everything&theme=blue");
  EXPECT_EQ(controls.refused.size(), 2u);
  EXPECT_EQ(controls.link_view.strategy, Access::kFree) << "a slip must take nothing away";
}

TEST(LinkView, draws_rings_as_lines_only_where_it_is_asked_to) {
  EXPECT_TRUE(read("v=1&ring=line").link_view.rings_as_lines);
  EXPECT_FALSE(read("v=1&ring=ring").link_view.rings_as_lines);
  EXPECT_FALSE(read("v=1").link_view.rings_as_lines);
  const ui::LinkViewContents wrong = read("v=1&ring=square");
  EXPECT_FALSE(wrong.link_view.rings_as_lines);
  ASSERT_EQ(wrong.refused.size(), 1u);
  EXPECT_NE(ui::error_text(wrong.refused[0]).find("ring: “square”"), std::string::npos);
}

TEST(LinkView, reports_unknown_fields_and_keeps_them) {
  Stage stage;
  stage.app().open("v=1&nodes=3&mood=blue&theme=light");
  stage.settle();
  ASSERT_TRUE(stage.app().ui().refusal);
  EXPECT_NE(stage.app().ui().refusal->text.find("mood"), std::string::npos);
  EXPECT_EQ(stage.app().ui().refusal->text.find("theme"), std::string::npos);
  EXPECT_NE(stage.app().fragment().find("mood=blue&theme=light"), std::string::npos) << stage.app().fragment();
}

constexpr ImVec2 kWide{1440, 900}, kEmbed{720, 420}, kPhone{390, 844};

TEST(LinkView, hidden_controls_are_not_shown) {
  for (const ImVec2 size : {kWide, kEmbed, kPhone}) {
    Stage stage(size);
    stage.app().open("v=1&nodes=3&controls=none");
    stage.settle();
    for (const char* control : {"add-node", "remove-last", "open-nodes", "open-setup", "strategy-menu", "slider:vnodes",
                                "undo", "redo", "reset"}) {
      EXPECT_FALSE(stage.shows(control)) << control << " at " << size.x;
    }
    EXPECT_TRUE(stage.shows("headline")) << size.x;
  }
}

TEST(LinkView, locked_controls_are_shown_and_cannot_be_used) {
  for (const ImVec2 size : {kWide, kEmbed, kPhone}) {
    Stage stage(size);
    stage.app().open("v=1&nodes=3&controls=nodes:locked,strategy");
    stage.settle();
    ASSERT_TRUE(stage.shows("add-node")) << size.x;
    EXPECT_FALSE(stage.find("add-node")->enabled) << size.x;
    if (stage.shows("open-setup")) { ASSERT_TRUE(stage.click("open-setup")); }
    ASSERT_TRUE(stage.shows("strategy-menu")) << size.x;
    EXPECT_TRUE(stage.find("strategy-menu")->enabled) << size.x;
  }
}

TEST(LinkView, resets_to_how_it_was_opened) {
  Stage stage(kEmbed);
  stage.app().open("v=1&nodes=3&log=+c");
  stage.app().start_here();
  stage.settle();
  const Scenario opened = stage.scenario();
  const std::string said = stage.app().ui().headline.plain();
  ASSERT_TRUE(stage.click("add-node"));
  ASSERT_TRUE(stage.click("remove-last"));
  ASSERT_TRUE(stage.click("remove-last"));
  ASSERT_TRUE(stage.app().run(Reset{}).ok());
  stage.settle();
  EXPECT_EQ(stage.scenario(), opened);
  EXPECT_EQ(stage.app().ui().headline.plain(), said);
  EXPECT_EQ(stage.app().results().strategies[0].movement.needless, 0u);
  ASSERT_TRUE(stage.app().run(Undo{}).ok());
  EXPECT_NE(stage.scenario(), opened) << "starting again can be undone";
}

TEST(LinkView, a_page_may_still_change_what_readers_may_not) {
  Stage stage;
  stage.app().open("v=1&nodes=3&controls=none");
  ASSERT_TRUE(stage.app().run(Edit{{AddNode{}}}).ok());
  EXPECT_EQ(stage.scenario().cluster.nodes().size(), 4u);
}

TEST(LinkView, shows_the_pictures_asked_for_side_by_side) {
  const ui::ContentSizes content{40, 5, 32, 24};
  for (const ImVec2 size : {kWide, kEmbed, kPhone}) {
    ui::LinkView figure;
    figure.view = {View::kFlows, View::kLoad};
    const ui::Layout layout = ui::lay_out(size, content, figure);
    std::vector<ui::PanelId> pictures;
    for (const auto* places : {&layout.fixed, &layout.scrolled}) {
      for (const ui::Place& place : *places) {
        if (place.ground == ui::Ground::kCard && place.panel != ui::PanelId::headline &&
            place.panel != ui::PanelId::nodes) {
          pictures.push_back(place.panel);
        }
      }
    }
    EXPECT_EQ(pictures, (std::vector{ui::PanelId::flows, ui::PanelId::load})) << size.x;
  }
}

TEST(LinkView, on_a_phone_the_picture_asked_for_is_seen_whole) {
  ui::LinkView figure;
  figure.view = {View::kStructure};
  const ui::Layout layout = ui::lay_out({358, 380}, {122, 5, 44, 24}, figure);  // 420 px in a post, less the footer
  ASSERT_EQ(layout.scrolled.size(), 2u);
  EXPECT_EQ(layout.scrolled[0].panel, ui::PanelId::structure);
  EXPECT_LT(layout.scrolled[0].rect.max.y, layout.scroll_view.max.y) << "and the headline begins below";
  EXPECT_EQ(layout.scrolled[1].panel, ui::PanelId::headline);
}

TEST(LinkView, the_state_says_which_controls_there_are) {
  Stage stage;
  stage.app().open("v=1&controls=keys:locked,nodes");
  EXPECT_NE(state_json(stage.app()).find(R"("controls":{"nodes":"free","strategy":"hidden","keys":"locked"})"),
            std::string::npos);
}

}  // namespace
}  // namespace reshard
