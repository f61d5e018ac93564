#include "web/api/figure_svg.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"
#include "web/insight/load_words.h"
#include "web/panels/comparison.h"
#include "web/panels/views.h"
#include "web/pictures/headline.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

using Shown = LinkView::View;

constexpr float kGap = kGrid, kPadding = 1.5f * kGrid;

// The inspector asks the reader for a key; it is not a picture.
std::vector<Shown> pictures_of(const LinkView& figure, const Results& results) {
  std::vector<Shown> pictures = figure.view;
  std::erase(pictures, Shown::kInspector);
  if (pictures.empty() && results.strategies.size() > 1) return {Shown::kCompare};
  return pictures.empty() ? std::vector{Shown::kStructure, Shown::kLoad} : pictures;
}

std::string title_of(Shown shown, const Results& results) {
  switch (shown) {
    case Shown::kStructure: return std::string(translated(results.strategies[0].choice.strategy->title));
    case Shown::kLoad: return say(Word::load);
    case Shown::kFlows: return say(Word::flows);
    case Shown::kMap: return say(Word::key_map);
    case Shown::kCompare: return say(Word::compare_title);
    case Shown::kInspector: break;
  }
  check_failed("a picture", __FILE__, __LINE__);
}

void draw_side_by_side(const View& view, Rect area, const Results& results, const UiState& ui) {
  const bool owners = !ui.inspected_key.empty();
  const ComparisonLayout layout =
      lay_out_comparison(view, area, results.strategies.size(), owners, requests_differ(results, *results.scenario));
  draw_comparison_titles(view, layout, results);
  draw_comparison(view, layout, results, ui);
}

void draw_picture(const View& view, Shown shown, Rect card, const Results& results, const UiState& ui) {
  const ThemeColors& colors = view.theme.colors;
  view.painter.rect(card, colors.surface, kRadius + 2);
  Rect area = card.inset(kPadding);
  const float line = view.painter.text_size("", FontRole::kStrong).y;
  view.painter.text(area.cut_top(line).min, title_of(shown, results),
                    {.color = colors.text, .font = FontRole::kStrong, .max_width = area.width()});
  area.min.y += kGrid;
  switch (shown) {
    case Shown::kStructure: draw_structure(view, area, results, ui.inspections[0], ui.inspected_key); return;
    case Shown::kLoad: draw_load(view, area, results, ui.overflow); return;
    case Shown::kFlows: draw_movement(view, area, results); return;
    case Shown::kMap: draw_keys(view, area, results, ui.key_map); return;
    case Shown::kCompare: draw_side_by_side(view, area, results, ui); return;
    case Shown::kInspector: break;
  }
  check_failed("a picture", __FILE__, __LINE__);
}

}  // namespace

std::string figure_svg(const Results& results, const UiState& ui, ImVec2 size, bool dark) {
  CHECK(size.x >= kLeastPicture && size.x <= kMostPicture && size.y >= kLeastPicture && size.y <= kMostPicture);
  if (results.revision == 0) return "";
  const Theme theme = make_theme(dark, false);
  const std::vector<Shown> shown = pictures_of(ui.link_view, results);
  SvgPainter painter(size.x, size.y, theme.colors.background, title_of(shown.front(), results), ui.fact.plain());
  Rect room = Rect{{0, 0}, size}.inset(kGap);

  const HeadlinePlace place{{room.min.x + kPadding, 0}, room.width() - 2 * kPadding, room.width() > 640};
  SvgPainter measure(size.x, size.y, theme.colors.background, "", "");
  const float height = set_headline(measure, theme, ui.fact, place);
  const Rect words = room.cut_bottom(height + 2 * kPadding);
  painter.rect(words, theme.colors.surface, kRadius + 2);
  set_headline(painter, theme, ui.fact, {{place.at.x, words.min.y + kPadding}, place.width, place.roomy});
  room.max.y -= kGap;

  const View view{.painter = painter, .theme = theme, .rings_as_lines = ui.link_view.rings_as_lines};
  const float count = static_cast<float>(shown.size());
  const bool beside = room.width() / count >= 240;  // else one below the other
  const float step = std::floor(((beside ? room.width() : room.height()) + kGap) / count);
  for (const Shown picture : shown) {
    Rect card = room;
    if (beside) {
      card.max.x = card.min.x + step - kGap;
      room.min.x += step;
    } else {
      card.max.y = card.min.y + step - kGap;
      room.min.y += step;
    }
    draw_picture(view, picture, card, results, ui);
  }
  return painter.finish();
}

}  // namespace reshard::ui
