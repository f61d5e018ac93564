#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/web/imgui_frame.h"
#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

/// A painter that records what it is told to draw.
class Recorder final : public Painter {
 public:
  struct Filled {
    Rect rect;
    Color color;
  };
  struct Arc {
    Sector sector;
    Color color;
  };
  struct Text {
    Rect box;
    std::string words;
  };
  std::vector<Filled> rects, outlines, circles;  // circles as their bounds
  std::vector<Arc> sectors;
  std::vector<Text> texts;
  std::vector<std::vector<ImVec2>> polylines;
  std::size_t strokes = 0, polygons = 0;
  Rect bounds{{1e9f, 1e9f}, {-1e9f, -1e9f}};  // of everything

  bool says(std::string_view words) const {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const Text& t) { return t.words.find(words) != std::string::npos; });
  }
  std::vector<Rect> rects_of(Color color) const {
    std::vector<Rect> found;
    for (const Filled& each : rects) {
      if (each.color == color) found.push_back(each.rect);
    }
    return found;
  }

  float device_pixel() const override { return 1; }
  void lines(std::span<const Segment> segments, Color, float) override {
    for (const Segment& s : segments) grow(s.from), grow(s.to);
    strokes += segments.size();
  }
  void polyline(std::span<const ImVec2> points, Color, float) override {
    for (const ImVec2 p : points) grow(p);
    polylines.emplace_back(points.begin(), points.end());
  }
  void polygon(std::span<const ImVec2> points, Color) override {
    ++polygons;
    for (const ImVec2 p : points) grow(p);
  }
  void band(std::span<const ImVec2> one, std::span<const ImVec2> other, Color) override {
    for (const ImVec2 p : one) grow(p);
    for (const ImVec2 p : other) grow(p);
  }
  void rect(Rect rect, Color fill, float) override {
    if (rect.empty()) return;
    grow(rect);
    rects.push_back({rect, fill});
  }
  void outline(Rect rect, Color color, float, float) override {
    grow(rect);
    outlines.push_back({rect, color});
  }
  void circle(ImVec2 center, float radius, Color fill) override {
    circles.push_back({around(center, radius), fill});
    grow(circles.back().rect);
  }
  void circle_outline(ImVec2 center, float radius, Color, float) override { grow(around(center, radius)); }
  void sector(const Sector& sector, Color fill) override {
    sectors.push_back({sector, fill});
    for (int i = 0; i <= 16; ++i) {
      grow(
          on_circle(sector.center, sector.outer, sector.from + (sector.to - sector.from) * static_cast<float>(i) / 16));
    }
  }
  void sector_outline(const Sector&, Color, float) override {}
  void clip(Rect) override {}
  void unclip() override {}

 protected:
  void draw_text(Rect box, std::string_view text, const TextStyle&) override {
    grow(box);
    texts.push_back({box, std::string(text)});
  }

 private:
  static Rect around(ImVec2 c, float r) { return {{c.x - r, c.y - r}, {c.x + r, c.y + r}}; }
  void grow(ImVec2 p) {
    bounds.min = {std::min(bounds.min.x, p.x), std::min(bounds.min.y, p.y)};
    bounds.max = {std::max(bounds.max.x, p.x), std::max(bounds.max.y, p.y)};
  }
  void grow(Rect r) { grow(r.min), grow(r.max); }
};

constexpr NodeId node_id(std::size_t i) { return NodeId{static_cast<std::uint32_t>(i)}; }

/// A canvas with a recorder, for a cluster of node-0, node-1, ….
struct Scene {
  explicit Scene(std::size_t nodes) : cluster(cluster_of(nodes)) {}

  static Cluster cluster_of(std::size_t nodes) {
    std::vector<Node> list(nodes);
    for (std::size_t i = 0; i < nodes; ++i) list[i].name = "node-" + std::to_string(i);
    return Cluster::of(list).value();
  }

  ImGuiFrame frame;
  Cluster cluster;
  Theme theme = make_theme(false, false);
  NodeNames names{cluster, nullptr, "no node"};
  Recorder recorder;
  Canvas canvas{recorder, theme, kEnglish, names};

  /// Whether all that was drawn lies in `area`, give or take a stroke's width.
  ::testing::AssertionResult stays_inside(Rect area) const {
    const Rect b = recorder.bounds;
    if (b.min.x > b.max.x) return ::testing::AssertionSuccess();  // nothing was drawn
    constexpr float kSlack = 2;
    if (b.min.x >= area.min.x - kSlack && b.min.y >= area.min.y - kSlack && b.max.x <= area.max.x + kSlack &&
        b.max.y <= area.max.y + kSlack) {
      return ::testing::AssertionSuccess();
    }
    return ::testing::AssertionFailure() << "drawn from " << b.min.x << ", " << b.min.y << " to " << b.max.x << ", "
                                         << b.max.y << " in " << area.width() << " × " << area.height();
  }
};

/// Areas from a phone's to a desktop's.
inline constexpr Rect kRooms[] = {{{10, 20}, {410, 320}}, {{0, 0}, {350, 120}}, {{5, 5}, {600, 505}},
                                  {{0, 0}, {40, 30}},     {{0, 0}, {300, 260}}, {{0, 0}, {1400, 200}},
                                  {{0, 0}, {120, 600}}};

}  // namespace reshard::ui
