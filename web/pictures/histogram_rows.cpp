// The histogram as rows: name, bar, figures.

#include <algorithm>
#include <cmath>

#include "web/pictures/histogram.h"

namespace reshard::ui::histogram {
namespace {

constexpr float kMaxRow = 52, kMaxBar = 32, kWarning = 18;

// A node's deviation from its fair share, of requests if they differ from keys: "+2.1%".
std::string deviation_text(const Canvas& canvas, const HistogramBar& bar, bool requests) {
  const double load = requests ? bar.requests : static_cast<double>(bar.keys);
  return bar.fair <= 0 ? "" : format_signed_percent(load / bar.fair - 1, canvas.locale);
}

// The columns of all rows, so that names and figures line up.
struct Columns {
  float names_right, bars_left, bars_right, counts_right, deviations_right;
  float scale;  // CSS pixels per key
  bool requests;

  Columns(const Canvas& canvas, Rect area, const Histogram& histogram) : requests(histogram.has_requests) {
    float name = 0, count = 0, deviation = 0;
    const auto grow = [&](float& widest, std::string_view text) {
      widest = std::max(widest, canvas.painter.text_size(text, FontRole::kSmall).x);
    };
    for (const HistogramBar& bar : histogram.bars) {
      grow(name, canvas.names.of(bar.node));
      grow(count, format_count(std::max(bar.keys, bar.before), canvas.locale));
      grow(deviation, deviation_text(canvas, bar, requests));
    }
    name = std::min(name, area.width() * 0.3f);
    if (name + count + deviation > area.width() * 0.55f) deviation = 0;
    names_right = area.min.x + name;
    bars_left = names_right + kGrid;
    deviations_right = area.max.x;
    counts_right = deviation > 0 ? area.max.x - deviation - 1.5f * kGrid : area.max.x;
    bars_right = std::max(bars_left + 8, counts_right - count - kGrid);
    const bool warns = std::any_of(histogram.bars.begin(), histogram.bars.end(),
                                   [](const HistogramBar& bar) { return bar.above_capacity(); });
    if (warns) bars_right = std::max(bars_left + 8, bars_right - kWarning);  // room for the symbol
    scale = (bars_right - bars_left) / static_cast<float>(largest(histogram));
  }

  bool has_deviations() const { return counts_right < deviations_right; }
  float x(double keys) const { return bars_left + static_cast<float>(keys) * scale; }
};

BarShape shape_of(const Canvas& canvas, const Columns& columns, const HistogramBar& bar, Rect row) {
  const float half = std::min(kMaxBar, std::floor(row.height() * (columns.requests ? 0.8f : 0.7f))) / 2;
  const float middle = row.center().y, bottom = columns.requests ? middle : middle + half;
  const auto part = [&](double from, double to) {
    return Rect{{columns.x(from), middle - half}, {columns.x(to), bottom}};
  };
  const double shown = shown_keys(canvas, bar);
  const double arrived = std::min(shown, static_cast<double>(bar.arrived) * static_cast<double>(canvas.motion));
  BarShape shape{part(0, shown), part(shown - arrived, shown), part(0, static_cast<double>(bar.before))};
  if (columns.requests) shape.requests = {{columns.x(0), middle + 1}, {columns.x(bar.requests), middle + half}};
  if (bar.unbounded) {
    const float y = shape.full.center().y, x = columns.x(static_cast<double>(*bar.unbounded)), end = shape.full.max.x;
    shape.overflow = {{std::min(x, end), y - 1}, {std::max(x, end), y + 1}};
    shape.unbounded = {{x - 1, y - 4}, {x + 1, y + 4}};
  }
  return shape;
}

// One line down all rows if weights are equal, a step per row if they are not.
void draw_fair(const Canvas& canvas, const Columns& columns, const HistogramBar& bar, Rect row) {
  const float x = columns.x(bar.fair);
  const ThemeColors& colors = canvas.theme.colors;
  canvas.painter.rect(canvas.painter.snapped(Rect{{x - 2, row.min.y}, {x + 2, row.max.y}}), colors.surface);
  canvas.painter.rect(canvas.painter.snapped(Rect{{x - 1, row.min.y}, {x + 1, row.max.y}}), colors.text);
}

// The capacity line, and a symbol beside the bar of a node above it.
void draw_capacity(const Canvas& canvas, const Columns& columns, const HistogramBar& bar, Rect row) {
  if (bar.capacity <= 0) return;
  const float x = columns.x(bar.capacity);
  draw_dashes(canvas, {x, row.min.y}, {x, row.max.y});
  if (!bar.above_capacity()) return;
  const float end = columns.x(std::max(bar.requests, static_cast<double>(bar.keys)));
  draw_warning(canvas, {end + kWarning / 2, row.center().y});
}

void draw_texts(const Canvas& canvas, const Columns& columns, const HistogramBar& bar, Rect row) {
  const ThemeColors& colors = canvas.theme.colors;
  const bool faded = canvas.highlight != kNoNode && canvas.highlight != bar.node;
  const Color ink = faded ? colors.text_quiet : colors.text;
  const float middle = row.center().y;
  const auto keys = static_cast<std::uint64_t>(std::llround(shown_keys(canvas, bar)));
  TextStyle style{.color = ink, .x = AlignX::kRight, .y = AlignY::kMiddle};
  canvas.painter.text({columns.counts_right, middle}, format_count(keys, canvas.locale), style);
  style.max_width = columns.names_right - row.min.x + 0.5f;
  canvas.painter.text({columns.names_right, middle}, canvas.names.of(bar.node), style);
  if (!columns.has_deviations()) return;
  style.color = colors.text_quiet;
  style.max_width = 0;
  canvas.painter.text({columns.deviations_right, middle}, deviation_text(canvas, bar, columns.requests), style);
}

}  // namespace

NodeId draw_rows(const Canvas& canvas, Rect area, const Histogram& histogram) {
  const Columns columns(canvas, area, histogram);
  const float height = std::min(kMaxRow, area.height() / static_cast<float>(histogram.bars.size()));
  NodeId pointed = kNoNode;
  for (std::size_t i = 0; i < histogram.bars.size(); ++i) {
    const HistogramBar& bar = histogram.bars[i];
    const float top = area.min.y + static_cast<float>(i) * height;
    const Rect row{{area.min.x, top}, {area.max.x, top + height}};
    draw_bar(canvas, histogram, bar, shape_of(canvas, columns, bar, row));
    draw_fair(canvas, columns, bar, row);
    draw_capacity(canvas, columns, bar, row);
    draw_texts(canvas, columns, bar, row);
    if (canvas.points_at(row)) pointed = bar.node;
  }
  return pointed;
}

}  // namespace reshard::ui::histogram
