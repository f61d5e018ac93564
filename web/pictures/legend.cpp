#include "web/pictures/legend.h"

#include <algorithm>
#include <cmath>

namespace reshard::ui {
namespace {

constexpr float kRow = 20, kSwatch = 10, kColumnGap = 2 * kGrid;
constexpr float kWidestName = 112;
constexpr float kWorthOfNames = 0.75f;  // how much smaller a picture may get so that every name has room

struct Cells {
  std::size_t columns, rows;

  std::size_t count() const { return columns * rows; }
};

float cell_width(const Canvas& canvas, std::span<const LegendItem> items) {
  float widest = 0;
  for (const LegendItem& item : items.first(std::min<std::size_t>(items.size(), 64))) {
    const float name = canvas.painter.text_size(canvas.names.of(item.node), FontRole::kSmall).x;
    const float figure = item.figure.empty() ? 0 : kGrid + canvas.painter.text_size(item.figure, FontRole::kSmall).x;
    widest = std::max(widest, std::min(name, kWidestName) + figure);
  }
  return std::ceil(widest) + kSwatch + kGrid;
}

// Rows that take at most a fifth of the height.
Cells cells_below(Rect area, float width, std::size_t items) {
  const auto whole = [](float count) { return std::max<std::size_t>(1, static_cast<std::size_t>(count)); };
  const std::size_t columns = whole((area.width() + kColumnGap) / (width + kColumnGap));
  const std::size_t wanted = (items + columns - 1) / columns;
  return {columns, std::min(wanted, whole(area.height() * 0.2f / kRow))};
}

void draw_item(const Canvas& canvas, Rect cell, const LegendItem& item) {
  Painter& painter = canvas.painter;
  const float middle = cell.center().y;
  painter.rect(painter.snapped(Rect{{cell.min.x, middle - kSwatch / 2}, {cell.min.x + kSwatch, middle + kSwatch / 2}}),
               canvas.color(item.node), 3);
  const ThemeColors& colors = canvas.theme.colors;
  const bool faded = canvas.highlight != kNoNode && canvas.highlight != item.node;
  float right = cell.max.x;
  if (!item.figure.empty()) {
    const TextStyle style{.color = colors.text_quiet, .x = AlignX::kRight, .y = AlignY::kMiddle};
    right = painter.text({right, middle}, item.figure, style).min.x - kGrid;
  }
  const float left = cell.min.x + kSwatch + kGrid;
  painter.text({left, middle}, canvas.names.of(item.node),
               {.color = faded ? colors.text_quiet : colors.text, .y = AlignY::kMiddle, .max_width = right - left});
}

}  // namespace

NodeId draw_legend(const Canvas& canvas, Rect& area, std::span<const LegendItem> items) {
  if (items.empty() || area.width() < 120 || area.height() < 3 * kRow) return kNoNode;
  const float width = std::min(cell_width(canvas, items), area.width());
  Cells cells = cells_below(area, width, items.size());
  // The legend goes where the picture stays larger, or where every name has room and the picture stays nearly as large.
  const float left_beside = std::min(area.width() - width - kColumnGap, area.height());
  const float left_above = std::min(area.width(), area.height() - kRow * static_cast<float>(cells.rows) - kGrid);
  Rect room = area;
  const Cells beside{1, std::max<std::size_t>(1, static_cast<std::size_t>(area.height() / kRow))};
  const bool only_beside_fits = items.size() > cells.count() && items.size() <= beside.count();
  if (left_beside > (only_beside_fits ? kWorthOfNames : 1) * left_above) {
    cells = beside;
    area.max.x -= width + kColumnGap;
    room.min.x = room.max.x - width;
    const float used = kRow * static_cast<float>(std::min(cells.rows, items.size()));
    room.min.y += std::floor((room.height() - used) / 2);
  } else {
    room = area.cut_bottom(kRow * static_cast<float>(cells.rows));
    area.cut_bottom(kGrid);
  }
  const bool all_fit = items.size() <= cells.count();
  const std::size_t shown = all_fit ? items.size() : cells.count() - 1;
  NodeId pointed = kNoNode;
  for (std::size_t i = 0; i < shown + (all_fit ? 0 : 1); ++i) {
    const std::size_t row = i / cells.columns, column = i % cells.columns;
    const ImVec2 at{room.min.x + static_cast<float>(column) * (width + kColumnGap),
                    room.min.y + static_cast<float>(row) * kRow};
    const Rect cell{at, {at.x + width, at.y + kRow}};
    if (i < shown) {
      draw_item(canvas, cell, items[i]);
      if (canvas.points_at(cell)) pointed = items[i].node;
    } else {
      canvas.painter.text({cell.min.x + kSwatch + kGrid, cell.center().y},
                          "+" + format_count(items.size() - shown, canvas.locale),
                          {.color = canvas.theme.colors.text_quiet, .y = AlignY::kMiddle});
    }
  }
  return pointed;
}

}  // namespace reshard::ui
