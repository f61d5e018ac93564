#include "web/pictures/intervals.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace reshard::ui {
namespace {

constexpr float kLabel = 20, kMarker = 26;
constexpr float kTallest = 120;

// A part of a band with one owner, in fractions of its width.
struct Span {
  double begin, end;
  NodeId owner;
  std::string_view label;
};

const IntervalPicture::Interval* interval_at(const IntervalPicture& picture, double position) {
  const auto& all = picture.intervals;
  const auto next =
      std::upper_bound(all.begin(), all.end(), position, [](double at, const auto& i) { return at < i.begin; });
  if (next == all.begin()) return nullptr;
  const auto found = std::prev(next);
  return position < found->end ? &*found : nullptr;
}

NodeId owner_at(const IntervalPicture& picture, double position) {
  const auto* found = interval_at(picture, position);
  return found != nullptr ? found->owner : kNoNode;
}

// Every interval, or one sample per pixel if there are more intervals than pixels.
std::vector<Span> spans_of(const IntervalPicture& picture, float width) {
  std::vector<Span> spans;
  const auto pixels = static_cast<std::size_t>(std::max(1.0f, width));
  if (picture.intervals.size() <= pixels) {
    for (const auto& i : picture.intervals) spans.push_back({i.begin, i.end, i.owner, i.label});
    return spans;
  }
  for (std::size_t i = 0; i < pixels; ++i) {
    const double begin = static_cast<double>(i) / static_cast<double>(pixels), step = 1 / static_cast<double>(pixels);
    const NodeId owner = owner_at(picture, begin + step / 2);
    if (!spans.empty() && spans.back().owner == owner) {
      spans.back().end = begin + step;
    } else {
      spans.push_back({begin, begin + step, owner, {}});
    }
  }
  return spans;
}

Rect part(Rect band, double begin, double end) {
  return {{band.min.x + static_cast<float>(begin) * band.width(), band.min.y},
          {band.min.x + static_cast<float>(end) * band.width(), band.max.y}};
}

// A truncated name would say less than the legend does.
void draw_name(const Canvas& canvas, const Rect& cell, const Span& span) {
  const ImVec2 c = cell.center();
  const std::string_view name = canvas.names.of(span.owner);
  const auto fits = [&](std::string_view text) {
    return canvas.painter.text_size(text, FontRole::kSmall).x <= cell.width() - 4;
  };
  if (cell.height() < 18 || !fits(name)) return;
  const bool two = !span.label.empty() && cell.height() >= 38 && fits(span.label);
  const TextStyle style{.color = Theme::ink_on(canvas.color(span.owner)), .x = AlignX::kCenter, .y = AlignY::kMiddle};
  canvas.painter.text({c.x, two ? c.y - 9 : c.y}, name, style);
  if (two) canvas.painter.text({c.x, c.y + 9}, span.label, style);
}

// `before` is null if nothing is compared. What moved is hatched and has no name on it.
void draw_band(const Canvas& canvas, Rect band, std::span<const Span> spans, const IntervalPicture* before) {
  Painter& painter = canvas.painter;
  const bool gaps = spans.size() * 6 < static_cast<std::size_t>(band.width());
  for (const Span& span : spans) {
    Rect cell = painter.snapped(part(band, span.begin, span.end));
    if (gaps) cell.max.x -= 1;
    painter.rect(cell, canvas.color(span.owner), 0);
    const bool moved = before != nullptr && owner_at(*before, (span.begin + span.end) / 2) != span.owner;
    if (!moved) draw_name(canvas, cell, span);
  }
}

// Between the bands, where the owner changed: from the former owner's colour to hatching on the new one's.
void draw_changes(const Canvas& canvas, Rect between, Rect band, const Intervals& intervals) {
  std::vector<double> cuts;
  const auto pixels = static_cast<std::size_t>(std::max(1.0f, band.width()));
  if (intervals.after.intervals.size() + intervals.before->intervals.size() <= pixels) {
    for (const IntervalPicture* picture : {&intervals.after, intervals.before}) {
      for (const auto& i : picture->intervals) cuts.insert(cuts.end(), {i.begin, i.end});
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  } else {
    for (std::size_t i = 0; i <= pixels; ++i) cuts.push_back(static_cast<double>(i) / static_cast<double>(pixels));
  }
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double middle = (cuts[i] + cuts[i + 1]) / 2;
    const NodeId from = owner_at(*intervals.before, middle), to = owner_at(intervals.after, middle);
    if (from == to) continue;
    const Rect gap = part(between, cuts[i], cuts[i + 1]);
    const float reached = std::lerp(gap.min.y, gap.max.y, canvas.motion);
    canvas.painter.rect({gap.min, {gap.max.x, reached}}, canvas.color(from).faded(0.45f));
    if (gap.width() < 3) continue;
    canvas.painter.hatch({gap.min, {gap.max.x, reached}}, canvas.color(to));
    canvas.painter.hatch(part(band, cuts[i], cuts[i + 1]), canvas.hatch_on(to));
  }
}

void draw_key(const Canvas& canvas, Rect band, Rect line, const Intervals& intervals) {
  const float at = band.min.x + static_cast<float>(intervals.after.key_position) * band.width();
  const float x = std::clamp(at, band.min.x + 5, band.max.x - 5);  // the mark stays inside
  const Color ink = canvas.theme.colors.text;
  const Segment stem{{x, band.min.y - 4}, {x, band.max.y + 6}};
  canvas.painter.lines({&stem, 1}, canvas.theme.colors.surface, 4);
  canvas.painter.lines({&stem, 1}, ink, 2);
  const ImVec2 head[] = {{x, band.max.y + 1}, {x + 5, band.max.y + 9}, {x - 5, band.max.y + 9}};
  canvas.painter.polygon(head, ink);
  const std::string words = std::string(intervals.inspected_key) + " → " +
                            std::string(canvas.names.of(owner_at(intervals.after, intervals.after.key_position)));
  const float half = std::min(canvas.painter.text_size(words, FontRole::kSmall).x, line.width()) / 2;
  canvas.painter.text({std::clamp(x, line.min.x + half, line.max.x - half), line.max.y}, words,
                      {.color = ink, .x = AlignX::kCenter, .y = AlignY::kBottom, .max_width = line.width()});
}

}  // namespace

NodeId draw_intervals(const Canvas& canvas, Rect area, const Intervals& intervals) {
  if (area.width() < 32 || area.height() < 64 || intervals.after.intervals.empty()) return kNoNode;
  const bool compares = intervals.before != nullptr && !intervals.before->intervals.empty();
  const float wanted = compares ? 2.6f * kTallest : kTallest + 2 * kLabel;
  const float spare = std::max(0.0f, area.height() - wanted);
  area.cut_top(spare / 2);
  area.cut_bottom(spare / 2);
  const TextStyle quiet{.color = canvas.theme.colors.text_quiet, .y = AlignY::kMiddle};
  const Rect line = area.cut_bottom(intervals.inspected_key.empty() ? 0 : kMarker);
  Rect after = area;
  if (compares) {
    Rect above = after.cut_top(std::floor(area.height() * 0.3f));
    const Rect label = above.cut_top(kLabel);
    canvas.painter.text({label.min.x, label.center().y}, intervals.before_label, quiet);
    draw_band(canvas, above, spans_of(*intervals.before, above.width()), nullptr);
    const Rect between = after.cut_top(std::floor(area.height() * 0.24f));
    canvas.painter.text({after.min.x, after.max.y - kLabel / 2}, intervals.after_label, quiet);
    after.cut_bottom(kLabel);
    draw_band(canvas, after, spans_of(intervals.after, after.width()), intervals.before);
    draw_changes(canvas, {{between.min.x, between.min.y + 2}, {between.max.x, between.max.y - 2}}, after, intervals);
  } else {
    draw_band(canvas, after, spans_of(intervals.after, after.width()), nullptr);
  }
  if (!intervals.inspected_key.empty()) draw_key(canvas, after, line, intervals);
  if (!canvas.points_at(after)) return kNoNode;
  return owner_at(intervals.after, static_cast<double>((canvas.pointer->x - after.min.x) / after.width()));
}

}  // namespace reshard::ui
