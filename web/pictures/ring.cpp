#include "web/pictures/ring.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "web/pictures/ring_spans.h"

namespace reshard::ui {
namespace {

constexpr float kTurn = 6.28318530718f;
constexpr float kLeastMargin = 14, kMostMargin = 26;  // outside the band: moved arcs, ticks, the walk of a key
constexpr float kAbove = 40;                          // the same above a line, plus names
constexpr float kEnds = 12;                           // beside the ends of a line
constexpr float kLeastLine = 76;
constexpr float kStandOut = 8;  // how far a moved arc reaches out
constexpr float kTick = 4;
constexpr float kNamed = 28;      // px between points at which most names have room
constexpr float kHatchable = 10;  // px along the ring at which strokes are recognisable

// Places are given by radius and turns. On a line, the radius is the height above its lower edge, and a turn is its
// length.
struct Layout {
  bool line;
  Rect area;
  ImVec2 center;               // of a line: its start
  float outer = 0, inner = 0;  // of the band
  float keys = 0;              // radius of the circle of keys
  float pin = 0;               // how long a moved key's pin is
  float length = 0;            // of a line

  std::vector<RingPart> seen;  // in order

  Layout(Rect room, const Zoom& zoom, bool as_line) : line(as_line), area(room) {
    line ? lie_along(zoom) : go_around(zoom);
  }
  float turns_at(ImVec2 p) const {
    if (line) return (p.x - center.x) / length;
    const float turns = std::atan2(p.x - center.x, center.y - p.y) / kTurn;
    return turns < 0 ? turns + 1 : turns;
  }
  float radius_at(ImVec2 p) const { return line ? center.y - p.y : std::hypot(p.x - center.x, p.y - center.y); }
  bool sees(float turns) const {
    return std::any_of(seen.begin(), seen.end(), [&](RingPart part) { return part.holds(turns); });
  }
  float pixels(float turns) const { return line ? turns * length : turns * kTurn * outer; }
  ImVec2 at(float radius, float turns) const {
    return line ? ImVec2(center.x + turns * length, center.y - radius) : on_circle(center, radius, turns);
  }
  ImVec2 outwards(ImVec2 at) const { return line ? ImVec2(0, -1) : ImVec2(at.x - center.x, at.y - center.y); }
  std::size_t resolution(RingPart part) const {
    return ring_resolution((line ? length / kTurn : outer) * (part.to - part.from));
  }

  void fill(Painter& painter, float low, float high, float from, float to, Color color) const {
    if (line) return painter.rect({at(high, from), at(low, to)}, color);
    painter.sector({center, low, high, from, to}, color);
  }
  void hatch(Painter& painter, float low, float high, float from, float to, Color color) const {
    if (line) return painter.hatch(Rect{at(high, from), at(low, to)}, color);
    painter.hatch(Sector{center, low, high, from, to}, color);
  }

 private:
  void go_around(const Zoom& zoom) {
    center = zoom.at(area.center());
    const float whole = ring_rim(area).radius;
    outer = whole * zoom.scale;
    inner = outer - std::clamp(whole * 0.17f, 6.0f, 34.0f);
    keys = inner - std::clamp(whole * 0.09f, 6.0f, 16.0f);
    pin = std::clamp(whole * 0.1f, 6.0f, 20.0f);
    seen = parts_in();
  }

  // Magnified, the line is longer but stays at its height.
  void lie_along(const Zoom& zoom) {
    inner = 0;
    outer = std::clamp((area.height() - kAbove) * 0.2f, 6.0f, 64.0f);
    keys = -std::clamp(area.height() * 0.04f, 5.0f, 16.0f);
    pin = std::clamp(area.height() * 0.08f, 6.0f, 28.0f);
    // There is more to draw below the line than above.
    const float middle = area.center().y + outer / 2 - std::min(40.0f, area.height() * 0.08f);
    center = {zoom.at({area.min.x + kEnds, 0}).x, std::max(middle, area.min.y + kAbove + outer)};
    length = (area.width() - 2 * kEnds) * zoom.scale;
    seen = {{std::clamp(turns_at(area.min), 0.0f, 1.0f), std::clamp(turns_at(area.max), 0.0f, 1.0f)}};
  }

  // The whole ring, or the part that its centre sees through the area: two parts if that spans twelve o'clock.
  std::vector<RingPart> parts_in() const {
    if (area.contains(center)) return {{0, 1}};
    const float middle = turns_at(area.center());
    float from = middle, to = middle;
    for (const ImVec2 corner : {area.min, area.max, ImVec2(area.min.x, area.max.y), ImVec2(area.max.x, area.min.y)}) {
      const float off = turns_at(corner) - middle, turns = middle + off - std::round(off);
      from = std::min(from, turns);
      to = std::max(to, turns);
    }
    if (from < 0) return {{0, to}, {from + 1, 1}};
    if (to > 1) return {{0, to - 1}, {from, 1}};
    return {{from, to}};
  }
};

// During the motion, a new owner's part grows backwards from its point.
void draw_moved_span(const Canvas& canvas, const Layout& layout, const RingSpan& span) {
  Painter& painter = canvas.painter;
  const float split = span.to - (span.to - span.from) * canvas.motion;
  layout.fill(painter, layout.inner, layout.outer, span.from, span.to, canvas.color(span.before));
  const float top = layout.outer + kStandOut * canvas.motion;
  layout.fill(painter, layout.inner, top, split, span.to, canvas.color(span.after));
  if (layout.pixels(span.to - split) >= kHatchable)
    layout.hatch(painter, layout.inner, top, split, span.to, canvas.hatch_on(span.after));
  const float rim = std::max(3.0f, (layout.inner - layout.keys) * 0.35f);
  layout.fill(painter, layout.inner - 1.5f - rim, layout.inner - 1.5f, span.from, span.to, canvas.color(span.before));
}

void draw_spans(const Canvas& canvas, const Layout& layout, std::span<const RingSpan> spans) {
  for (const RingSpan& span : spans) {
    if (span.moved()) {
      draw_moved_span(canvas, layout, span);
    } else {
      layout.fill(canvas.painter, layout.inner, layout.outer, span.from, span.to, canvas.color(span.after));
    }
  }
  float seen = 0;
  for (const RingPart& part : layout.seen) seen += part.to - part.from;
  if (spans.size() * 6 > static_cast<std::size_t>(layout.pixels(seen)) || spans.size() < 2) return;
  std::vector<Segment> seams;  // thin gaps, if arcs are wide enough for them
  for (const RingSpan& span : spans) {
    const float top = span.moved() ? layout.outer + kStandOut : layout.outer;
    seams.push_back({layout.at(layout.inner, span.from), layout.at(top, span.from)});
  }
  canvas.painter.lines(seams, canvas.theme.colors.surface, 1.5f);
}

enum class PointMark { kNone, kLine, kDot };

PointMark point_mark(const Layout& layout, const RingPicture& picture) {
  const float spacing = layout.pixels(1) / static_cast<float>(std::max<std::size_t>(1, picture.points.size()));
  if (spacing < 2) return PointMark::kNone;  // any closer, they would look like a second ring
  return spacing < 16 ? PointMark::kLine : PointMark::kDot;
}

void draw_points(const Canvas& canvas, const Layout& layout, const RingPicture& picture) {
  const PointMark mark = point_mark(layout, picture);
  if (mark == PointMark::kNone) return;
  const bool dots = mark == PointMark::kDot;
  for (const RingPicture::Point& point : picture.points) {
    const float turns = turns_of(point.position);
    if (!layout.sees(turns)) continue;
    if (dots) {
      canvas.painter.circle(layout.at(layout.outer, turns), 6, canvas.theme.colors.surface);
      canvas.painter.circle(layout.at(layout.outer, turns), 4.5f, canvas.color(point.owner));
    } else {
      const Segment tick{layout.at(layout.outer + 1.5f, turns), layout.at(layout.outer + 1.5f + kTick, turns)};
      canvas.painter.lines({&tick, 1}, canvas.color(point.owner), 1);
    }
  }
}

// Where points are far enough apart, their owners' names are drawn beside them.
void draw_names(const Canvas& canvas, const Layout& layout, const RingPicture& picture) {
  const float spacing = layout.pixels(1) / static_cast<float>(std::max<std::size_t>(1, picture.points.size()));
  if ((canvas.zoom.scale == 1 && !layout.line) || spacing < kNamed) return;
  Rect last{};
  for (const RingPicture::Point& point : picture.points) {
    const float turns = turns_of(point.position);
    if (!layout.sees(turns)) continue;
    ImVec2 at = layout.at(layout.outer + kStandOut + (layout.line ? 10.0f : 6.0f), turns);
    const ImVec2 out = layout.outwards(at);
    const float side = out.x / std::hypot(out.x, out.y);
    const TextStyle style{.color = canvas.theme.colors.text,
                          .x = side > 0.4f    ? AlignX::kLeft
                               : side < -0.4f ? AlignX::kRight
                                              : AlignX::kCenter,
                          .y = std::abs(side) > 0.9f ? AlignY::kMiddle
                               : out.y < 0           ? AlignY::kBottom
                                                     : AlignY::kTop};
    const std::string_view name = canvas.names.of(point.owner);
    const ImVec2 size = canvas.painter.text_size(name, style.font);
    if (layout.line) at.x = std::max(layout.area.min.x + size.x / 2, std::min(at.x, layout.area.max.x - size.x / 2));
    if (last.meets(Rect{at, at}.inset(-size.x / 2))) continue;
    last = canvas.painter.text(at, name, style);
  }
}

void draw_keys(const Canvas& canvas, const Layout& layout, std::span<const SampledKey> keys) {
  for (const SampledKey& key : keys) {
    if (key.before != key.after || !layout.sees(turns_of(key.position))) continue;
    canvas.painter.circle(layout.at(layout.keys, turns_of(key.position)), 1.6f, canvas.color(key.after));
  }
  for (const SampledKey& key : keys) {  // on top of the others
    if (key.before == key.after || !layout.sees(turns_of(key.position))) continue;
    const float turns = turns_of(key.position), end = layout.keys - layout.pin * canvas.motion;
    const Segment pin{layout.at(layout.keys, turns), layout.at(end, turns)};
    canvas.painter.lines({&pin, 1}, canvas.color(key.before), 1.5f);
    canvas.painter.circle(pin.to, 3.4f, canvas.theme.colors.surface);
    canvas.painter.circle(pin.to, 2.6f, canvas.color(canvas.motion < 0.5f ? key.before : key.after));
  }
}

struct Walk {
  std::uint64_t from, to;
  bool backwards;
  std::uint64_t length() const { return backwards ? from - to : to - from; }
};

Walk walk_of(const RingPicture& picture, std::uint64_t position) {
  const std::uint64_t to = picture.points[owning_point(picture, position)].position;
  const bool back = picture.rule == RingRule::kAtOrBefore;
  return {position, to, back || (picture.rule == RingRule::kNearest && position - to < to - position)};
}

// On a line, a path that leaves at one end enters at the other.
void draw_track(Painter& painter, const Layout& layout, float start, float way, Color ink, float width) {
  const float track = layout.outer + kStandOut + 6;
  std::vector<ImVec2> path;
  const int steps = 1 + static_cast<int>(layout.pixels(std::abs(way)) / 4);
  float round = 0;  // how often the path has left and re-entered the line
  for (int i = 0; i <= steps; ++i) {
    const float turns = start + way * static_cast<float>(i) / static_cast<float>(steps);
    if (layout.line && std::floor(turns) != round) {
      path.push_back(layout.at(track, way > 0 ? 1.0f : 0.0f));
      painter.polyline(path, ink, width);
      path.assign({layout.at(track, way > 0 ? 0.0f : 1.0f)});
      round = std::floor(turns);
    }
    path.push_back(layout.at(track, turns - round));
  }
  path.push_back(layout.at(layout.outer + 5, start + way - round));
  painter.polyline(path, ink, width);
}

void draw_walk(const Canvas& canvas, const Layout& layout, const Walk& walk, bool wins) {
  Painter& painter = canvas.painter;
  const Color ink = wins ? canvas.theme.colors.text : canvas.theme.colors.text_quiet;
  const float track = layout.outer + kStandOut + 6, start = turns_of(walk.from);
  const float way = turns_of(walk.length()) * (walk.backwards ? -1.0f : 1.0f);
  draw_track(painter, layout, start, way, ink, wins ? 2 : 1);
  const float end = layout.line ? start + way - std::floor(start + way) : start + way;
  const ImVec2 tip = layout.at(layout.outer + 1, end);
  const float half = 4 / layout.pixels(1);
  const ImVec2 head[] = {tip, layout.at(layout.outer + 8, end - half), layout.at(layout.outer + 8, end + half)};
  if (wins) painter.polygon(head, ink);
  const Segment stem{layout.at(layout.keys, start), layout.at(track, start)};
  painter.lines({&stem, 1}, ink, wins ? 2 : 1);
  painter.circle(stem.from, wins ? 5 : 3.5f, ink);
  if (wins) painter.circle(stem.from, 3, canvas.theme.colors.surface);
}

// Of a key's several probes, the one nearest to its point wins.
void draw_walks(const Canvas& canvas, const Layout& layout, const RingPicture& picture) {
  std::vector<Walk> walks;
  for (const std::uint64_t position : picture.key_positions) walks.push_back(walk_of(picture, position));
  const auto best = std::min_element(walks.begin(), walks.end(),
                                     [](const Walk& a, const Walk& b) { return a.length() < b.length(); });
  for (auto walk = walks.begin(); walk != walks.end(); ++walk) {
    if (walk != best) draw_walk(canvas, layout, *walk, false);
  }
  if (best != walks.end()) draw_walk(canvas, layout, *best, true);
}

// Labels the ends, below the line.
void draw_ends(const Canvas& canvas, const Layout& layout, std::string_view end) {
  const float low = layout.keys - layout.pin - 8;
  TextStyle style{.color = canvas.theme.colors.text_quiet, .max_width = layout.area.width() / 2 - kEnds};
  const ImVec2 first = layout.at(low, 0), last = layout.at(low, 1);
  if (first.y + canvas.painter.text_size(end, style.font).y > layout.area.max.y) return;
  if (layout.sees(0)) canvas.painter.text(first, "0", style);
  style.x = AlignX::kRight;
  if (layout.sees(1)) canvas.painter.text(last, end, style);
}

// Outside the ring; below the line.
void draw_numbers(const Canvas& canvas, const Layout& layout, unsigned count) {
  const float out = layout.line ? layout.keys - layout.pin - 12 : layout.outer + kStandOut + 8;
  for (unsigned i = 0; i < count; ++i) {
    const float turns = static_cast<float>(i) / static_cast<float>(count);
    if (!layout.sees(turns)) continue;
    canvas.painter.text(layout.at(out, turns), std::to_string(i),
                        {.color = canvas.theme.colors.text_quiet, .x = AlignX::kCenter, .y = AlignY::kMiddle});
  }
}

void draw_middle(const Canvas& canvas, const Layout& layout, const Ring& ring) {
  const float room = layout.line ? layout.area.width() / 2 : 1.5f * (layout.keys - layout.pin);
  const ThemeColors& colors = canvas.theme.colors;
  TextStyle strong{
      .color = colors.text, .font = FontRole::kFigure, .x = AlignX::kCenter, .y = AlignY::kMiddle, .max_width = room};
  const TextStyle quiet{.color = colors.text_quiet, .x = AlignX::kCenter, .y = AlignY::kMiddle, .max_width = room};
  if (room < 48) return;
  const ImVec2 below{layout.area.center().x, layout.at(layout.keys - layout.pin - 52, 0).y};
  if (layout.line && below.y + 28 > layout.area.max.y) return;
  const ImVec2 c = layout.line ? below : layout.center;
  if (ring.inspected_key.empty() || ring.after.points.empty()) {
    // Half a caption would say less than none, and half a number something else.
    const auto fits = [&](std::string_view text, FontRole font) {
      return canvas.painter.text_size(text, font).x <= room;
    };
    for (const FontRole smaller : {FontRole::kSection, FontRole::kSmall}) {
      if (!fits(ring.figure, strong.font)) strong.font = smaller;
    }
    if (!fits(ring.figure, strong.font)) return;
    const bool captioned = fits(ring.caption, quiet.font);
    canvas.painter.text({c.x, captioned ? c.y - 8 : c.y}, ring.figure, strong);
    if (captioned) canvas.painter.text({c.x, c.y + 16}, ring.caption, quiet);
    return;
  }
  canvas.painter.text({c.x, c.y - 14}, ring.inspected_key, quiet);
  const Rect name = canvas.painter.text({c.x + 8, c.y + 8}, canvas.names.of(ring.inspected_owner),
                                        {.color = colors.text,
                                         .font = FontRole::kSection,
                                         .x = AlignX::kCenter,
                                         .y = AlignY::kMiddle,
                                         .max_width = room - 24});
  canvas.painter.circle({name.min.x - 12, c.y + 8}, 6, canvas.theme.node(ring.inspected_owner));
}

// Explains the marks, in the lower left corner, which the ring leaves free.
class Signs {
 public:
  Signs(const Canvas& canvas, const Layout& layout) : canvas_(canvas), layout_(layout), bottom_(layout.area.max.y) {}

  void draw(const Ring& ring) {
    if (layout_.line || canvas_.zoom.scale != 1) return;
    const bool moves =
        std::any_of(ring.keys.begin(), ring.keys.end(), [](const SampledKey& key) { return key.before != key.after; });
    if (moves && add(ring.signs.moved)) {
      const Segment pin{{middle().x - 4, middle().y}, {middle().x + 4, middle().y}};
      canvas_.painter.lines({&pin, 1}, ink(), 1.5f);
      canvas_.painter.circle(pin.to, 2.6f, ink());
    }
    if (!ring.keys.empty() && add(ring.signs.key)) canvas_.painter.circle(middle(), 1.6f, ink());
    const PointMark mark = point_mark(layout_, ring.after);
    if (mark == PointMark::kNone || !add(ring.signs.point)) return;
    const Segment tick{{middle().x, middle().y - kTick}, {middle().x, middle().y + kTick}};
    if (mark == PointMark::kDot) return canvas_.painter.circle(middle(), 4.5f, ink());
    canvas_.painter.lines({&tick, 1}, ink(), 1);
  }

 private:
  static constexpr float kRow = 18, kMark = 16;

  Color ink() const { return canvas_.theme.colors.text_quiet; }
  ImVec2 middle() const { return {layout_.area.min.x + 6, bottom_ + kRow / 2}; }

  // Writes the first text that fits beside the ring, one row above the last; false if none does.
  bool add(std::span<const std::string_view> words) {
    const ImVec2 from{layout_.area.min.x + kMark, bottom_ - kRow};
    const float ring = layout_.outer + kStandOut + 2 * kTick;
    for (const std::string_view each : words) {
      const float right = from.x + canvas_.painter.text_size(each, FontRole::kSmall).x;
      const ImVec2 nearest{std::min(right, layout_.center.x), from.y};
      const bool apart = std::hypot(nearest.x - layout_.center.x, nearest.y - layout_.center.y) > ring;
      if (each.empty() || !apart || nearest.y < layout_.center.y || right > layout_.area.max.x) continue;
      bottom_ = from.y;
      canvas_.painter.text({from.x, middle().y}, each, {.color = ink(), .y = AlignY::kMiddle});
      return true;
    }
    return false;
  }

  const Canvas& canvas_;
  const Layout& layout_;
  float bottom_;
};

NodeId owner_under(const Canvas& canvas, const Layout& layout, std::span<const RingSpan> spans) {
  if (!canvas.pointer) return kNoNode;
  const float radius = layout.radius_at(*canvas.pointer);
  if (radius < layout.inner || radius > layout.outer + kStandOut) return kNoNode;
  const float turns = layout.turns_at(*canvas.pointer);
  for (const RingSpan& span : spans) {
    if (span.from <= turns && turns < span.to) return span.after;
  }
  return kNoNode;
}

std::vector<RingSpan> spans_seen(const Layout& layout, const Ring& ring) {
  std::vector<RingSpan> spans;
  for (const RingPart& part : layout.seen) {
    const auto found = ring_spans(ring.after, ring.before, layout.resolution(part), part);
    spans.insert(spans.end(), found.begin(), found.end());
  }
  return spans;
}

}  // namespace

Rim ring_rim(Rect area) {
  const float side = std::min(area.width(), area.height());
  return {area.center(), std::max(8.0f, side / 2 - std::clamp(side * 0.1f, kLeastMargin, kMostMargin))};
}

std::size_t ring_resolution(float radius) {
  return static_cast<std::size_t>(std::clamp(radius * kTurn * 1.5f, 64.0f, 4096.0f));
}

NodeId draw_ring(const Canvas& canvas, Rect area, const Ring& ring) {
  const bool line = canvas.rings_as_lines;
  if (area.width() < 2 * kMostMargin || area.height() < (line ? kLeastLine : 2 * kMostMargin)) return kNoNode;
  const Layout layout(area, canvas.zoom, line);
  const std::vector<RingSpan> spans = spans_seen(layout, ring);
  canvas.painter.clip(area);
  draw_spans(canvas, layout, spans);
  draw_points(canvas, layout, ring.after);
  draw_keys(canvas, layout, ring.keys);
  if (!ring.inspected_key.empty() && !ring.after.points.empty()) draw_walks(canvas, layout, ring.after);
  draw_middle(canvas, layout, ring);
  Signs(canvas, layout).draw(ring);
  draw_numbers(canvas, layout, ring.after.numbered);
  if (line && ring.after.numbered == 0) draw_ends(canvas, layout, ring.end);
  draw_names(canvas, layout, ring.after);
  canvas.painter.unclip();
  return canvas.points_at(area) ? owner_under(canvas, layout, spans) : kNoNode;
}

}  // namespace reshard::ui
