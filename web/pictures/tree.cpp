#include "web/pictures/tree.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace reshard::ui {
namespace {

using Leaf = TreePicture::Leaf;

constexpr float kWords = 22, kFloor = 44;  // of the deepest leaves
constexpr unsigned kBitsBehind = 8;        // how many bits beyond the leaf's are shown

double begin_of(const Leaf& leaf) { return static_cast<double>(leaf.prefix) * 0x1p-64; }
double width_of(const Leaf& leaf) { return std::ldexp(1.0, -static_cast<int>(leaf.depth)); }

const Leaf* leaf_at(const TreePicture& tree, std::uint64_t hash) {
  const auto next = std::upper_bound(tree.leaves.begin(), tree.leaves.end(), hash,
                                     [](std::uint64_t at, const Leaf& leaf) { return at < leaf.prefix; });
  return next == tree.leaves.begin() ? nullptr : &*std::prev(next);
}

struct Layout {
  Rect room;
  unsigned deepest = 1;

  float y(unsigned depth) const {
    return room.min.y + (room.height() - kFloor) * static_cast<float>(depth) / static_cast<float>(deepest);
  }
  float x(double position) const { return room.min.x + static_cast<float>(position) * room.width(); }
};

// The forks above a leaf: each fork's bar, which joins both sides, is drawn by the leftmost leaf below it.
void append_forks(const Layout& layout, const Leaf& leaf, std::vector<Segment>& lines) {
  for (unsigned depth = 0; depth < leaf.depth; ++depth) {
    const std::uint64_t below = depth == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << (64 - depth)) - 1;
    if ((leaf.prefix & below) != 0) continue;  // not the leftmost leaf under that fork
    const double begin = begin_of(leaf), width = std::ldexp(1.0, -static_cast<int>(depth));
    const float middle = layout.x(begin + width / 2), left = layout.x(begin + width / 4),
                right = layout.x(begin + 3 * width / 4);
    if (right - left < 3) return;  // deeper forks are narrower still
    const float top = layout.y(depth), bar = (layout.y(depth) + layout.y(depth + 1)) / 2;
    lines.push_back({{middle, top}, {middle, bar}});
    lines.push_back({{left, bar}, {right, bar}});
    lines.push_back({{left, bar}, {left, layout.y(depth + 1)}});
    lines.push_back({{right, bar}, {right, layout.y(depth + 1)}});
  }
}

void draw_leaf(const Canvas& canvas, const Layout& layout, const Leaf& leaf, const TreePicture* before) {
  Painter& painter = canvas.painter;
  Rect bar = painter.snapped(Rect{{layout.x(begin_of(leaf)), layout.y(leaf.depth)},
                                  {layout.x(begin_of(leaf) + width_of(leaf)), layout.room.max.y}});
  if (bar.width() >= 5) bar.max.x -= 1;
  const Color fill = canvas.color(leaf.owner);
  painter.rect(bar, fill, bar.width() >= 12 ? 3 : 0);
  const Leaf* was = before != nullptr ? leaf_at(*before, leaf.prefix) : nullptr;
  if (was != nullptr && was->owner != leaf.owner) {
    painter.hatch(bar, canvas.hatch_on(leaf.owner));
    Rect strip = bar;
    painter.rect(strip.cut_bottom(10), canvas.color(was->owner), 0);
    return;
  }
  if (bar.width() < 28) return;
  painter.text(
      {bar.center().x, bar.max.y - kFloor / 2}, canvas.names.of(leaf.owner),
      {.color = Theme::ink_on(fill), .x = AlignX::kCenter, .y = AlignY::kMiddle, .max_width = bar.width() - 4});
}

// The path from the root to the leaf, with the bit taken at every fork.
void draw_way(const Canvas& canvas, const Layout& layout, const TreePicture& tree, const Leaf& leaf) {
  const Color ink = canvas.theme.colors.text;
  std::vector<ImVec2> way{{layout.x(0.5), layout.y(0)}};
  double begin = 0, width = 1;
  for (unsigned depth = 0; depth < leaf.depth; ++depth) {
    const bool bit = ((tree.key_hash >> (63 - depth)) & 1) != 0;
    const float from = layout.x(begin + width / 2), bar = (layout.y(depth) + layout.y(depth + 1)) / 2;
    width /= 2;
    if (bit) begin += width;
    const float to = layout.x(begin + width / 2);
    way.insert(way.end(), {{from, bar}, {to, bar}, {to, layout.y(depth + 1)}});
    if (std::abs(to - from) >= 10) {
      canvas.painter.text({to + (bit ? -5.0f : 5.0f), bar + 2}, bit ? "1" : "0",
                          {.color = ink, .x = bit ? AlignX::kRight : AlignX::kLeft});
    }
  }
  canvas.painter.polyline(way, ink, 2);
  ImVec2 end = way.back();
  end.x = std::clamp(end.x, layout.room.min.x + 5, layout.room.max.x - 5);  // the mark stays inside
  canvas.painter.circle(end, 5, ink);
  canvas.painter.circle(end, 3, canvas.theme.colors.surface);
}

std::string bits_of(std::uint64_t hash, unsigned from, unsigned to) {
  std::string bits;
  for (unsigned i = from; i < std::min(to, 64u); ++i) bits += ((hash >> (63 - i)) & 1) != 0 ? '1' : '0';
  return bits;
}

// The bits of the key's hash, with those that the path took highlighted, then the key and its owner; only the latter if
// there is no room.
void draw_key(const Canvas& canvas, Rect words, const Tree& tree, const Leaf& leaf) {
  const ThemeColors& colors = canvas.theme.colors;
  Painter& painter = canvas.painter;
  const std::string text = std::string(tree.inspected_key) + " → " + std::string(canvas.names.of(leaf.owner));
  const std::string lit = bits_of(tree.after.key_hash, 0, leaf.depth);
  const std::string rest = bits_of(tree.after.key_hash, leaf.depth, leaf.depth + kBitsBehind) + "…";
  const float before = painter.text_size(lit, FontRole::kStrong).x, after = painter.text_size(rest, FontRole::kSmall).x;
  const float all = before + after + 2 * kGrid + painter.text_size(text, FontRole::kSmall).x;
  const ImVec2 middle = words.center();
  if (all > words.width()) {
    painter.text(middle, text,
                 {.color = colors.text, .x = AlignX::kCenter, .y = AlignY::kMiddle, .max_width = words.width()});
    return;
  }
  const float left = middle.x - all / 2;
  painter.text({left, middle.y}, lit, {.color = colors.text, .font = FontRole::kStrong, .y = AlignY::kMiddle});
  painter.text({left + before, middle.y}, rest, {.color = colors.text_quiet, .y = AlignY::kMiddle});
  painter.text({left + before + after + 2 * kGrid, middle.y}, text, {.color = colors.text, .y = AlignY::kMiddle});
}

}  // namespace

NodeId draw_tree(const Canvas& canvas, Rect area, const Tree& tree) {
  if (area.width() < 32 || area.height() < kFloor + 2 * kWords || tree.after.leaves.empty()) return kNoNode;
  const Leaf* leaf = tree.inspected_key.empty() ? nullptr : leaf_at(tree.after, tree.after.key_hash);
  const Rect words = area.cut_bottom(leaf != nullptr ? kWords : 0);
  area.min.y += 6;
  Layout layout{area};
  for (const Leaf& each : tree.after.leaves) layout.deepest = std::max(layout.deepest, each.depth);
  std::vector<Segment> forks;
  for (const Leaf& each : tree.after.leaves) append_forks(layout, each, forks);
  canvas.painter.lines(forks, canvas.theme.colors.text_disabled, 1.5f);
  for (const Leaf& each : tree.after.leaves) draw_leaf(canvas, layout, each, tree.before);
  if (leaf != nullptr) {
    draw_way(canvas, layout, tree.after, *leaf);
    draw_key(canvas, words, tree, *leaf);
  }
  if (!canvas.points_at(area)) return kNoNode;
  const float share = (canvas.pointer->x - area.min.x) / area.width();
  const Leaf* under =
      leaf_at(tree.after, static_cast<std::uint64_t>(std::clamp(static_cast<double>(share), 0.0, 0.999999) * 0x1p64));
  return under != nullptr && canvas.pointer->y >= layout.y(under->depth) ? under->owner : kNoNode;
}

}  // namespace reshard::ui
