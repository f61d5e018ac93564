#include "web/pictures/jump_path.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace reshard::ui {
namespace {

constexpr float kBand = 48, kNumbers = 20, kWords = 24;

struct Row {
  Rect band;
  std::size_t buckets;

  float step() const { return band.width() / static_cast<float>(buckets); }
  float x(std::size_t bucket) const { return band.min.x + (static_cast<float>(bucket) + 0.5f) * step(); }
  Rect cell(std::size_t bucket) const {
    const float left = band.min.x + static_cast<float>(bucket) * step(), gap = step() >= 6 ? 2 : 0;
    return {{left, band.min.y}, {left + step() - gap, band.max.y}};
  }
};

void draw_buckets(const Canvas& canvas, const Row& row, const JumpPath& jumps) {
  const auto& buckets = jumps.after.buckets;
  for (std::size_t i = 0; i < buckets.size(); ++i) {
    const Rect cell = canvas.painter.snapped(row.cell(i));
    const Color fill = canvas.color(buckets[i]);
    canvas.painter.rect(cell, fill, row.step() >= 24 ? 4 : 0);
    const bool is_new =
        jumps.before != nullptr && (i >= jumps.before->buckets.size() || jumps.before->buckets[i] != buckets[i]);
    if (is_new) canvas.painter.hatch(cell, canvas.hatch_on(buckets[i]));
    if (cell.width() < 32 || is_new) continue;
    canvas.painter.text(
        cell.center(), canvas.names.of(buckets[i]),
        {.color = Theme::ink_on(fill), .x = AlignX::kCenter, .y = AlignY::kMiddle, .max_width = cell.width() - 4});
  }
}

void draw_numbers(const Canvas& canvas, const Row& row, Rect line) {
  const float widest = canvas.painter.text_size(format_count(row.buckets, canvas.locale), FontRole::kSmall).x + kGrid;
  std::size_t every = 1;
  for (const std::size_t next :
       std::initializer_list<std::size_t>{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000}) {
    every = next;
    if (static_cast<float>(every) * row.step() >= widest) break;
  }
  for (std::size_t i = 0; i < row.buckets; i += every) {
    canvas.painter.text({row.x(i), line.center().y}, format_count(i, canvas.locale),
                        {.color = canvas.theme.colors.text_quiet, .x = AlignX::kCenter, .y = AlignY::kMiddle});
  }
}

// The further the jump, the higher the arc, so that consecutive arcs stay apart.
void draw_jump(const Canvas& canvas, const Row& row, float top, std::size_t from, std::size_t to, Color ink,
               float width) {
  const float x0 = row.x(from), x1 = row.x(to), floor = row.band.min.y - 3;
  const float share = std::abs(x1 - x0) / std::max(1.0f, row.band.width());
  const float height = std::max(14.0f, (floor - top) * std::sqrt(share));
  std::vector<ImVec2> path;
  constexpr int kSteps = 32;
  for (int i = 0; i <= kSteps; ++i) {
    const float t = static_cast<float>(i) / kSteps;
    path.push_back({std::lerp(x0, x1, t), std::max(top, floor - height * 4 * t * (1 - t))});
  }
  canvas.painter.polyline(path, ink, width);
  const ImVec2 head[] = {{x1, floor + 2}, {x1 - 4, floor - 6}, {x1 + 4, floor - 6}};
  canvas.painter.polygon(head, ink);
}

void draw_path(const Canvas& canvas, const Row& row, float top, const JumpPicture& picture, Color ink, float width) {
  for (std::size_t i = 0; i + 1 < picture.path.size(); ++i) {
    if (picture.path[i] >= row.buckets || picture.path[i + 1] >= row.buckets) continue;
    draw_jump(canvas, row, top, picture.path[i], picture.path[i + 1], ink, width);
  }
}

}  // namespace

NodeId draw_jump_path(const Canvas& canvas, Rect area, const JumpPath& jumps) {
  if (area.width() < 32 || area.height() < kBand + kNumbers + 2 * kWords || jumps.after.buckets.empty()) return kNoNode;
  const ThemeColors& colors = canvas.theme.colors;
  area.min.x += 4;  // half an arrow's head
  area.max.x -= 4;
  const Rect words = area.cut_bottom(kWords), numbers = area.cut_bottom(kNumbers);
  const Row row{area.cut_bottom(kBand), jumps.after.buckets.size()};
  draw_buckets(canvas, row, jumps);
  draw_numbers(canvas, row, numbers);
  const auto& path = jumps.after.path;
  if (jumps.before != nullptr && jumps.before->path != path)
    draw_path(canvas, row, area.min.y + 4, *jumps.before, colors.text_disabled, 1);
  draw_path(canvas, row, area.min.y + 4, jumps.after, colors.text, 2);
  if (!path.empty() && path.back() < row.buckets) {
    const Rect landing = row.cell(path.back()).inset(-2);
    canvas.painter.outline(landing, colors.text, 2, 5);
    std::string way(jumps.key);
    const std::size_t shown = std::min<std::size_t>(path.size(), 12);
    for (std::size_t i = path.size() - shown; i < path.size(); ++i) way += " → " + format_count(path[i], canvas.locale);
    way += "  " + std::string(canvas.names.of(jumps.after.buckets[path.back()]));
    canvas.painter.text(words.center(), way,
                        {.color = colors.text, .x = AlignX::kCenter, .y = AlignY::kMiddle, .max_width = words.width()});
  }
  if (!canvas.points_at(row.band)) return kNoNode;
  const auto bucket = static_cast<std::size_t>((canvas.pointer->x - row.band.min.x) / row.step());
  return jumps.after.buckets[std::min(bucket, row.buckets - 1)];
}

}  // namespace reshard::ui
