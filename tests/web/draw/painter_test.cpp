#include "web/draw/painter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/core/vectors.h"
#include "tests/web/imgui_frame.h"
#include "tests/web/xml.h"

namespace reshard::ui {
namespace {

constexpr Color kInk = Color::hex(0x112233);

TEST(Painter, AnglesGrowClockwiseFromTwelve) {
  const ImVec2 top = on_circle({100, 100}, 50, 0), right = on_circle({100, 100}, 50, 0.25f);
  EXPECT_NEAR(top.x, 100, 1e-4);
  EXPECT_NEAR(top.y, 50, 1e-4);
  EXPECT_NEAR(right.x, 150, 1e-4);
  EXPECT_NEAR(right.y, 100, 1e-4);
}

TEST(Painter, CutsRectangles) {
  Rect room{{0, 0}, {100, 50}};
  const Rect top = room.cut_top(20);
  EXPECT_EQ(top.max.y, 20);
  EXPECT_EQ(room.min.y, 20);
  EXPECT_EQ(room.cut_bottom(1000).height(), 30);
  EXPECT_TRUE(room.empty());
}

TEST(Painter, CutsTextBetweenCharacters) {
  const ImGuiFrame frame;
  const SvgPainter painter(100, 100, kInk, "", "");
  EXPECT_EQ(painter.fit_text("node", FontRole::kBody, 1000), "node");
  EXPECT_EQ(painter.fit_text("node", FontRole::kBody, 1), "");
  const float room = painter.text_size("узел", FontRole::kBody).x;
  const std::string cut = painter.fit_text("узел-семнадцать", FontRole::kBody, room);
  EXPECT_LE(painter.text_size(cut, FontRole::kBody).x, room);
  EXPECT_TRUE(cut.ends_with("…"));
  EXPECT_EQ((static_cast<unsigned char>(cut[cut.size() - 4]) & 0xC0) == 0xC0, false) << "half a character is left";
}

// As slowly as can be: the longest beginning, of those that end between characters, that fits with an ellipsis.
std::string slowly_fitted(const Painter& painter, std::string_view text, float room) {
  if (painter.text_size(text, FontRole::kBody).x <= room) return std::string(text);
  for (std::size_t end = text.size() - 1; end > 0; --end) {
    if ((static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) continue;
    const std::string cut = std::string(text.substr(0, end)) + "…";
    if (painter.text_size(cut, FontRole::kBody).x <= room) return cut;
  }
  return "";
}

TEST(Painter, FitsAsMuchTextAsThereIsRoomFor) {
  const ImGuiFrame frame;
  const SvgPainter painter(100, 100, kInk, "", "");
  for (const std::string_view text :
       {"", "n", "node-17", "узел-семнадцать", "a\tb", "😀😀😀", "iiiiiWWWWW", "bad \xFF\x80 bytes"}) {
    for (float room = 0; room < 140; room += 0.5f) {
      EXPECT_EQ(painter.fit_text(text, FontRole::kBody, room), slowly_fitted(painter, text, room)) << text << room;
    }
  }
}

// Where measuring is not bounded, this does not end.
TEST(Painter, FitsTextOfAnyLength) {
  const ImGuiFrame frame;
  const SvgPainter painter(100, 100, kInk, "", "");
  const std::string longest(5'000'000, 'w'), cut = painter.fit_text(longest, FontRole::kBody, 300);
  EXPECT_EQ(cut, painter.fit_text(longest.substr(0, 1000), FontRole::kBody, 300));
  EXPECT_TRUE(cut.ends_with("w…"));
  EXPECT_LT(painter.fit_text(longest, FontRole::kBody, 1e9f).size(), 10'000u);
}

void draw_everything(Painter& painter) {
  const std::array<ImVec2, 3> corners = {{{10, 10}, {40, 10}, {25, 40}}}, other = {{{10, 60}, {40, 70}, {80, 60}}};
  const Rect area{{5, 5}, {95, 55}};
  const Sector sector{{50, 50}, 20, 40, 0.1f, 0.9f};
  painter.clip(area);
  painter.line({0, 10}, {90, 10}, kInk, 0);
  painter.line({0, 10}, {90, 20}, kInk, 2);
  painter.polyline(corners, kInk.faded(0.5f), 1);
  painter.polygon(corners, kInk);
  painter.band(corners, other, kInk);
  painter.rect(area, kInk, 6);
  painter.outline(area, kInk, 0, 0);
  painter.circle({50, 50}, 4, kInk);
  painter.circle_outline({50, 50}, 4, kInk, 1);
  painter.sector(sector, kInk);
  painter.sector_outline(sector, kInk, 1);
  painter.hatch(area, kInk);
  painter.hatch(sector, kInk);
  painter.text({20, 20}, "a < b & \"c\" \x01", {.color = kInk});
  painter.unclip();
}

TEST(SvgPainter, WritesWellFormedXml) {
  const ImGuiFrame frame;
  SvgPainter painter(100, 60.5f, kInk, "Keys & nodes", "<5>");
  draw_everything(painter);
  const std::string svg = painter.finish();
  EXPECT_EQ(xml_problem(svg), "") << svg;
  EXPECT_NE(svg.find("viewBox=\"0 0 100 60.5\""), std::string::npos);
  EXPECT_NE(svg.find("<title>Keys &amp; nodes</title>"), std::string::npos);
  EXPECT_NE(svg.find("a &lt; b &amp; &quot;c&quot; \uFFFD<"), std::string::npos) << "the control character is replaced";
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(SvgPainter, WritesTextAsTheScriptsOfThePageDo) {
  const testing::Vectors rows("xml_text.csv");
  for (const auto& row : rows) {
    const std::string svg = SvgPainter(10, 10, kInk, row.bytes("text"), "").finish();
    EXPECT_NE(svg.find("<title>" + row.bytes("written") + "</title>"), std::string::npos) << row["shown"] << svg;
  }
}

// What is no UTF-8 would make the whole picture unreadable. Surrogates are none (RFC 3629).
TEST(SvgPainter, ReplacesBytesThatAreNoText) {
  for (const auto& [bytes, shown] : std::vector<std::pair<std::string, std::string>>{{"a\x80"
                                                                                      "b",
                                                                                      "a\uFFFDb"},
                                                                                     {"\xC3", "\uFFFD"},
                                                                                     {"\xFF\xFE", "\uFFFD\uFFFD"},
                                                                                     {"\xED\xA0\x80!", "\uFFFD!"}}) {
    const std::string svg = SvgPainter(10, 10, kInk, bytes, "").finish();
    EXPECT_NE(svg.find("<title>" + shown + "</title>"), std::string::npos) << svg;
  }
}

TEST(SvgPainter, FullRingIsDrawn) {
  SvgPainter painter(100, 100, kInk, "", "");
  painter.sector_outline({{50, 50}, 20, 40, 0, 1}, kInk, 1);
  std::string svg = painter.finish();
  EXPECT_EQ(std::count(svg.begin(), svg.end(), 'A'), 6) << "three arcs outside, three inside";
}

// From twelve o'clock to three: half-way between the radii 20 and 40, and as thick as the distance between them.
TEST(SvgPainter, SectorIsAStrokeAlongItsMiddle) {
  SvgPainter painter(100, 100, kInk, "", "");
  painter.sector({{50, 50}, 20, 40, 0, 0.25f}, kInk);
  const std::string svg = painter.finish();
  EXPECT_NE(svg.find("d=\"M50 20A30 30 0 0 1 80 50\" fill=\"none\""), std::string::npos) << svg;
  EXPECT_NE(svg.find("stroke-width=\"20\""), std::string::npos) << svg;
}

TEST(SvgPainter, SectorOfNearlyNoLengthIsOutlined) {
  SvgPainter painter(100, 100, kInk, "", "");
  painter.sector({{50, 50}, 20, 40, 0, 0.001f}, kInk);  // 0.19 pixels long
  EXPECT_EQ(painter.finish().find("stroke"), std::string::npos);
}

// The other back end is tested above; here only that the draw list gets vertices inside the clip rectangle.
TEST(ImGuiPainter, DrawsEverything) {
  const ImGuiFrame frame;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const float fringe = list->_FringeScale;
  {
    ImGuiPainter painter(list);
    draw_everything(painter);
  }
  EXPECT_GT(list->VtxBuffer.Size, 200);
  EXPECT_EQ(list->_FringeScale, fringe) << "the list is left as it was";
  for (const ImDrawIdx index : list->IdxBuffer) ASSERT_LT(static_cast<int>(index), list->VtxBuffer.Size);
}

}  // namespace
}  // namespace reshard::ui
