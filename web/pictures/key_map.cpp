#include "web/pictures/key_map.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

namespace reshard::ui {
namespace {

constexpr float kCaption = 20;
constexpr float kNamed = 56;         // px; wide enough for a key's name above the hole
constexpr float kLeastBand = 1;      // px; a narrower band has no visible colour
constexpr float kFilledHole = 4.5f;  // px; smaller ones have no room for a colour

// One hole for all keys that moved. Its share of the cell is theirs, up to a limit that keeps the owner's colour
// visible.
void draw_hole(const Canvas& canvas, Rect cell, const KeyMap::Cell& keys) {
  const float share = static_cast<float>(keys.moved) / static_cast<float>(keys.keys);
  const float edge = std::max(2.0f, cell.width() * 0.55f * std::sqrt(share)) * canvas.motion;
  const ImVec2 c = cell.center();
  const Rect hole{{c.x - edge / 2, c.y - edge / 2}, {c.x + edge / 2, c.y + edge / 2}};
  canvas.painter.rect(hole, canvas.theme.colors.surface);
  if (edge >= kFilledHole) canvas.painter.rect(hole.inset(std::max(1.0f, edge * 0.16f)), canvas.color(keys.from));
}

// The largest owners side by side, as many as get at least a pixel each.
void draw_owners(const Canvas& canvas, Rect cell, const KeyMap::Parts& parts) {
  const auto room = static_cast<std::size_t>(std::max(1.0f, cell.width() / kLeastBand));
  const std::span shown = std::span(parts).first(std::min(room, parts.size()));
  float keys = 0;
  for (const KeyMap::Part& part : shown) keys += static_cast<float>(part.keys);
  const float width = cell.width() / keys, right = cell.max.x;
  for (const KeyMap::Part& part : shown) {
    if (part.keys == 0) break;
    cell.max.x = std::min(right, cell.min.x + width * static_cast<float>(part.keys));
    canvas.painter.rect(cell, canvas.color(part.owner));
    cell.min.x = cell.max.x;
  }
}

// Draws the key's name in a cell of one key, once it is magnified enough.
void draw_name(const Canvas& canvas, Rect rect, const KeyMap& map, std::size_t which) {
  if (!map.single() || rect.width() < kNamed) return;
  std::string buffer;
  const Color ink = Theme::ink_on(canvas.color(map.cells[which].after[0].owner));
  canvas.painter.text({rect.center().x, rect.min.y + 2}, map.keys->name((*map.order)[which], buffer),
                      {.color = ink, .x = AlignX::kCenter, .max_width = rect.width() - 4});
}

void draw_cell(const Canvas& canvas, Rect rect, const KeyMapPicture& picture, std::size_t which) {
  const KeyMap::Cell& cell = picture.map.cells[which];
  const bool difference = picture.moment == Moment::kDifference;
  const bool before = difference ? canvas.motion < 0.5f : picture.moment == Moment::kBefore;
  draw_owners(canvas, rect, before ? cell.before : cell.after);
  if (difference && cell.moved > 0) draw_hole(canvas, rect, cell);
  draw_name(canvas, rect, picture.map, which);
}

// Says what the cells are; and before that, if something moved, what a moved key looks like.
void draw_caption(const Canvas& canvas, Rect row, const KeyMapPicture& picture, bool moved) {
  const TextStyle quiet{.color = canvas.theme.colors.text_quiet, .y = AlignY::kMiddle};
  float x = row.min.x;
  const float y = row.center().y;
  if (moved) {
    const Rect sign{{x, y - 6}, {x + 12, y + 6}};
    canvas.painter.rect(sign, canvas.theme.colors.text_quiet);
    canvas.painter.rect(sign.inset(3), canvas.theme.colors.surface);
    x = canvas.painter.text({sign.max.x + 6, y}, picture.moved_label, quiet).max.x + 2 * kGrid;
  }
  TextStyle rest = quiet;
  rest.max_width = std::max(1.0f, row.max.x - x);
  canvas.painter.text({x, y}, picture.caption, rest);
}

}  // namespace

GridPlan key_map_grid(Rect area, const KeyMap& map) {
  area.cut_bottom(kCaption);
  return plan_grid(area.inset(4), map.cells.size());
}

std::optional<std::size_t> draw_key_map(const Canvas& canvas, Rect area, const KeyMapPicture& picture) {
  const std::vector<KeyMap::Cell>& cells = picture.map.cells;
  if (cells.empty() || area.width() < 64 || area.height() < 3 * kCaption) return std::nullopt;
  const bool moved = picture.moment == Moment::kDifference && picture.map.moved() > 0;
  const GridPlan plan = magnified(key_map_grid(area, picture.map), canvas.zoom);
  draw_caption(canvas, area.cut_bottom(kCaption), picture, moved);
  canvas.painter.clip(area);
  for (std::size_t i = 0; i < plan.cells; ++i) {
    if (area.meets(plan.rect(i))) draw_cell(canvas, plan.rect(i), picture, i);
  }
  if (picture.marked && *picture.marked < plan.cells) {
    const Rect frame = plan.rect(*picture.marked).inset(-3);
    canvas.painter.outline(frame.inset(-1), canvas.theme.colors.surface, 4, 4);
    canvas.painter.outline(frame, canvas.theme.colors.text, 2, 3);
  }
  canvas.painter.unclip();
  return canvas.points_at(area) ? plan.cell_at(*canvas.pointer) : std::nullopt;
}

}  // namespace reshard::ui
