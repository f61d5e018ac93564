#include <cmath>
#include <cstdio>

#include "core/base/check.h"
#include "core/base/text.h"
#include "web/draw/painter.h"

namespace reshard::ui {
namespace {

// At most two digits after the point: a hundredth of a pixel cannot be seen.
void append_number(std::string& out, float value) {
  char text[32];
  int length = std::snprintf(text, sizeof text, "%.2f", static_cast<double>(value));
  while (length > 1 && text[length - 1] == '0') --length;
  if (text[length - 1] == '.') --length;
  const std::string_view digits(text, static_cast<std::size_t>(length));
  out += digits == "-0" ? "0" : digits;
}

/// Whether XML 1.0 may contain this character, and it is no control. As svg() of web/text/escaped.js;
/// tests/vectors/xml_text.csv holds the two together.
bool can_be_shown(std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (first < 0x80) return (first >= 0x20 && first != 0x7F) || first == '\t' || first == '\n' || first == '\r';
  const bool is_control = first == 0xC2 && character.size() == 2 && static_cast<unsigned char>(character[1]) < 0xA0;
  return is_utf8(character) && !is_control && character != "\uFFFE" && character != "\uFFFF";
}

void append_escaped(std::string& out, std::string_view text) {
  constexpr std::string_view kReplacement = "\uFFFD";
  for (std::size_t at = 0, size; at < text.size(); at += size) {
    size = 1;
    const bool ascii = static_cast<unsigned char>(text[at]) < 0x80;
    while (!ascii && at + size < text.size() && (static_cast<unsigned char>(text[at + size]) & 0xC0) == 0x80) ++size;
    const std::string_view character = text.substr(at, size);
    switch (text[at]) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += can_be_shown(character) ? character : kReplacement;
    }
  }
}

void append_color(std::string& out, std::string_view attribute, Color color) {
  char text[16];
  std::snprintf(text, sizeof text, "#%02x%02x%02x", color.r, color.g, color.b);
  out.append(" ").append(attribute).append("=\"").append(text).append("\"");
  if (color.a == 255) return;
  out.append(" ").append(attribute).append("-opacity=\"");
  append_number(out, static_cast<float>(color.a) / 255);
  out += '"';
}

// For dots and texts, of which a picture has hundreds.
float tenth(float value) { return std::floor(value * 10 + 0.5f) / 10; }

// Dear ImGui's font size spans ascent to descent, SVG's is the em: in Inter, 2816 of 3408 units.
constexpr float kEmOfSize = 2816.0f / 3408;

// An SVG arc of a whole turn ends where it begins and is not drawn, so each arc is at most a third of a turn.
int arcs_of(const Sector& s) { return std::max(1, static_cast<int>(std::ceil((s.to - s.from) * 3))); }

bool is_semibold(FontRole role) {
  return role == FontRole::kStrong || role == FontRole::kSection || role == FontRole::kFigure;
}

}  // namespace

SvgPainter::SvgPainter(float width, float height, Color background, std::string_view title,
                       std::string_view description) {
  out_ =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" font-family=\"Inter, system-ui, sans-serif\" style=\"font-variant-numeric: tabular-nums\"";
  number("width", width);
  number("height", height);
  out_ += " viewBox=\"0 0 ";
  append_number(out_, width);
  out_ += ' ';
  append_number(out_, height);
  out_ += "\">\n<title>";
  append_escaped(out_, title);
  out_ += "</title>\n<desc>";
  append_escaped(out_, description);
  out_ += "</desc>\n";
  rect(Rect{{0, 0}, {width, height}}, background, 0);
}

std::string SvgPainter::finish() {
  CHECK(open_clips_ == 0);
  return std::move(out_) + "</svg>\n";
}

void SvgPainter::tag(std::string_view name) { out_.append("<").append(name); }

void SvgPainter::number(std::string_view attribute, float value) {
  out_.append(" ").append(attribute).append("=\"");
  append_number(out_, value);
  out_ += '"';
}

void SvgPainter::point(float x, float y) {
  append_number(out_, x);
  out_ += ' ';
  append_number(out_, y);
}

void SvgPainter::points(std::span<const ImVec2> points) {
  for (const ImVec2& p : points) {
    out_ += out_.back() == '"' ? 'M' : 'L';
    point(p.x, p.y);
  }
}

void SvgPainter::fill(Color color) {
  append_color(out_, "fill", color);
  out_ += "/>\n";
}

void SvgPainter::stroke_with(Color color, float width) {
  out_ += " fill=\"none\"";
  append_color(out_, "stroke", color);
  number("stroke-width", stroke(width));
  out_ += "/>\n";
}

void SvgPainter::lines(std::span<const Segment> segments, Color color, float width) {
  if (segments.empty()) return;
  tag("path d=\"");
  for (const Segment& s : segments) {
    out_ += 'M';
    point(s.from.x, s.from.y);
    out_ += 'L';
    point(s.to.x, s.to.y);
  }
  out_ += '"';
  stroke_with(color, width);
}

void SvgPainter::polyline(std::span<const ImVec2> line, Color color, float width) {
  if (line.size() < 2) return;
  tag("path d=\"");
  points(line);
  out_ += '"';
  stroke_with(color, width);
}

void SvgPainter::polygon(std::span<const ImVec2> corners, Color color) {
  tag("path d=\"");
  points(corners);
  out_ += "Z\"";
  fill(color);
}

void SvgPainter::band(std::span<const ImVec2> one, std::span<const ImVec2> other, Color color) {
  tag("path d=\"");
  points(one);
  for (std::size_t i = other.size(); i-- > 0;) {
    out_ += 'L';
    point(other[i].x, other[i].y);
  }
  out_ += "Z\"";
  fill(color);
}

void SvgPainter::rounded(Rect rect, float radius) {
  tag("rect");
  number("x", rect.min.x);
  number("y", rect.min.y);
  number("width", rect.width());
  number("height", rect.height());
  if (radius > 0) number("rx", radius);
}

void SvgPainter::rect(Rect rect, Color color, float radius) {
  if (rect.empty()) return;
  rounded(rect, radius);
  fill(color);
}

void SvgPainter::outline(Rect rect, Color color, float width, float radius) {
  const Rect middle = rect.inset(stroke(width) / 2);
  if (middle.empty()) return;
  rounded(middle, radius);
  stroke_with(color, width);
}

void SvgPainter::circle(ImVec2 center, float radius, Color color) {
  tag("circle");
  number("cx", tenth(center.x));
  number("cy", tenth(center.y));
  number("r", radius);
  fill(color);
}

void SvgPainter::circle_outline(ImVec2 center, float radius, Color color, float width) {
  tag("circle");
  number("cx", tenth(center.x));
  number("cy", tenth(center.y));
  number("r", radius);
  stroke_with(color, width);
}

void SvgPainter::sector_path(const Sector& s) {
  const int parts = arcs_of(s);
  const float step = (s.to - s.from) / static_cast<float>(parts);
  const auto arc_to = [&](float radius, float turns, int sweep) {
    out_ += 'A';
    point(radius, radius);
    out_ += sweep != 0 ? " 0 0 1 " : " 0 0 0 ";
    const ImVec2 end = on_circle(s.center, radius, turns);
    point(end.x, end.y);
  };
  const ImVec2 start = on_circle(s.center, s.outer, s.from);
  const ImVec2 turn = on_circle(s.center, s.inner, s.to);
  tag("path d=\"M");
  point(start.x, start.y);
  for (int i = 1; i <= parts; ++i) arc_to(s.outer, s.from + step * static_cast<float>(i), 1);
  out_ += 'L';
  point(turn.x, turn.y);
  for (int i = parts - 1; i >= 0; --i) arc_to(s.inner, s.from + step * static_cast<float>(i), 0);
  out_ += "Z\"";
}

// A stroke along the middle draws the same shape as the outline with half as many numbers. Its ends are perpendicular
// to it, so a sector so short that rounding would turn it is outlined instead.
void SvgPainter::sector(const Sector& s, Color color) {
  constexpr float kLeastLength = 0.5f;
  const float radius = (s.inner + s.outer) / 2, turns = s.to - s.from;
  if (s.inner <= 0 || turns * 6.28318530718f * radius < kLeastLength) {
    sector_path(s);
    return fill(color);
  }
  const int parts = arcs_of(s);
  tag("path d=\"M");
  const auto end = [&](float turn) {
    const ImVec2 at = on_circle(s.center, radius, turn);
    point(at.x, at.y);
  };
  end(s.from);
  for (int i = 1; i <= parts; ++i) {
    out_ += 'A';
    point(radius, radius);
    out_ += " 0 0 1 ";
    end(s.from + turns * static_cast<float>(i) / static_cast<float>(parts));
  }
  out_ += '"';
  stroke_with(color, s.outer - s.inner);
}

void SvgPainter::sector_outline(const Sector& sector, Color color, float width) {
  sector_path(sector);
  stroke_with(color, width);
}

void SvgPainter::clip(Rect to) {
  const std::string id = "c" + std::to_string(++clips_);
  out_ += "<clipPath id=\"" + id + "\">";
  rect(to, Color(0, 0, 0), 0);
  out_ += "</clipPath><g clip-path=\"url(#" + id + ")\">\n";
  ++open_clips_;
}

void SvgPainter::unclip() {
  --open_clips_;
  out_ += "</g>\n";
}

void SvgPainter::draw_text(Rect box, std::string_view text, const TextStyle& style) {
  const ImFont* made = face(style.font);
  constexpr std::string_view kAnchors[] = {"start", "middle", "end"};
  const float anchors[] = {box.min.x, box.center().x, box.max.x};
  const auto which = static_cast<std::size_t>(style.x);
  tag("text");
  number("x", tenth(anchors[which]));
  number("y", tenth(box.min.y + made->Ascent));
  number("font-size", made->FontSize * kEmOfSize);
  if (is_semibold(style.font)) out_ += " font-weight=\"600\"";
  if (which != 0) out_.append(" text-anchor=\"").append(kAnchors[which]).append("\"");
  append_color(out_, "fill", style.color);
  number("textLength", tenth(box.width()));  // keeps lines together in any font
  out_ += '>';
  append_escaped(out_, text);
  out_ += "</text>\n";
}

}  // namespace reshard::ui
