// The canvas at all the sizes that it is shown in: everything is within reach of the mouse and of the arrow keys.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/strategies/strategies.h"
#include "tests/web/stage.h"
#include "web/app/layout.h"

namespace reshard {
namespace {

struct Size {
  const char* name;
  float width, height;
  bool coarse;
};
constexpr Size kSizes[] = {{"desktop", 1440, 900, false},
                           {"laptop", 1024, 600, false},
                           {"embed", 720, 420, false},
                           {"phone", 390, 844, true},
                           {"small_phone", 320, 568, true}};

// NOLINTNEXTLINE(readability-identifier-naming): the name that GoogleTest looks for
void PrintTo(const Size& size, std::ostream* out) { *out << size.name; }

class CanvasTest : public testing::TestWithParam<Size> {
 protected:
  CanvasTest() : stage_({GetParam().width, GetParam().height}) {
    Preferences preferences;
    preferences.reduced_motion = true;
    preferences.coarse_pointer = GetParam().coarse;
    stage_.app().prefer(preferences);
    stage_.settle();
  }

  // Expects every control that can be pressed to be inside the canvas, with no other control over its middle.
  void expect_in_reach(const char* when) {
    const Size& size = GetParam();
    std::vector<ui::Probe> all;
    for (const ui::Probe& probe : ui::probes()) {
      if (probe.visible && probe.name != "headline") all.push_back(probe);
    }
    for (const ui::Probe& probe : all) {
      EXPECT_GE(probe.min.x, -0.5f) << when << ": " << probe.name;
      EXPECT_LE(probe.max.x, size.width + 0.5f) << when << ": " << probe.name;
      const ImVec2 middle((probe.min.x + probe.max.x) / 2, (probe.min.y + probe.max.y) / 2);
      for (const ui::Probe& other : all) {
        if (&other == &probe || is_picture(other)) continue;
        const bool covers =
            middle.x > other.min.x && middle.x < other.max.x && middle.y > other.min.y && middle.y < other.max.y;
        EXPECT_FALSE(covers) << when << ": " << other.name << " covers " << probe.name;
      }
      EXPECT_GT(probe.max.x - probe.min.x, 0) << when << ": " << probe.name;
    }
  }

  // Parts of pictures may overlap; controls that are pressed may not.
  static bool is_picture(const ui::Probe& probe) {
    constexpr std::string_view kPressed[] = {"node-name", "node-weight", "remove-node", "slider", "option"};
    const std::size_t colon = probe.name.find(':');
    return colon != std::string::npos &&
           std::find(std::begin(kPressed), std::end(kPressed), probe.name.substr(0, colon)) == std::end(kPressed);
  }

  Stage stage_;
};

TEST_P(CanvasTest, everything_is_in_reach) {
  expect_in_reach("at first");
  ASSERT_TRUE(stage_.click("add-node"));
  expect_in_reach("after a node was added");
  for (const Strategy* strategy : strategies()) {
    ASSERT_TRUE(stage_.app().run(Edit{{SetStrategy{0, strategy}}}).ok());
    stage_.settle();
    expect_in_reach(std::string(strategy->id).c_str());
  }
  ASSERT_TRUE(stage_.app().run(Edit{{SetNodeCount{300}, AddNode{.name = std::string(80, 'W')}}}).ok());
  stage_.settle();
  expect_in_reach("with 301 nodes and a long name");
}

TEST_P(CanvasTest, a_node_can_be_added_at_once) {
  ASSERT_TRUE(stage_.click("add-node"));
  EXPECT_EQ(stage_.scenario().cluster.nodes().size(), 6u);
}

TEST_P(CanvasTest, nodes_and_setup_are_shown_or_open_as_sheets) {
  if (stage_.shows("open-nodes")) {
    ASSERT_TRUE(stage_.click("open-nodes"));
    EXPECT_TRUE(stage_.shows("remove-node:node-0"));
    stage_.press(ImGuiKey_Escape);
    EXPECT_FALSE(stage_.shows("remove-node:node-0"));
    ASSERT_TRUE(stage_.click("open-setup"));
  }
  EXPECT_TRUE(stage_.shows("remove-node:node-0") || stage_.shows("open-nodes"));
  for (const char* control :
       {"strategy-menu", "hash", "slider:vnodes", "undo", "redo", "reset", "compare", "copy-link", "theme"}) {
    EXPECT_TRUE(stage_.shows(control)) << control;
  }
  // A phone has no keys that need help; its page has a button below the canvas.
  EXPECT_EQ(stage_.shows("help"), GetParam().width >= 400);
}

TEST_P(CanvasTest, a_sheet_has_its_close_in_sight_however_many_nodes_there_are) {
  if (!stage_.shows("open-nodes")) return;
  for (const char* scenario : {"v=1&nodes=2", "v=1&nodes=40"}) {
    stage_.app().open(scenario);
    stage_.settle();
    for (const char* opener : {"open-nodes", "open-setup"}) {
      ASSERT_TRUE(stage_.click(opener));
      ASSERT_TRUE(stage_.shows("close-sheet")) << opener;
      EXPECT_TRUE(stage_.find("close-sheet")->visible) << opener;
      EXPECT_LE(stage_.find("close-sheet")->max.y, GetParam().height) << opener;
      ASSERT_TRUE(stage_.click("close-sheet"));
      EXPECT_FALSE(stage_.shows("close-sheet")) << opener;
    }
  }
}

TEST_P(CanvasTest, a_sheet_closes_when_another_scenario_is_opened) {
  if (!stage_.shows("open-nodes")) return;
  ASSERT_TRUE(stage_.click("open-nodes"));
  stage_.app().open("v=1&nodes=3");
  stage_.settle();
  EXPECT_FALSE(stage_.shows("close-sheet"));
}

TEST_P(CanvasTest, four_strategies_side_by_side_are_in_reach) {
  stage_.app().open("v=1&strategy=ring&s2=modulo&s3=rendezvous_skeleton&s4=maglev");
  stage_.settle();
  ASSERT_TRUE(stage_.click("add-node"));
  expect_in_reach("side by side");
  for (const char* control : {"promote-1", "promote-4", "remove-strategy-1", "remove-strategy-4"}) {
    ASSERT_TRUE(stage_.shows(control)) << control;
    EXPECT_TRUE(stage_.find(control)->visible) << control;
  }
  ASSERT_TRUE(stage_.click("promote-3"));
  EXPECT_EQ(stage_.choice().strategy->id, "rendezvous_skeleton");
  ASSERT_TRUE(stage_.click("remove-strategy-1"));
  EXPECT_EQ(stage_.scenario().strategies.size(), 3u);
}

TEST_P(CanvasTest, a_refusal_fits) {
  ASSERT_TRUE(stage_.app().run(Edit{{SetStrategy{0, find_strategy("jump")}}}).ok());
  EXPECT_FALSE(stage_.app().run(Edit{{RemoveNode{stage_.scenario().cluster.nodes()[0].id}}}).ok());
  stage_.settle();
  for (const char* part : {"refusal", "way-out-1", "way-out-2", "close-refusal"}) {
    ASSERT_TRUE(stage_.shows(part)) << part;
    EXPECT_GE(stage_.find(part)->min.x, 0) << part;
    EXPECT_LE(stage_.find(part)->max.x, GetParam().width) << part;
    EXPECT_LE(stage_.find(part)->max.y, GetParam().height) << part;
  }
}

// The name of the control that has the focus.
std::string focused() {
  for (const ui::Probe& probe : ui::probes()) {
    if (probe.focused) return probe.name;
  }
  return "";
}

// A position of the focus, to be restored later.
struct Focus {
  ImGuiWindow* window;
  ImGuiID id, scope;
  ImGuiNavLayer layer;
  ImRect rect;

  static Focus now() {
    const ImGuiContext& g = *ImGui::GetCurrentContext();
    return {g.NavWindow, g.NavId, g.NavFocusScopeId, g.NavLayer, g.NavWindow->NavRectRel[g.NavLayer]};
  }
  void restore() const {
    ImGui::FocusWindow(window);
    ImGui::SetNavID(id, layer, scope, rect);
  }
};

// All controls that the arrow keys reach, found by trying each arrow from each one.
std::map<std::string, Focus> found_by_arrows(Stage& stage) {
  stage.press(ImGuiKey_DownArrow);
  std::map<std::string, Focus> found{{focused(), Focus::now()}};
  std::vector<Focus> to_try{Focus::now()};
  while (!to_try.empty()) {
    const Focus from = to_try.back();
    to_try.pop_back();
    for (const ImGuiKey arrow : {ImGuiKey_UpArrow, ImGuiKey_DownArrow, ImGuiKey_LeftArrow, ImGuiKey_RightArrow}) {
      from.restore();
      stage.frame();
      ImGui::GetIO().AddKeyEvent(arrow, true);
      stage.frame();
      ImGui::GetIO().AddKeyEvent(arrow, false);
      // A move out of a card is searched for again in the second frame, and made in the third.
      for (int frames = 0; frames < 2; ++frames) stage.frame();
      if (found.emplace(focused(), Focus::now()).second) to_try.push_back(Focus::now());
    }
  }
  return found;
}

TEST_P(CanvasTest, the_arrow_keys_reach_every_control) {
  std::set<std::string> wanted;
  for (const ui::Probe& probe : ui::probes()) {
    if (probe.enabled && probe.visible && probe.name != "headline" && !is_picture(probe)) wanted.insert(probe.name);
  }
  for (const auto& [name, focus] : found_by_arrows(stage_)) wanted.erase(name);
  for (const std::string& name : wanted) ADD_FAILURE() << name << " was never reached";
}

TEST_P(CanvasTest, space_presses_the_focused_control) {
  const auto found = found_by_arrows(stage_);
  ASSERT_TRUE(found.contains("add-node"));
  found.at("add-node").restore();
  stage_.frame();
  ASSERT_EQ(focused(), "add-node");
  stage_.press(ImGuiKey_Space);
  EXPECT_EQ(stage_.scenario().cluster.nodes().size(), 6u);
}

TEST_P(CanvasTest, keyboard_focus_begins_at_add_node) {
  ImGui::GetCurrentContext()->NavDisableHighlight = false;  // as when the canvas is tabbed to
  stage_.frame();
  EXPECT_EQ(focused(), "add-node");
}

INSTANTIATE_TEST_SUITE_P(Sizes, CanvasTest, testing::ValuesIn(kSizes),
                         [](const auto& size) { return std::string(size.param.name); });

bool overlap(const ui::Rect& a, const ui::Rect& b) {
  return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

bool inside(const ui::Rect& inner, const ui::Rect& outer) {
  return inner.min.x >= outer.min.x && inner.min.y >= outer.min.y && inner.max.x <= outer.max.x &&
         inner.max.y <= outer.max.y;
}

TEST(Layout, cards_never_overlap_or_extend_past_the_edge_at_any_size) {
  for (float width = 280; width <= 2600; width += 40) {
    for (float height = 240; height <= 1600; height += 40) {
      const std::size_t strategies = 1 + static_cast<std::size_t>(width / 40) % 4;
      const ui::Layout layout = ui::lay_out({width, height}, {40, 5, 32, 24, strategies});
      std::vector<ui::Rect> rects;
      for (const ui::Place& place : layout.fixed) rects.push_back(place.rect);
      if (!layout.setup_rect.empty()) rects.push_back(layout.setup_rect);
      if (!layout.scroll_view.empty()) rects.push_back(layout.scroll_view);
      for (std::size_t i = 0; i < rects.size(); ++i) {
        ASSERT_FALSE(rects[i].empty()) << width << "x" << height << " " << i;
        ASSERT_TRUE(inside(rects[i], {{0, 0}, {width, height}})) << width << "x" << height << " " << i;
        for (std::size_t j = 0; j < i; ++j) ASSERT_FALSE(overlap(rects[i], rects[j])) << width << "x" << height;
      }
    }
  }
}

}  // namespace
}  // namespace reshard
