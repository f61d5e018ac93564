// Flows as ribbons: who lost keys on the left, who gained them on the right.

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ranking.h"
#include "web/pictures/flows.h"

namespace reshard::ui::flows {
namespace {

constexpr float kTitle = 20, kCap = 8, kGap = 3;
constexpr float kMinEnd = 14;  // a line of text

// The nodes of one side; the last end may stand for all that have no room of their own.
struct Side {
  std::vector<End> ends;
  std::size_t merged = 0;   // how many nodes the last end stands for, if more than one
  std::vector<Rect> boxes;  // of the ends
  std::vector<float> used;  // how much of each box its ribbons have used, in CSS pixels
  std::uint64_t total = 0;

  std::size_t index(NodeId node) const {
    const auto found = std::find_if(ends.begin(), ends.end(), [&](const End& end) { return end.node == node; });
    return found == ends.end() ? ends.size() - 1 : static_cast<std::size_t>(found - ends.begin());
  }
  bool is_merged(std::size_t i) const { return merged > 1 && i + 1 == ends.size(); }
};

Side side_of(std::span<const Flow> flows, NodeId Flow::*which, std::size_t most) {
  Side side{.ends = ends_of(flows, which), .boxes = {}, .used = {}};
  for (const End& end : side.ends) side.total += end.keys;
  if (side.ends.size() > most && most > 0) {
    side.merged = side.ends.size() - most + 1;
    for (std::size_t i = most; i < side.ends.size(); ++i) side.ends[most - 1].keys += side.ends[i].keys;
    side.ends.resize(most);
    side.ends.back().node = kNoNode;
  }
  return side;
}

// Heights are in proportion to keys, but each is at least a line of text high; the large ones give up what that takes.
void place(Side& side, Rect column) {
  const auto count = static_cast<float>(side.ends.size());
  const float least = std::min(kMinEnd, column.height() / count - kGap);
  const float room = std::max(0.0f, column.height() - count * (kGap + least));
  float y = column.min.y;
  for (const End& end : side.ends) {
    const float height =
        least + room * static_cast<float>(static_cast<double>(end.keys) / static_cast<double>(side.total));
    side.boxes.push_back({{column.min.x, y}, {column.max.x, y + height}});
    y += height + kGap;
  }
  side.used.assign(side.ends.size(), 0);
}

// The next piece of an end, for a ribbon of so many keys: from y to y.
struct Piece {
  float from, to;
};
Piece take(Side& side, std::size_t end, std::uint64_t keys) {
  const float height = side.boxes[end].height() *
                       static_cast<float>(static_cast<double>(keys) / static_cast<double>(side.ends[end].keys));
  const float from = side.boxes[end].min.y + side.used[end];
  side.used[end] += height;
  return {from, from + height};
}

void draw_ribbon(const Canvas& canvas, float left, float right, Piece from, Piece to, Color color) {
  constexpr int kSteps = 24;
  std::vector<ImVec2> top, bottom;
  const int reached = std::max(1, static_cast<int>(std::lround(kSteps * std::max(0.05f, canvas.motion))));
  for (int i = 0; i <= reached; ++i) {
    const float t = static_cast<float>(i) / kSteps, smooth = t * t * (3 - 2 * t);
    const float x = std::lerp(left, right, t);
    const float high = std::lerp(from.from, to.from, smooth), low = std::lerp(from.to, to.to, smooth);
    top.push_back({x, high});
    bottom.push_back({x, std::max(low, high + 0.75f)});
  }
  canvas.painter.band(top, bottom, color);
}

void draw_ends(const Canvas& canvas, const Side& side, bool at_left, float text_width, const Flows& data) {
  const ThemeColors& colors = canvas.theme.colors;
  for (std::size_t i = 0; i < side.ends.size(); ++i) {
    const Rect box = side.boxes[i];
    const Color fill = side.is_merged(i) ? colors.text_quiet : canvas.color(side.ends[i].node);
    canvas.painter.rect(canvas.painter.snapped(box), fill, 2);
    if (!at_left) canvas.painter.hatch(canvas.painter.snapped(box), canvas.hatch_on(side.ends[i].node));
    const std::string figure = data.figure(side.ends[i].keys, canvas.locale);
    const float figure_width = canvas.painter.text_size(figure, FontRole::kSmall).x;
    const float middle = box.center().y, room = std::max(1.0f, text_width - figure_width - kGrid);
    const std::string name = side.is_merged(i) ? "+" + format_count(side.merged, canvas.locale)
                                               : std::string(canvas.names.of(side.ends[i].node));
    const AlignX out = at_left ? AlignX::kRight : AlignX::kLeft;
    const float sign = at_left ? -1.0f : 1.0f, edge = at_left ? box.min.x - kGrid : box.max.x + kGrid;
    const float name_width = std::min(room, canvas.painter.text_size(name, FontRole::kSmall).x);
    canvas.painter.text({edge, middle}, name,
                        {.color = colors.text, .x = out, .y = AlignY::kMiddle, .max_width = room});
    canvas.painter.text({edge + sign * (name_width + kGrid), middle}, figure,
                        {.color = colors.text_quiet, .x = out, .y = AlignY::kMiddle});
  }
}

float text_width(const Canvas& canvas, const Side& side, float most, const Flows& data) {
  float widest = 0;
  for (const End& end : side.ends) {
    widest = std::max(widest, canvas.painter.text_size(canvas.names.of(end.node), FontRole::kSmall).x + kGrid +
                                  canvas.painter.text_size(data.figure(end.keys, canvas.locale), FontRole::kSmall).x);
  }
  return std::min(widest + 1, most);
}

NodeId end_under(const Canvas& canvas, const Side& side, float left, float right) {
  for (std::size_t i = 0; i < side.ends.size(); ++i) {
    if (canvas.points_at({{left, side.boxes[i].min.y}, {right, side.boxes[i].max.y}})) return side.ends[i].node;
  }
  return kNoNode;
}

}  // namespace

NodeId draw_ribbons(const Canvas& canvas, Rect area, const Flows& data, std::size_t most_ends) {
  Side from = side_of(data.flows, &Flow::from, most_ends), to = side_of(data.flows, &Flow::to, most_ends);
  const float left_text = text_width(canvas, from, area.width() * 0.34f, data),
              right_text = text_width(canvas, to, area.width() * 0.34f, data);
  const Rect title = area.cut_top(kTitle);
  const float left = area.min.x + left_text + kGrid, right = area.max.x - right_text - kGrid;
  const TextStyle quiet{.color = canvas.theme.colors.text_quiet, .max_width = area.width() / 2};
  canvas.painter.text(title.min, data.from_label, quiet);
  TextStyle at_right = quiet;
  at_right.x = AlignX::kRight;
  canvas.painter.text({title.max.x, title.min.y}, data.to_label, at_right);
  place(from, {{left, area.min.y}, {left + kCap, area.max.y}});
  place(to, {{right - kCap, area.min.y}, {right, area.max.y}});
  // Sorted by both sides, so that ribbons of one end do not cross each other.
  std::vector<Flow> ordered(data.flows.begin(), data.flows.end());
  sort_stably(ordered, [&](const Flow& a, const Flow& b) {
    return std::pair(from.index(a.from), to.index(a.to)) < std::pair(from.index(b.from), to.index(b.to));
  });
  for (const Flow& flow : ordered) {
    const std::size_t source = from.index(flow.from), target = to.index(flow.to);
    const bool faded = canvas.highlight != kNoNode && canvas.highlight != flow.from && canvas.highlight != flow.to;
    const Color color = from.is_merged(source) ? canvas.theme.colors.text_quiet : canvas.theme.node(flow.from);
    const Piece start = take(from, source, flow.keys);  // taken in this order on both sides
    draw_ribbon(canvas, left + kCap, right - kCap, start, take(to, target, flow.keys),
                color.faded(faded ? 0.12f : 0.5f));
  }
  draw_ends(canvas, from, true, left_text, data);
  draw_ends(canvas, to, false, right_text, data);
  const NodeId pointed = end_under(canvas, from, area.min.x, left + kCap);
  return pointed != kNoNode ? pointed : end_under(canvas, to, right - kCap, area.max.x);
}

}  // namespace reshard::ui::flows
