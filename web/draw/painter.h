#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "web/draw/color.h"
#include "web/draw/fonts.h"

namespace reshard::ui {

/// A rectangle in CSS pixels.
struct Rect {
  ImVec2 min, max;

  float width() const { return max.x - min.x; }
  float height() const { return max.y - min.y; }
  ImVec2 center() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
  bool empty() const { return !(max.x > min.x && max.y > min.y); }
  bool contains(ImVec2 p) const { return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y; }
  bool meets(const Rect& o) const { return min.x < o.max.x && o.min.x < max.x && min.y < o.max.y && o.min.y < max.y; }
  Rect inset(float by) const { return {{min.x + by, min.y + by}, {max.x - by, max.y - by}}; }
  Rect cut_top(float height);     ///< cuts off the upper part and returns it
  Rect cut_bottom(float height);  ///< cuts off the lower part and returns it
};

/// Part of a ring. Angles are turns: 0 is twelve o'clock, growing clockwise, `to` >= `from`.
struct Sector {
  ImVec2 center;
  float inner, outer;
  float from, to;
};
ImVec2 on_circle(ImVec2 center, float radius, float turns);

/// The pointer's position, for pictures that say what is under it; empty in exports.
using Pointer = std::optional<ImVec2>;

struct Segment {
  ImVec2 from, to;
};

/// How a text is aligned to its anchor point.
enum class AlignX { kLeft, kCenter, kRight };
enum class AlignY { kTop, kMiddle, kBottom };
struct TextStyle {
  Color color;
  FontRole font = FontRole::kSmall;
  AlignX x = AlignX::kLeft;
  AlignY y = AlignY::kTop;
  float max_width = 0;  ///< 0: no limit; longer text is cut with an ellipsis
};

/// What pictures are drawn with. Two back ends make the same picture: Dear ImGui's draw list for the screen and SVG for
/// export. Lengths are CSS pixels, points absolute. A width of 0 is a hairline: one device pixel, aligned to the
/// device's grid where it is horizontal or vertical.
class Painter {
 public:
  virtual ~Painter() = default;

  virtual float device_pixel() const = 0;  ///< its size in CSS pixels

  /// One straight stroke; horizontal and vertical hairlines are aligned to the device's grid.
  void line(ImVec2 from, ImVec2 to, Color color, float width);

  virtual void lines(std::span<const Segment> segments, Color color, float width) = 0;
  virtual void polyline(std::span<const ImVec2> points, Color color, float width) = 0;
  virtual void polygon(std::span<const ImVec2> points, Color fill) = 0;  ///< convex, clockwise on the screen
  /// The area between two polylines of the same length.
  virtual void band(std::span<const ImVec2> one, std::span<const ImVec2> other, Color fill) = 0;
  virtual void rect(Rect rect, Color fill, float radius = 0) = 0;
  virtual void outline(Rect rect, Color color, float width, float radius = 0) = 0;  ///< inside the edge
  virtual void circle(ImVec2 center, float radius, Color fill) = 0;
  virtual void circle_outline(ImVec2 center, float radius, Color color, float width) = 0;
  virtual void sector(const Sector& sector, Color fill) = 0;
  virtual void sector_outline(const Sector& sector, Color color, float width) = 0;

  virtual void clip(Rect to) = 0;  ///< confines drawing to `to` until unclip()
  virtual void unclip() = 0;

  /// Marks what moved: parallel strokes inside a rectangle or a sector, aligned with those of its neighbours.
  void hatch(Rect rect, Color color);
  void hatch(const Sector& sector, Color color);

  /// The size in the screen's fonts, for both back ends.
  ImVec2 text_size(std::string_view text, FontRole font) const;
  float ascent(FontRole font) const { return face(font)->Ascent; }  ///< from a text's top to its baseline

  /// Draws one line of text and returns the rectangle that it covers.
  Rect text(ImVec2 at, std::string_view text, const TextStyle& style);

  /// The text itself if it fits, else as much of it as fits, followed by "…"; "" if not even that fits.
  std::string fit_text(std::string_view text, FontRole font, float max_width) const;

  /// `at` moved to the edge of a device pixel, so that edges are sharp.
  ImVec2 snapped(ImVec2 at) const;
  Rect snapped(Rect rect) const;

 protected:
  /// `box` is what the text covers; it is as wide as text_size says.
  virtual void draw_text(Rect box, std::string_view text, const TextStyle& style) = 0;

  static ImFont* face(FontRole font);  // Dear ImGui's default before build_fonts()
  float stroke(float width) const { return width > 0 ? width : device_pixel(); }
};

/// Draws into a Dear ImGui draw list, by default the current window's.
class ImGuiPainter final : public Painter {
 public:
  ImGuiPainter();
  explicit ImGuiPainter(ImDrawList* list);
  ~ImGuiPainter() override;
  ImGuiPainter(const ImGuiPainter&) = delete;
  ImGuiPainter& operator=(const ImGuiPainter&) = delete;

  float device_pixel() const override { return pixel_; }
  void lines(std::span<const Segment> segments, Color color, float width) override;
  void polyline(std::span<const ImVec2> points, Color color, float width) override;
  void polygon(std::span<const ImVec2> points, Color fill) override;
  void band(std::span<const ImVec2> one, std::span<const ImVec2> other, Color fill) override;
  void rect(Rect rect, Color fill, float radius) override;
  void outline(Rect rect, Color color, float width, float radius) override;
  void circle(ImVec2 center, float radius, Color fill) override;
  void circle_outline(ImVec2 center, float radius, Color color, float width) override;
  void sector(const Sector& sector, Color fill) override;
  void sector_outline(const Sector& sector, Color color, float width) override;
  void clip(Rect to) override;
  void unclip() override;

 protected:
  void draw_text(Rect box, std::string_view text, const TextStyle& style) override;

 private:
  ImDrawList* list_;
  float pixel_;
  float fringe_before_;  // the list's own width of anti-aliased edges, restored at the end
};

/// Writes SVG. Text is measured with the fonts of the screen (an ImGui context has to be current), so that layout,
/// ellipses and line breaks are the same.
class SvgPainter final : public Painter {
 public:
  /// A picture of `width` × `height` CSS pixels on `background`. `title` and `description` are for screen readers.
  SvgPainter(float width, float height, Color background, std::string_view title, std::string_view description);

  std::string finish();  ///< the document; call it once

  float device_pixel() const override { return 1; }
  void lines(std::span<const Segment> segments, Color color, float width) override;
  void polyline(std::span<const ImVec2> points, Color color, float width) override;
  void polygon(std::span<const ImVec2> points, Color fill) override;
  void band(std::span<const ImVec2> one, std::span<const ImVec2> other, Color fill) override;
  void rect(Rect rect, Color fill, float radius) override;
  void outline(Rect rect, Color color, float width, float radius) override;
  void circle(ImVec2 center, float radius, Color fill) override;
  void circle_outline(ImVec2 center, float radius, Color color, float width) override;
  void sector(const Sector& sector, Color fill) override;
  void sector_outline(const Sector& sector, Color color, float width) override;
  void clip(Rect to) override;
  void unclip() override;

 protected:
  void draw_text(Rect box, std::string_view text, const TextStyle& style) override;

 private:
  void tag(std::string_view name);        // "<name"
  void rounded(Rect rect, float radius);  // "<rect …"
  void number(std::string_view attribute, float value);
  void point(float x, float y);
  void fill(Color color);
  void stroke_with(Color color, float width);
  void points(std::span<const ImVec2> points);
  void sector_path(const Sector& sector);

  std::string out_;
  int clips_ = 0;       // ids given so far
  int open_clips_ = 0;  // groups to close
};

}  // namespace reshard::ui
