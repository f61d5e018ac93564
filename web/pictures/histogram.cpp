#include "web/pictures/histogram.h"

#include <algorithm>
#include <cmath>

namespace reshard::ui {
namespace {

constexpr float kCaption = 22, kSwatch = 10;
constexpr float kMinRow = 15;        // a line of small text
constexpr float kMinRowWidth = 170;  // for a name, a bar and its figure

enum class KeySign { kLine, kOutline, kHatch, kLight, kDashes, kEnd };

// The key to the picture's symbols, from left to right as far as there is room.
class Caption {
 public:
  Caption(const Canvas& canvas, Rect area) : canvas_(canvas), area_(area) {}

  void add(KeySign sign, std::string_view words) {
    Painter& painter = canvas_.painter;
    const float width = kSwatch + 6 + painter.text_size(words, FontRole::kSmall).x;
    if (words.empty() || area_.min.x + width > area_.max.x) return;
    const float middle = area_.min.y + kSwatch;
    const Rect swatch =
        painter.snapped(Rect{{area_.min.x, middle - kSwatch / 2}, {area_.min.x + kSwatch, middle + kSwatch / 2}});
    draw_sign(sign, swatch);
    painter.text({swatch.max.x + 6, middle}, words, {.color = canvas_.theme.colors.text_quiet, .y = AlignY::kMiddle});
    area_.min.x += width + 2 * kGrid;
  }

 private:
  void draw_sign(KeySign sign, Rect swatch) {
    const ThemeColors& colors = canvas_.theme.colors;
    switch (sign) {
      case KeySign::kLine: {
        const float x = swatch.center().x;
        return canvas_.painter.rect(Rect{{x - 1, swatch.min.y - 2}, {x + 1, swatch.max.y + 2}}, colors.text);
      }
      case KeySign::kOutline: return canvas_.painter.outline(swatch, colors.text_quiet, 1, 2);
      case KeySign::kHatch:
        canvas_.painter.rect(swatch, colors.text_quiet, 2);
        return canvas_.painter.hatch(swatch, colors.surface);
      case KeySign::kLight: return histogram::draw_requests(canvas_, swatch, colors.text_quiet);
      case KeySign::kDashes: {
        const float x = swatch.center().x;
        return histogram::draw_dashes(canvas_, {x, swatch.min.y - 2}, {x, swatch.max.y + 2});
      }
      case KeySign::kEnd: {
        const ImVec2 middle = swatch.center();
        canvas_.painter.rect(Rect{{swatch.min.x, middle.y - 1}, {swatch.max.x, middle.y + 1}}, colors.text);
        return canvas_.painter.rect(Rect{{swatch.max.x - 2, middle.y - 4}, {swatch.max.x, middle.y + 4}}, colors.text);
      }
    }
  }

  const Canvas& canvas_;
  Rect area_;
};

// Includes the fair share itself if it is the same for all nodes.
std::string fair_words(const Canvas& canvas, const Histogram& histogram) {
  std::string words(histogram.words.fair);
  const double first = histogram.bars.front().fair;
  const bool alike = std::all_of(histogram.bars.begin(), histogram.bars.end(),
                                 [&](const HistogramBar& bar) { return std::abs(bar.fair - first) < 0.5; });
  if (alike && first > 0) words += "  " + format_count(static_cast<std::uint64_t>(std::llround(first)), canvas.locale);
  return words;
}

// With a frame, so that it stands out from a bar of any colour.
void draw_unbounded(const Canvas& canvas, const histogram::BarShape& shape) {
  Painter& painter = canvas.painter;
  const Rect parts[] = {painter.snapped(shape.overflow), painter.snapped(shape.unbounded)};
  for (const Rect& part : parts) {
    if (!part.empty()) painter.rect(part.inset(-1), canvas.theme.colors.surface);
  }
  for (const Rect& part : parts) painter.rect(part, canvas.theme.colors.text);
}

}  // namespace

namespace histogram {

double largest(const Histogram& histogram) {
  double most = 1;
  for (const HistogramBar& bar : histogram.bars) {
    most = std::max({most, static_cast<double>(bar.keys), bar.fair, bar.capacity});
    if (histogram.has_requests) most = std::max(most, bar.requests);
    if (bar.unbounded) most = std::max(most, static_cast<double>(*bar.unbounded));
    if (histogram.has_before) most = std::max(most, static_cast<double>(bar.before));
  }
  return most;
}

double shown_keys(const Canvas& canvas, const HistogramBar& bar) {
  return std::lerp(static_cast<double>(bar.before), static_cast<double>(bar.keys), static_cast<double>(canvas.motion));
}

void draw_bar(const Canvas& canvas, const Histogram& histogram, const HistogramBar& bar, const BarShape& shape) {
  Painter& painter = canvas.painter;
  const float thin = std::min(shape.full.width(), shape.full.height());
  const float radius = thin >= 8 ? 3 : 0;
  painter.rect(painter.snapped(shape.full), canvas.color(bar.node), radius);
  if (histogram.has_requests) draw_requests(canvas, painter.snapped(shape.requests), canvas.color(bar.node));
  if (bar.unbounded) draw_unbounded(canvas, shape);
  if (!histogram.has_before) return;
  painter.hatch(painter.snapped(shape.arrived), canvas.hatch_on(bar.node));
  if (bar.before == bar.keys || bar.before == 0) return;  // an empty bar has no outline
  painter.outline(painter.snapped(shape.before), mix(canvas.color(bar.node), canvas.theme.colors.text, 0.4f), 1,
                  radius);
}

void draw_requests(const Canvas& canvas, Rect rect, Color color) {
  if (rect.empty()) return;
  const float radius = std::min(rect.width(), rect.height()) >= 8 ? 3 : 0;
  canvas.painter.rect(rect, mix(color, canvas.theme.colors.surface, 0.7f), radius);
  canvas.painter.outline(rect, color, 1.5f, radius);
}

void draw_dashes(const Canvas& canvas, ImVec2 from, ImVec2 to) {
  constexpr float kOn = 4, kOff = 3;
  const float length = std::max(to.x - from.x, to.y - from.y);
  const ImVec2 unit((to.x - from.x) / std::max(length, 1.0f), (to.y - from.y) / std::max(length, 1.0f));
  const auto at = [&](float way) { return ImVec2(from.x + unit.x * way, from.y + unit.y * way); };
  std::vector<Segment> dashes;
  for (float way = 0; way < length; way += kOn + kOff) dashes.push_back({at(way), at(std::min(length, way + kOn))});
  canvas.painter.lines(dashes, canvas.theme.colors.text, 1.5f);
}

void draw_warning(const Canvas& canvas, ImVec2 center) {
  const ImVec2 triangle[] = {{center.x, center.y - 5}, {center.x + 6, center.y + 5}, {center.x - 6, center.y + 5}};
  canvas.painter.polygon(triangle, canvas.theme.colors.text);
  canvas.painter.rect(Rect{{center.x - 0.75f, center.y - 1}, {center.x + 0.75f, center.y + 4}},
                      canvas.theme.colors.surface);
}

}  // namespace histogram

NodeId draw_histogram(const Canvas& canvas, Rect area, const Histogram& histogram) {
  if (histogram.bars.empty() || area.width() < 64 || area.height() < kCaption + kMinRow) return kNoNode;
  Caption caption(canvas, area.cut_top(kCaption));
  caption.add(KeySign::kLine, fair_words(canvas, histogram));
  caption.add(KeySign::kDashes, histogram.words.capacity);
  caption.add(KeySign::kEnd, histogram.words.unbounded);
  if (histogram.has_requests) caption.add(KeySign::kLight, histogram.words.requests);
  if (histogram.has_before) {
    caption.add(KeySign::kHatch, histogram.words.arrived);
    caption.add(KeySign::kOutline, histogram.words.before);
  }
  const bool rows =
      area.width() >= kMinRowWidth && static_cast<float>(histogram.bars.size()) * kMinRow <= area.height();
  return rows ? histogram::draw_rows(canvas, area, histogram) : histogram::draw_columns(canvas, area, histogram);
}

}  // namespace reshard::ui
