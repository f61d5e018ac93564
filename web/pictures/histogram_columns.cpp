// The histogram as columns, for more nodes than there are lines of text.

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/base/ranking.h"
#include "web/pictures/histogram.h"

namespace reshard::ui::histogram {
namespace {

constexpr float kNames = 18;     // a line of names under the columns, and one of text above them
constexpr float kMinColumn = 2;  // narrower, nodes share columns
constexpr float kGapFrom = 5;    // columns at least so wide have gaps

// The axis: 0, 5k, 10k, … in at most `most` steps of 1, 2 or 5 times a power of ten.
double axis_step(double largest, double most) {
  const double rough = std::max(1.0, largest / most), power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

// The prefix that all names share ("node-"), so that "17" is enough under a narrow column. Whole words only.
std::size_t common_prefix(const Canvas& canvas, std::span<const HistogramBar> bars) {
  const std::string_view first = canvas.names.of(bars.front().node);
  std::size_t length = first.size();
  for (const HistogramBar& bar : bars) {
    const std::string_view name = canvas.names.of(bar.node);
    const auto differs = std::mismatch(
        first.begin(), first.begin() + static_cast<std::ptrdiff_t>(std::min(length, name.size())), name.begin());
    length = static_cast<std::size_t>(differs.first - first.begin());
  }
  const std::size_t end = first.substr(0, length).find_last_of("-_.: ");
  return end == std::string_view::npos ? 0 : end + 1;
}

struct Plot {
  Rect room;                       // of the columns
  float scale;                     // CSS pixels per key
  float step;                      // from one column to the next
  std::size_t shared;              // nodes per column
  std::vector<HistogramBar> bars;  // in the order of drawing
  bool requests = false;           // beside the keys, in the right half

  float y(double keys) const { return room.max.y - static_cast<float>(keys) * scale; }
  Rect column(std::size_t index, double from, double to) const {
    const std::size_t place = index / shared;
    const float left = room.min.x + static_cast<float>(place) * step;
    const float gap = step >= kGapFrom ? std::max(1.0f, std::floor(step * 0.2f)) : 0;
    const float width = requests ? (step - gap) / 2 : step - gap;
    return {{left, y(to)}, {left + width, y(from)}};
  }
  Rect beside(std::size_t index, double to) const {
    const Rect keys = column(index, 0, to);
    return {{keys.max.x, keys.min.y}, {keys.max.x + keys.width(), keys.max.y}};
  }
};

Plot plan(Rect room, const Histogram& histogram) {
  Plot plot{room, 0, 0, 1, {histogram.bars.begin(), histogram.bars.end()}, histogram.has_requests};
  const std::size_t columns = std::max<std::size_t>(1, static_cast<std::size_t>(room.width() / kMinColumn));
  plot.shared = (plot.bars.size() + columns - 1) / columns;
  if (plot.shared > 1) {
    sort_stably(plot.bars, [&](const HistogramBar& a, const HistogramBar& b) {
      return histogram.has_requests ? a.requests > b.requests : a.keys > b.keys;
    });
  }
  const std::size_t used = (plot.bars.size() + plot.shared - 1) / plot.shared;
  plot.step = room.width() / static_cast<float>(used);
  plot.scale = room.height() / static_cast<float>(largest(histogram));
  return plot;
}

// Returns the area left for the columns.
Rect draw_axis(const Canvas& canvas, Rect room, double most) {
  const ThemeColors& colors = canvas.theme.colors;
  const double step = axis_step(most, std::max(1.0, static_cast<double>(room.height()) / 36));
  const auto label = [&](double value) { return format_short(static_cast<std::uint64_t>(value), canvas.locale); };
  float width = 0;
  for (double value = 0; value <= most; value += step) {
    width = std::max(width, canvas.painter.text_size(label(value), FontRole::kSmall).x);
  }
  Rect plot = room;
  plot.min.x += width + kGrid;
  for (double value = 0; value <= most; value += step) {
    const float y = room.max.y - static_cast<float>(value / most) * room.height();
    canvas.painter.text({plot.min.x - kGrid, y}, label(value),
                        {.color = colors.text_quiet, .x = AlignX::kRight, .y = AlignY::kMiddle});
    canvas.painter.line({plot.min.x, y}, {plot.max.x, y}, colors.hairline, 0);
  }
  return plot;
}

void draw_columns_of(const Canvas& canvas, const Histogram& histogram, const Plot& plot) {
  for (std::size_t i = 0; i < plot.bars.size(); ++i) {
    const HistogramBar& bar = plot.bars[i];
    if (i % plot.shared != 0 && bar.node != canvas.highlight)
      continue;  // the largest of those that share a column stands for all
    const double shown = shown_keys(canvas, bar);
    const double arrived = std::min(shown, static_cast<double>(bar.arrived) * static_cast<double>(canvas.motion));
    BarShape shape{plot.column(i, 0, shown), plot.column(i, shown - arrived, shown),
                   plot.column(i, 0, static_cast<double>(bar.before)),
                   plot.requests ? plot.beside(i, bar.requests) : Rect{}};
    if (bar.unbounded) {
      const float x = shape.full.center().x, y = plot.y(static_cast<double>(*bar.unbounded)), end = shape.full.min.y;
      shape.overflow = {{x - 1, std::min(y, end)}, {x + 1, std::max(y, end)}};
      shape.unbounded = {{x - 4, y - 1}, {x + 4, y + 1}};
    }
    draw_bar(canvas, histogram, bar, shape);
    if (!bar.above_capacity()) continue;
    const float top = plot.y(std::max(bar.requests, shown));
    draw_warning(canvas, {plot.column(i, 0, 0).min.x + plot.step / 2, std::max(plot.room.min.y, top - 8)});
  }
}

// One line where weights are equal, a step per column where they are not.
void draw_fair(const Canvas& canvas, const Plot& plot) {
  const ThemeColors& colors = canvas.theme.colors;
  for (std::size_t i = 0; i < plot.bars.size();) {
    std::size_t end = i + 1;
    while (end < plot.bars.size() && std::abs(plot.bars[end].fair - plot.bars[i].fair) < 0.5) ++end;
    const float from = plot.column(i, 0, 0).min.x;
    const float to = end == plot.bars.size() ? plot.room.max.x : plot.column(end, 0, 0).min.x;
    const float y = plot.y(plot.bars[i].fair);
    canvas.painter.rect(canvas.painter.snapped(Rect{{from, y - 1.5f}, {to, y + 1.5f}}), colors.surface);
    canvas.painter.rect(canvas.painter.snapped(Rect{{from, y - 1}, {to, y + 1}}), colors.text);
    i = end;
  }
}

// Steps like the fair share's; a node without a known capacity has none.
void draw_capacity(const Canvas& canvas, const Plot& plot) {
  for (std::size_t i = 0; i < plot.bars.size(); i += plot.shared) {
    if (plot.bars[i].capacity <= 0) continue;
    const float left = plot.column(i, 0, 0).min.x, y = plot.y(plot.bars[i].capacity);
    draw_dashes(canvas, {left, y}, {std::min(left + plot.step, plot.room.max.x), y});
  }
}

// Draws every name, or every second, fifth, … so that none touches its neighbour, without the prefix that all share.
void draw_names(const Canvas& canvas, const Plot& plot, Rect line) {
  const std::size_t prefix = common_prefix(canvas, plot.bars);
  const TextStyle style{.color = canvas.theme.colors.text_quiet, .x = AlignX::kCenter, .y = AlignY::kMiddle};
  float widest = 0;
  for (const HistogramBar& bar : plot.bars) {
    widest = std::max(widest, canvas.painter.text_size(canvas.names.of(bar.node).substr(prefix), FontRole::kSmall).x);
  }
  std::size_t every = 1;
  for (const std::size_t next :
       std::initializer_list<std::size_t>{1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000, 2000, 5000, 10000}) {
    every = next;
    if (static_cast<float>(every) * plot.step >= widest + kGrid) break;
  }
  for (std::size_t i = 0; i < plot.bars.size(); i += every) {
    const float x = plot.column(i, 0, 0).center().x;
    if (x + widest / 2 > line.max.x || x - widest / 2 < line.min.x) continue;
    canvas.painter.text({x, line.center().y}, canvas.names.of(plot.bars[i].node).substr(prefix), style);
  }
}

std::string described(const Canvas& canvas, const HistogramBar& bar) {
  return std::string(canvas.names.of(bar.node)) + "  " + format_count(bar.keys, canvas.locale);
}

// Names the most and the least loaded node, or the one pointed at: names are visible without a pointer.
void draw_extremes(const Canvas& canvas, const Histogram& histogram, Rect line) {
  const auto fewer = [](const HistogramBar* a, const HistogramBar* b) { return a->keys < b->keys; };
  std::vector<const HistogramBar*> there;  // a removed node is not the least loaded
  for (const HistogramBar& bar : histogram.bars) {
    if (bar.keys > 0 || bar.fair > 0) there.push_back(&bar);
  }
  const Color ink = canvas.theme.colors.text;
  const auto write = [&](std::string_view sign, const HistogramBar& bar, float x, AlignX align) {
    const std::string text = std::string(sign) + described(canvas, bar);
    return canvas.painter.text({x, line.center().y}, text,
                               {.color = ink, .x = align, .y = AlignY::kMiddle, .max_width = line.width() / 2 - kGrid});
  };
  const auto pointed = std::find_if(histogram.bars.begin(), histogram.bars.end(),
                                    [&](const HistogramBar& bar) { return bar.node == canvas.highlight; });
  if (pointed != histogram.bars.end()) {
    write("", *pointed, line.min.x, AlignX::kLeft);
    return;
  }
  if (there.empty()) return;
  write("\u2191\u202f", **std::max_element(there.begin(), there.end(), fewer), line.min.x, AlignX::kLeft);
  write("\u2193\u202f", **std::min_element(there.begin(), there.end(), fewer), line.max.x, AlignX::kRight);
}

}  // namespace

NodeId draw_columns(const Canvas& canvas, Rect area, const Histogram& histogram) {
  if (area.height() < 3 * kNames) return kNoNode;
  draw_extremes(canvas, histogram, area.cut_top(kNames));
  area.cut_top(kGrid / 2);
  const Rect names = area.cut_bottom(kNames);
  const Plot plot = plan(draw_axis(canvas, area, largest(histogram)), histogram);
  draw_columns_of(canvas, histogram, plot);
  draw_fair(canvas, plot);
  draw_capacity(canvas, plot);
  const Rect line{{plot.room.min.x, names.min.y}, names.max};
  if (plot.shared == 1) {
    draw_names(canvas, plot, line);
  } else {
    canvas.painter.text(line.center(), histogram.words.sorted,
                        {.color = canvas.theme.colors.text_quiet,
                         .x = AlignX::kCenter,
                         .y = AlignY::kMiddle,
                         .max_width = line.width()});
  }
  if (!canvas.points_at(plot.room)) return kNoNode;
  const auto column = static_cast<std::size_t>((canvas.pointer->x - plot.room.min.x) / plot.step);
  return plot.bars[std::min(column * plot.shared, plot.bars.size() - 1)].node;
}

}  // namespace reshard::ui::histogram
