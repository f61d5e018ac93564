#include "web/controls/probes.h"

#include <gtest/gtest.h>

namespace reshard::ui {
namespace {

// One frame of a window with two buttons and a named corner, in a context without a window system.
class MarksTest : public testing::Test {
 protected:
  MarksTest() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = ImVec2(400, 300);
    io.Fonts->AddFontDefault();
    io.Fonts->Build();
  }
  ~MarksTest() override {
    record_probes(false);
    ImGui::DestroyContext();
  }

  static void draw() {
    ImGui::NewFrame();
    begin_probes();
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(ImVec2(400, 300));
    ImGui::Begin("window");
    ImGui::Button("Add", ImVec2(80, 30));
    probe("add-node");
    ImGui::BeginDisabled();
    ImGui::Button("Remove", ImVec2(80, 30));
    probe("remove-node", "node-\"3\"");
    ImGui::EndDisabled();
    probe_rect("corner", "", ImVec2(390, 290), ImVec2(420, 320));
    ImGui::End();
    ImGui::EndFrame();
  }
};

TEST_F(MarksTest, nothing_is_recorded_unless_asked_for) {
  draw();
  EXPECT_TRUE(probes().empty());
  EXPECT_EQ(probes_json(), "{}");
}

TEST_F(MarksTest, a_mark_has_the_rectangle_of_its_item) {
  record_probes(true);
  draw();
  ASSERT_EQ(probes().size(), 3u);
  const Probe& add = probes()[0];
  EXPECT_EQ(add.name, "add-node");
  EXPECT_EQ(add.max.x - add.min.x, 80);
  EXPECT_EQ(add.max.y - add.min.y, 30);
  EXPECT_TRUE(add.visible);
  EXPECT_TRUE(add.enabled);
}

TEST_F(MarksTest, disabled_and_clipped_controls_say_so) {
  record_probes(true);
  draw();
  ASSERT_EQ(probes().size(), 3u);
  EXPECT_FALSE(probes()[1].enabled);
  EXPECT_FALSE(probes()[2].visible);
  EXPECT_TRUE(probes()[2].enabled);
}

TEST_F(MarksTest, only_the_last_frame_is_kept) {
  record_probes(true);
  draw();
  draw();
  EXPECT_EQ(probes().size(), 3u);
}

TEST_F(MarksTest, json_quotes_names) {
  record_probes(true);
  draw();
  EXPECT_NE(probes_json().find(R"("remove-node:node-\"3\"":{"x":)"), std::string::npos) << probes_json();
}

}  // namespace
}  // namespace reshard::ui
