#include "web/draw/theme.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/web/color_blindness.h"

namespace reshard::ui {
namespace {

NodeId node(std::size_t i) { return NodeId{static_cast<std::uint32_t>(i)}; }

// The first pair of the published test data, and one with hues on both sides of zero.
TEST(ColorDifference, AgreesWithThePaper) {
  EXPECT_NEAR(difference({50.0, 2.6772, -79.7751}, {50.0, 0.0, -82.7485}), 2.0425, 1e-4);
  EXPECT_NEAR(difference({50.0, 2.5, 0.0}, {61.0, -5.0, 29.0}), 22.8977, 1e-4);
  EXPECT_NEAR(difference({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}), 1.2644, 1e-4);
}

double smallest_difference(std::size_t colors, Vision vision, bool dark) {
  double smallest = 1000;
  for (std::size_t i = 0; i < colors; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      smallest = std::min(
          smallest, difference(seen_as(node_color(node(i), dark), vision), seen_as(node_color(node(j), dark), vision)));
    }
  }
  return smallest;
}

TEST(Theme, PickedColorsStayApartForEveryVision) {
  for (const bool dark : {false, true}) {
    for (const Vision vision : kVisions) {
      SCOPED_TRACE(::testing::Message() << (dark ? "dark" : "light") << ", vision " << static_cast<int>(vision));
      EXPECT_GE(smallest_difference(5, vision, dark), 15);
      EXPECT_GE(smallest_difference(8, vision, dark), 12);
      EXPECT_GE(smallest_difference(kPickedColors, vision, dark), 11);
    }
  }
}

TEST(Theme, NodesStandOutFromTheSurface) {
  for (const bool dark : {false, true}) {
    const Theme theme = make_theme(dark, false);
    for (std::size_t i = 0; i < 1000; ++i) {
      EXPECT_GE(contrast(theme.node(node(i)), theme.colors.surface), 2.5) << i << (dark ? " dark" : " light");
    }
  }
}

TEST(Theme, ColorsBeyondThePickedOnesDifferFromTheirNeighbours) {
  for (const bool dark : {false, true}) {
    for (std::size_t i = kPickedColors; i < 1000; ++i) {
      const auto now = seen_as(node_color(node(i), dark), Vision::kNormal);
      const auto next = seen_as(node_color(node(i + 1), dark), Vision::kNormal);
      EXPECT_GE(difference(now, next), 10) << i;
    }
  }
}

TEST(Theme, TextIsReadable) {
  for (const bool dark : {false, true}) {
    const ThemeColors c = make_theme(dark, false).colors;
    for (const Color ground : {c.surface, c.background}) {
      EXPECT_GE(contrast(c.text, ground), 7);
      EXPECT_GE(contrast(c.text_quiet, ground), 4.5);
      EXPECT_GE(contrast(c.accent, ground), 4.5);
      EXPECT_GE(contrast(c.warning, ground), 4.5);
      EXPECT_GE(contrast(c.error, ground), 4.5);
    }
    EXPECT_GE(contrast(c.text, c.control_active), 4.5);
    EXPECT_GE(contrast(c.text_quiet, c.control), 4.5);
    EXPECT_GE(contrast(c.on_accent, c.accent_hovered), 4.5);
    EXPECT_GE(contrast(c.on_accent, c.accent_active), 4.5);
    for (std::size_t i = 0; i < kPickedColors; ++i) {
      const Color ground = node_color(node(i), dark);
      EXPECT_GE(contrast(Theme::ink_on(ground), ground), 4.5) << i;
    }
  }
}

TEST(Theme, FadesAllButTheHighlightedNode) {
  const Theme theme = make_theme(false, false);
  EXPECT_EQ(theme.node_beside(node(1), kNoNode), theme.node(node(1)));
  EXPECT_EQ(theme.node_beside(node(1), node(1)), theme.node(node(1)));
  EXPECT_NE(theme.node_beside(node(1), node(2)), theme.node(node(1)));
  EXPECT_EQ(theme.node(kNoNode), theme.colors.unowned);
}

}  // namespace
}  // namespace reshard::ui
