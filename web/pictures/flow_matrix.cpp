// Flows as a matrix: a row per node that lost keys, a column per node that gained some.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "web/pictures/flows.h"

namespace reshard::ui::flows {
namespace {

constexpr float kStrip = 6, kTitle = 20, kListRow = 20;
constexpr float kListWidth = 190, kMinMatrix = 140;

// Nodes in the order of their ids, which is the order in which people added them.
std::vector<NodeId> nodes_of(std::span<const Flow> flows, NodeId Flow::*side) {
  std::vector<NodeId> nodes;
  for (const Flow& flow : flows) nodes.push_back(flow.*side);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::size_t index(const std::vector<NodeId>& nodes, NodeId node) {
  return static_cast<std::size_t>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
}

struct Grid {
  Rect room;            // of the cells
  float width, height;  // of a cell

  Rect cell(std::size_t row, std::size_t column) const {
    const ImVec2 at{room.min.x + static_cast<float>(column) * width, room.min.y + static_cast<float>(row) * height};
    const float gap = std::min(width, height) >= 6 ? 1 : 0;
    return {at, {at.x + std::max(width - gap, 0.75f), at.y + std::max(height - gap, 0.75f)}};
  }
};

// The largest flows as text: names are visible without pointing at anything.
void draw_list(const Canvas& canvas, Rect area, const Flows& data) {
  const ThemeColors& colors = canvas.theme.colors;
  for (const Flow& flow : data.flows) {
    if (area.height() < kListRow) return;
    const Rect row = area.cut_top(kListRow);
    const float y = row.center().y;
    const Rect figure = canvas.painter.text({row.max.x, y}, data.figure(flow.keys, canvas.locale),
                                            {.color = colors.text_quiet, .x = AlignX::kRight, .y = AlignY::kMiddle});
    const std::string words = std::string(canvas.names.of(flow.from)) + " → " + std::string(canvas.names.of(flow.to));
    canvas.painter.rect(canvas.painter.snapped(Rect{{row.min.x, y - 5}, {row.min.x + 5, y + 5}}),
                        canvas.theme.node(flow.from), 0);
    canvas.painter.rect(canvas.painter.snapped(Rect{{row.min.x + 5, y - 5}, {row.min.x + 10, y + 5}}),
                        canvas.theme.node(flow.to), 0);
    canvas.painter.text(
        {row.min.x + 16, y}, words,
        {.color = colors.text, .y = AlignY::kMiddle, .max_width = figure.min.x - row.min.x - 16 - kGrid});
  }
}

void draw_cells(const Canvas& canvas, const Grid& grid, std::span<const Flow> flows, const std::vector<NodeId>& rows,
                const std::vector<NodeId>& columns) {
  const ThemeColors& colors = canvas.theme.colors;
  const auto most = static_cast<double>(flows.front().keys);
  canvas.painter.rect(grid.room, mix(colors.surface, colors.control, 0.6f), 0);
  for (const Flow& flow : flows) {
    const bool faded = canvas.highlight != kNoNode && canvas.highlight != flow.from && canvas.highlight != flow.to;
    const auto share = static_cast<float>(std::sqrt(static_cast<double>(flow.keys) / most));  // small ones stay visible
    const Color fill = mix(colors.control, colors.accent, (0.12f + 0.88f * share) * (faded ? 0.3f : 1) * canvas.motion);
    canvas.painter.rect(grid.cell(index(rows, flow.from), index(columns, flow.to)), fill, 0);
  }
}

}  // namespace

NodeId draw_matrix(const Canvas& canvas, Rect area, const Flows& data) {
  const auto rows = nodes_of(data.flows, &Flow::from), columns = nodes_of(data.flows, &Flow::to);
  if (area.width() > kMinMatrix + kListWidth + 2 * kGrid) {
    Rect list = area;
    list.min.x = area.max.x - kListWidth;
    area.max.x = list.min.x - 2 * kGrid;
    list.cut_top(kTitle);
    draw_list(canvas, list, data);
  }
  const TextStyle quiet{.color = canvas.theme.colors.text_quiet, .max_width = area.width()};
  const std::string title = std::string(data.from_label) + " \u2193   " + std::string(data.to_label) + " →";
  canvas.painter.text(area.cut_top(kTitle).min, title, quiet);
  Rect room{{area.min.x + kStrip + 2, area.min.y + kStrip + 2}, area.max};
  if (room.empty()) return kNoNode;
  const Grid grid{room, room.width() / static_cast<float>(columns.size()),
                  room.height() / static_cast<float>(rows.size())};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Rect cell = grid.cell(i, 0);
    canvas.painter.rect({{area.min.x, cell.min.y}, {area.min.x + kStrip, cell.max.y}}, canvas.color(rows[i]), 0);
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Rect cell = grid.cell(0, i);
    canvas.painter.rect({{cell.min.x, area.min.y}, {cell.max.x, area.min.y + kStrip}}, canvas.color(columns[i]), 0);
  }
  draw_cells(canvas, grid, data.flows, rows, columns);
  if (!canvas.points_at(room)) return kNoNode;
  const auto column = static_cast<std::size_t>((canvas.pointer->x - room.min.x) / grid.width);
  return columns[std::min(column, columns.size() - 1)];
}

}  // namespace reshard::ui::flows
