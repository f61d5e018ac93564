#include "web/pictures/scores.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/ranking.h"

namespace reshard::ui {
namespace {

constexpr float kMinRow = 18, kMaxRow = 36;

NodeId winner_of(const ScorePicture& picture) {
  const auto best = std::max_element(picture.scores.begin(), picture.scores.end(),
                                     [](const auto& a, const auto& b) { return a.score < b.score; });
  return best == picture.scores.end() ? kNoNode : best->node;
}

struct Columns {
  float rank_right, names_left, bars_left, bars_right, figures_right;
};

Columns columns_of(const Canvas& canvas, Rect area, std::span<const ScorePicture::Score> ranked) {
  const auto width = [&](std::string_view text) { return canvas.painter.text_size(text, FontRole::kSmall).x; };
  float name = 0;
  for (const auto& score : ranked) name = std::max(name, width(canvas.names.of(score.node)));
  Columns columns{};
  columns.rank_right = area.min.x + width(format_count(ranked.size(), canvas.locale));
  columns.names_left = columns.rank_right + kGrid;
  columns.bars_left = columns.names_left + std::min(name, area.width() * 0.3f) + kGrid;
  columns.figures_right = area.max.x;
  columns.bars_right = std::max(columns.bars_left + 8, area.max.x - width("0.0000") - kGrid);
  return columns;
}

struct Winners {
  NodeId before, after;
  bool changed() const { return before != kNoNode && before != after; }
};

void draw_row(const Canvas& canvas, Rect row, const Columns& columns, const ScorePicture::Score& score,
              std::size_t rank, const Winners& winners, std::string_view before_label) {
  Painter& painter = canvas.painter;
  const ThemeColors& colors = canvas.theme.colors;
  const bool wins = score.node == winners.after, won = winners.changed() && score.node == winners.before;
  const float middle = row.center().y, half = std::min(20.0f, std::floor(row.height() * 0.66f)) / 2;
  TextStyle style{.color = colors.text_quiet, .x = AlignX::kRight, .y = AlignY::kMiddle};
  painter.text({columns.rank_right, middle}, format_count(rank, canvas.locale), style);
  painter.text({columns.figures_right, middle}, format_decimal(score.score, 4, canvas.locale), style);
  style = {.color = wins ? colors.text : colors.text_quiet,
           .font = FontRole::kSmall,
           .y = AlignY::kMiddle,
           .max_width = columns.bars_left - columns.names_left - kGrid / 2};
  painter.text({columns.names_left, middle}, canvas.names.of(score.node), style);
  const float length = (columns.bars_right - columns.bars_left) * static_cast<float>(std::clamp(score.score, 0.0, 1.0));
  const Rect bar =
      painter.snapped(Rect{{columns.bars_left, middle - half}, {columns.bars_left + length, middle + half}});
  const Color fill = wins ? canvas.color(score.node) : mix(colors.surface, canvas.color(score.node), 0.5f);
  painter.rect(bar, fill, 3);
  if (wins && winners.changed()) painter.hatch(bar, canvas.hatch_on(score.node));
  if (!won) return;
  painter.outline(bar, colors.text, 1.5f, 3);
  painter.text({bar.min.x + kGrid, middle}, before_label,
               {.color = colors.text, .y = AlignY::kMiddle, .max_width = std::max(1.0f, bar.width() - kGrid)});
}

}  // namespace

NodeId draw_scores(const Canvas& canvas, Rect area, const Scores& scores) {
  if (area.width() < 96 || area.height() < 2 * kMinRow || scores.after.scores.empty()) return kNoNode;
  const ThemeColors& colors = canvas.theme.colors;
  const Rect title = area.cut_top(24);
  canvas.painter.text({title.min.x, title.min.y + 8}, scores.key,
                      {.color = colors.text_quiet, .y = AlignY::kMiddle, .max_width = title.width()});
  std::vector<ScorePicture::Score> ranked = scores.after.scores;
  sort_stably(ranked, [](const auto& a, const auto& b) { return a.score > b.score; });
  const auto room = static_cast<std::size_t>(area.height() / kMinRow);
  const std::size_t shown = ranked.size() <= room ? ranked.size() : room - 1;
  const float height = std::min(kMaxRow, area.height() / static_cast<float>(std::min(room, ranked.size())));
  const Columns columns = columns_of(canvas, area, {ranked.data(), shown});
  const Winners winners{scores.before != nullptr ? winner_of(*scores.before) : kNoNode, winner_of(scores.after)};
  NodeId pointed = kNoNode;
  for (std::size_t i = 0; i < shown; ++i) {
    const Rect row = area.cut_top(height);
    draw_row(canvas, row, columns, ranked[i], i + 1, winners, scores.before_label);
    if (canvas.points_at(row)) pointed = ranked[i].node;
  }
  if (shown < ranked.size()) {
    canvas.painter.text({columns.names_left, area.min.y + kMinRow / 2},
                        "+" + format_count(ranked.size() - shown, canvas.locale),
                        {.color = colors.text_quiet, .y = AlignY::kMiddle});
  }
  return pointed;
}

}  // namespace reshard::ui
