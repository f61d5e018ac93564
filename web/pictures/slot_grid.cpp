#include "web/pictures/slot_grid.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/ranking.h"

namespace reshard::ui {
namespace {

constexpr float kLargest = 64;   // a cell's edge
constexpr float kNamed = 44;     // cells so wide hold a name
constexpr float kNumbered = 26;  // …or at least their number
constexpr float kCored = 5;      // smaller cells have no room for a core
constexpr float kLabel = 20;

float gap_of(float cell) { return cell >= 24 ? 3.0f : cell >= 5 ? 1.0f : 0.0f; }

// A core in the former owner's colour, which shrinks during the motion.
void draw_moved(const Canvas& canvas, Rect cell, NodeId before, NodeId after) {
  const float share = std::lerp(1.0f, 0.42f, canvas.motion);
  const Rect core = cell.inset(std::min(cell.width(), cell.height()) * (1 - share) / 2);
  canvas.painter.rect(cell, canvas.color(after), cell.width() >= 24 ? 4 : 0);
  if (cell.width() >= kNumbered) canvas.painter.hatch(cell, canvas.hatch_on(after));
  canvas.painter.rect(core.inset(-1), canvas.theme.colors.surface, 2);
  canvas.painter.rect(core, canvas.color(before), 1);
}

void draw_stayed(const Canvas& canvas, Rect cell, NodeId owner, std::uint64_t slot, bool faded) {
  Painter& painter = canvas.painter;
  const Color fill = faded ? mix(canvas.theme.colors.surface, canvas.color(owner), 0.35f) : canvas.color(owner);
  painter.rect(cell, fill, cell.width() >= 24 ? 4 : 0);
  if (cell.width() < kNumbered) return;
  const bool named = cell.width() >= kNamed && cell.height() >= 36;
  const Color ink = Theme::ink_on(fill);
  const ImVec2 c = cell.center();
  const TextStyle style{.color = ink, .x = AlignX::kCenter, .y = AlignY::kMiddle, .max_width = cell.width() - 4};
  painter.text({c.x, named ? c.y - 8 : c.y}, format_count(slot, canvas.locale), style);
  if (named) painter.text({c.x, c.y + 8}, canvas.names.of(owner), style);
}

// The hottest of the slots that a cell stands for.
Heat heat_of_cell(const SlotGrid& grid, std::size_t cell) {
  if (grid.keys == nullptr || grid.keys->of_slot.size() != grid.after.slots.size()) return Heat::kUsual;
  return heat_of(grid.keys->of_cell[cell], grid.keys->mean);
}

void draw_hot(const Canvas& canvas, Rect cell, NodeId owner) {
  const Color ink = canvas.theme.colors.text;
  if (cell.width() < kCored) return canvas.painter.rect(cell, ink);
  const float width = cell.width() >= kNumbered ? 3 : 1.5f;
  canvas.painter.outline(cell, ink, width, cell.width() >= 24 ? 4 : 0);
  canvas.painter.outline(cell.inset(width), Theme::ink_on(canvas.color(owner)), 1);
}

void draw_cells(const Canvas& canvas, Rect area, const GridPlan& plan, const SlotGrid& grid) {
  const auto& slots = grid.after.slots;
  const TablePicture* before =
      grid.before != nullptr && grid.before->slots.size() == slots.size() ? grid.before : nullptr;
  const bool cored = plan.cell.x >= kCored;
  const bool any_moved = before != nullptr && before->slots != slots;
  for (std::size_t i = 0; i < plan.cells; ++i) {
    if (!area.meets(plan.rect(i))) continue;
    const std::size_t slot = i * plan.stride;
    const NodeId after = slots[slot];
    const bool moved = any_moved && before->slots[slot] != after;
    const Heat heat = heat_of_cell(grid, i);
    if (moved && cored) {
      draw_moved(canvas, plan.rect(i), before->slots[slot], after);
    } else {
      const bool faded = heat == Heat::kCold || (any_moved && !moved && !cored);
      draw_stayed(canvas, plan.rect(i), after, grid.after.first + slot, faded);
    }
    if (heat == Heat::kHot) draw_hot(canvas, plan.rect(i), after);
  }
}

void draw_key(const Canvas& canvas, const GridPlan& plan, const SlotGrid& grid) {
  if (grid.inspected_key.empty() || grid.after.key_slot >= grid.after.slots.size()) return;
  const auto slot = static_cast<std::size_t>(grid.after.key_slot);
  const Rect cell = plan.rect(std::min(slot / plan.stride, plan.cells - 1)).inset(-3);
  canvas.painter.outline(cell.inset(-1), canvas.theme.colors.surface, 4, 4);
  canvas.painter.outline(cell, canvas.theme.colors.text, 2, 3);
}

std::string key_words(const Canvas& canvas, const SlotGrid& grid) {
  const auto slot = static_cast<std::size_t>(grid.after.key_slot);
  if (grid.inspected_key.empty() || slot >= grid.after.slots.size()) return "";
  return std::string(grid.inspected_key) + " → " + format_count(grid.after.first + slot, canvas.locale) + " → " +
         std::string(canvas.names.of(grid.after.slots[slot]));
}

}  // namespace

Rect GridPlan::rect(std::size_t index) const {
  const std::size_t row = index / columns, column = index % columns;
  const ImVec2 at{origin.x + static_cast<float>(column) * cell.x, origin.y + static_cast<float>(row) * cell.y};
  return {at, {at.x + cell.x - gap_of(cell.x), at.y + cell.y - gap_of(cell.x)}};
}

std::optional<std::size_t> GridPlan::cell_at(ImVec2 at) const {
  const float x = (at.x - origin.x) / cell.x, y = (at.y - origin.y) / cell.y;
  if (cells == 0 || !(x >= 0 && y >= 0 && x < static_cast<float>(columns) && y < static_cast<float>(rows)))
    return std::nullopt;
  const std::size_t index = static_cast<std::size_t>(y) * columns + static_cast<std::size_t>(x);
  return index < cells ? std::optional(index) : std::nullopt;
}

// The largest square cells with which all fit.
GridPlan plan_grid(Rect area, std::size_t slots) {
  GridPlan plan{area.min, {0, 0}, 0, 0, slots_a_cell(slots), 0};
  plan.cells = (slots + plan.stride - 1) / plan.stride;
  if (plan.cells == 0 || area.empty()) return plan;
  float edge = std::min({std::sqrt(area.width() * area.height() / static_cast<float>(plan.cells)), kLargest,
                         area.width(), area.height()});
  if (edge > 4) edge = std::floor(edge * 2) / 2;
  while (edge > 0.5f) {
    plan.columns = std::max<std::size_t>(1, static_cast<std::size_t>(area.width() / edge));
    plan.rows = (plan.cells + plan.columns - 1) / plan.columns;
    if (static_cast<float>(plan.rows) * edge <= area.height()) break;
    edge -= edge > 8 ? 0.5f : 0.05f;
  }
  plan.columns = std::min(plan.columns, plan.cells);
  plan.cell = {edge, edge};
  const float used_x = static_cast<float>(plan.columns) * edge, used_y = static_cast<float>(plan.rows) * edge;
  plan.origin = {area.min.x + std::floor((area.width() - used_x) / 2),
                 area.min.y + std::floor((area.height() - used_y) / 2)};
  return plan;
}

GridPlan magnified(GridPlan plan, const Zoom& zoom) {
  plan.origin = zoom.at(plan.origin);
  plan.cell = {plan.cell.x * zoom.scale, plan.cell.y * zoom.scale};
  return plan;
}

SlotKeys sum_up(std::vector<std::uint32_t> of_slot) {
  SlotKeys keys{std::move(of_slot), {}, 0, {}};
  const std::size_t slots = keys.of_slot.size(), stride = slots_a_cell(slots);
  if (slots == 0) return keys;
  keys.mean = std::accumulate(keys.of_slot.begin(), keys.of_slot.end(), 0.0) / static_cast<double>(slots);
  for (std::size_t slot = 0; slot < slots; ++slot) {
    const std::uint32_t here = keys.of_slot[slot];
    if (slot % stride == 0) keys.of_cell.push_back(here);
    keys.of_cell.back() = std::max(keys.of_cell.back(), here);
    if (here > keys.mean && heat_of(here, keys.mean) == Heat::kHot)
      keys.hot.push_back(static_cast<std::uint32_t>(slot));
  }
  sort_stably(keys.hot, [&](auto a, auto b) { return keys.of_slot[a] > keys.of_slot[b]; });
  return keys;
}

Heat heat_of(double keys, double mean) {
  const double beyond_chance =
      6 * std::sqrt(mean + 1);  // of thousands of slots, some get a few keys even if the mean is near 0
  if (keys > 2 * mean && keys > mean + beyond_chance) return Heat::kHot;
  return keys < mean / 2 && keys < mean - beyond_chance ? Heat::kCold : Heat::kUsual;
}

std::optional<std::size_t> draw_slot_grid(const Canvas& canvas, Rect area, const SlotGrid& grid) {
  if (area.width() < 16 || area.height() < 3 * kLabel || grid.after.slots.empty()) return std::nullopt;
  const TextStyle quiet{
      .color = canvas.theme.colors.text_quiet, .x = AlignX::kCenter, .y = AlignY::kMiddle, .max_width = area.width()};
  if (const std::string words = key_words(canvas, grid); !words.empty()) {
    TextStyle style = quiet;
    style.color = canvas.theme.colors.text;
    canvas.painter.text(area.cut_bottom(kLabel).center(), words, style);
  }
  if (grid.before != nullptr && !grid.before->slots.empty() && grid.before->slots.size() != grid.after.slots.size()) {
    Rect below = area.cut_bottom(std::floor(area.height() * 0.36f));
    canvas.painter.text(below.cut_top(kLabel).center(), grid.before_label, quiet);
    draw_cells(canvas, below, plan_grid(below, grid.before->slots.size()), {.after = *grid.before});
  }
  const GridPlan plan = magnified(plan_grid(area.inset(4), grid.after.slots.size()), canvas.zoom);
  canvas.painter.clip(area);
  draw_cells(canvas, area, plan, grid);
  draw_key(canvas, plan, grid);
  canvas.painter.unclip();
  const auto cell = canvas.points_at(area) ? plan.cell_at(*canvas.pointer) : std::nullopt;
  return cell ? std::optional(*cell * plan.stride) : std::nullopt;
}

}  // namespace reshard::ui
