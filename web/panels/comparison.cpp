#include "web/panels/comparison.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "web/insight/load_words.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kLeastStructure = 120, kGoodStructure = 176, kMostStructure = 360;  // the side of a picture
constexpr float kMostBrief = 640;
constexpr float kLeastLoad = 80, kGoodLoad = 112, kMostLoad = 300;
constexpr float kLeastPictureWidth = 104;
constexpr std::size_t kBriefRows = 3;
constexpr float kMostLabels = 0.3f;  // of the table's width
constexpr float kLeastTitle = 72;    // narrower titles have their buttons below

// A row of the table.
struct Row {
  Word label;
  Word weighted;  ///< its label where the nodes' weights differ
  /// Nothing if there is no value: before the first change, or before it is measured.
  std::optional<double> (*value)(const Results& results, const StrategyResult& strategy, LookupTime time);
  std::string (*text)(double value);
};

std::string percent(double share) { return format_percent(share, locale()); }

std::optional<double> measured(double ns) { return ns > 0 ? std::optional(ns) : std::nullopt; }

std::string nanoseconds(double ns) {
  return say(Word::nanoseconds, {ns < 10 ? format_decimal(ns, 1, locale())
                                         : format_count(static_cast<std::uint64_t>(std::llround(ns)), locale())});
}

std::optional<double> of_change(const Results& results, std::uint64_t keys) {
  if (results.before == nullptr) return std::nullopt;
  return static_cast<double>(keys) / static_cast<double>(results.keys->size());
}

constexpr Row kRows[] = {
    {Word::compare_moved, Word::compare_moved,
     [](const Results& results, const StrategyResult& s, LookupTime) { return of_change(results, s.movement.moved); },
     percent},
    {Word::compare_needless, Word::compare_needless,
     [](const Results& results, const StrategyResult& s, LookupTime) {
       return of_change(results, s.movement.needless);
     },
     percent},
    {Word::compare_spread, Word::compare_fair_spread,
     [](const Results&, const StrategyResult& s, LookupTime) { return std::optional(s.load.fair_cv); }, percent},
    {Word::compare_peak, Word::load_fair_peak,
     [](const Results&, const StrategyResult& s, LookupTime) { return std::optional(s.load.peak_to_fair); },
     [](double times) { return format_decimal(times, 2, locale()) + "×"; }},
    {Word::compare_requests, Word::load_request_fair_peak,
     [](const Results&, const StrategyResult& s, LookupTime) { return std::optional(s.load.request_peak_to_fair); },
     [](double times) { return format_decimal(times, 2, locale()) + "×"; }},
    {Word::compare_memory, Word::compare_memory,
     [](const Results&, const StrategyResult& s, LookupTime) {
       return std::optional(static_cast<double>(s.placement->memory_bytes()));
     },
     [](double bytes) { return format_bytes(static_cast<std::uint64_t>(bytes), locale()); }},
    {Word::compare_lookup, Word::compare_lookup,
     [](const Results&, const StrategyResult&, LookupTime time) { return measured(time.place); }, nanoseconds},
    {Word::compare_hashed, Word::compare_hashed,
     [](const Results&, const StrategyResult&, LookupTime time) { return measured(time.hashed); }, nanoseconds},
    {Word::compare_least, Word::compare_least,
     [](const Results& results, const StrategyResult& s, LookupTime) { return of_change(results, s.movement.least); },
     percent},
};

Word label_of(const Row& row, const Results& results) {
  return results.strategies[0].load.weighted ? row.weighted : row.label;
}

// The row of requests is there only if requests differ from keys.
bool is_there(const Row& row, bool requests) { return requests || row.label != Word::compare_requests; }

float line_height(const Painter& painter) { return painter.text_size("", FontRole::kSmall).y + kGrid; }

constexpr float kSetupLine = 3 * kGrid;  // the settings, below the title

void draw_row(const View& view, const ComparisonLayout& layout, float top, Word label,
              std::span<const std::string> texts) {
  const ThemeColors& colors = view.theme.colors;
  const Rect& first = layout.columns.front();
  const bool above = layout.labels == 0;
  const float line = above ? (layout.row - kGrid) / 2 : layout.row;
  const float label_middle = top + (above ? kGrid / 2 : 0) + line / 2, middle = label_middle + (above ? line : 0);
  const float left = first.min.x - layout.labels, right = layout.columns.back().max.x;
  view.painter.line({left, top}, {right, top}, colors.hairline, 0);
  view.painter.text(
      {left, label_middle}, say(label),
      {.color = colors.text_quiet, .y = AlignY::kMiddle, .max_width = (above ? right - left : layout.labels) - kGrid});
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Rect& column = layout.columns[i];
    view.painter.text({column.min.x, middle}, texts[i],
                      {.color = colors.text, .y = AlignY::kMiddle, .max_width = column.width()});
  }
}

std::optional<double> value_of(const Row& row, const Results& results, std::size_t slot, const UiState& ui) {
  return row.value(results, results.strategies[slot],
                   slot < ui.lookup_times.size() ? ui.lookup_times[slot] : LookupTime{});
}

std::string text_of(const Row& row, std::optional<double> value) { return value ? row.text(*value) : "–"; }

// How much moves is what strategies are compared for: a bar in what the figure leaves of the column.
void draw_share(const View& view, const Rect& column, float middle, double share) {
  constexpr float kFigure = 56, kLeastBar = 40, kHalf = 5;
  const Rect groove{{column.min.x + kFigure, middle - kHalf}, {column.max.x, middle + kHalf}};
  if (groove.width() < kLeastBar) return;
  view.painter.rect(view.painter.snapped(groove), view.theme.colors.control, 3);
  const Rect bar{groove.min, {groove.min.x + groove.width() * static_cast<float>(share), groove.max.y}};
  view.painter.rect(view.painter.snapped(bar), view.theme.colors.accent, 3);
}

void draw_values(const View& view, const ComparisonLayout& layout, float top, const Row& row, const Results& results,
                 const UiState& ui) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < results.strategies.size(); ++i) {
    texts.push_back(text_of(row, value_of(row, results, i, ui)));
  }
  draw_row(view, layout, top, label_of(row, results), texts);
  if (row.label != Word::compare_moved || results.before == nullptr) return;
  for (std::size_t i = 0; i < results.strategies.size(); ++i) {
    const float middle = layout.labels > 0 ? top + layout.row / 2 : top + layout.row * 0.75f - kGrid / 4;
    draw_share(view, layout.columns[i], middle, value_of(row, results, i, ui).value_or(0));
  }
}

void draw_owners(const View& view, const ComparisonLayout& layout, float top, const Results& results,
                 const UiState& ui) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < results.strategies.size(); ++i) {
    const NodeId owner = i < ui.inspections.size() ? ui.inspections[i].owner : kNoNode;
    texts.push_back(owner == kNoNode ? "–" : results.scenario->cluster.name_of(owner));
  }
  draw_row(view, layout, top, Word::compare_owner, texts);
}

/// The columns with their labels, and how high a row is.
ComparisonLayout lay_out_columns(const Painter& painter, Rect area, std::size_t strategies) {
  ComparisonLayout layout{};
  for (const Row& row : kRows) {
    layout.labels = std::max(layout.labels, painter.text_size(say(row.label), FontRole::kSmall).x + 2 * kGrid);
  }
  layout.row = line_height(painter);
  // Labels that would be cut off are above their rows instead.
  const bool above = layout.labels > kMostLabels * area.width();
  layout.labels = above ? 0 : std::floor(layout.labels);
  if (above) layout.row = 2 * layout.row - kGrid;
  const float gap = 2 * kGrid, count = static_cast<float>(strategies);
  const float width = std::floor((area.width() - layout.labels - (count - 1) * gap) / count);
  for (std::size_t i = 0; i < strategies; ++i) {
    const float left = area.min.x + layout.labels + static_cast<float>(i) * (width + gap);
    layout.columns.push_back({{left, area.min.y}, {left + width, area.max.y}});
  }
  return layout;
}

}  // namespace

float comparison_height(float width, float room, std::size_t strategies, float control_height) {
  constexpr float kRow = 23, kRowWithLabel = 38, kWidestLabel = 170;  // about, in any language
  const bool above = width * kMostLabels < kWidestLabel;
  const float count = static_cast<float>(strategies);
  const float column = (width - kWidestLabel - 2 * kGrid * (count + 1)) / count;
  const bool pictures = !above && column >= kLeastPictureWidth;
  const float table = (pictures ? 2.0f : 3.0f) * control_height + kSetupLine +
                      static_cast<float>(std::size(kRows) + 1) * (above ? kRowWithLabel : kRow) + 3 * kGrid;
  if (!pictures) return table;
  const float most = std::min(kMostStructure, column + 60) + kMostLoad;
  return table + std::clamp(room - table, kGoodStructure + kGoodLoad, most) + 2 * kGrid;
}

float comparison_end(const ComparisonLayout& layout) {
  const float pictures =
      (layout.structure > 0 ? layout.structure + kGrid : 0) + (layout.load > 0 ? layout.load + kGrid : 0);
  return layout.columns.front().min.y + layout.heading + pictures + static_cast<float>(layout.rows) * layout.row;
}

ComparisonLayout lay_out_comparison(const View& view, Rect area, std::size_t strategies, bool owners, bool requests,
                                    bool brief) {
  ComparisonLayout layout = lay_out_columns(view.painter, area, strategies);
  const float width = layout.columns.front().width();

  const float button = view.theme.control_height();
  const bool beside = width - 2 * button >= kLeastTitle;
  layout.title_width = beside ? width - 2 * button : width;
  layout.heading = (beside ? button : 2 * button) + kSetupLine;

  const float room = area.height() - layout.heading;
  const std::size_t wanted = brief ? kBriefRows : std::size(kRows) - (requests ? 0 : 1) + (owners ? 1 : 0);
  const auto fitting = [&](float height) {
    return std::min(wanted, static_cast<std::size_t>(std::max(0.0f, height / layout.row)));
  };
  layout.rows = fitting(room);
  if ((layout.labels == 0 && !brief) || width < kLeastPictureWidth) return layout;
  // Figures first; the pictures share what is left, and the load gets it if there is not enough for both. In brief, the
  // structure gets it, and figures give way to it.
  std::size_t telling = std::min<std::size_t>(wanted, requests ? 5 : 4);
  const auto left_of = [&](std::size_t rows) { return room - static_cast<float>(rows) * layout.row; };
  while (brief && telling > 1 && left_of(telling) < kLeastLoad + kGrid) --telling;
  const float most = std::min(brief ? kMostBrief : kMostStructure, width + 60);
  if (left_of(telling) < kLeastLoad + kGrid) return layout;
  const float least = kLeastLoad + kGrid;
  layout.rows = std::max(telling, brief ? 0 : fitting(room - kGoodLoad - kGoodStructure - 2 * kGrid));
  const float left = left_of(layout.rows);
  if (left < least + kLeastStructure + kGrid) {
    if (brief) {
      layout.structure = std::min(most, left - kGrid);
    } else {
      layout.load = std::min(kMostLoad, left - kGrid);
    }
    return layout;
  }
  layout.structure = std::floor(std::clamp((left - 2 * kGrid) * (brief ? 0.66f : 0.6f), kLeastStructure, most));
  layout.load = std::floor(std::clamp(left - 2 * kGrid - layout.structure, kLeastLoad, kMostLoad));
  return layout;
}

// Whether the same strategy is there with another value of a parameter.
bool differs_beside(std::span<const StrategyResult> beside, const StrategyChoice& choice, std::size_t param) {
  for (const StrategyResult& other : beside) {
    if (other.choice.strategy == choice.strategy && other.choice.params[param] != choice.params[param]) return true;
  }
  return false;
}

std::string setup_words(const StrategyChoice& choice, std::span<const StrategyResult> beside) {
  const auto specs = choice.strategy->params;
  std::string words;
  bool first_number = true;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (!in_effect(specs, choice.params, i)) continue;
    const bool number = specs[i].kind != ParamSpec::Kind::kChoice;
    const bool shown = choice.params[i] != specs[i].fallback || (number && first_number) ||
                       (!number && differs_beside(beside, choice, i));
    if (number) first_number = false;
    if (!shown) continue;
    words.append(words.empty() ? "" : ", ");
    if (number) {
      words.append(translated(specs[i].label)).append(" ").append(format_param(specs[i], choice.params[i]));
    } else {
      words.append(option_title(specs[i], static_cast<std::size_t>(choice.params[i])));
    }
  }
  if (choice.hash != &default_hash(*choice.strategy, choice.params)) {
    words.append(words.empty() ? "" : ", ").append(translated(choice.hash->title));
  }
  return words;
}

std::vector<std::string> comparison_titles(const Painter& painter, const ComparisonLayout& layout,
                                           const Results& results) {
  std::vector<std::string> titles, ids;
  bool fit = true;
  for (const StrategyResult& each : results.strategies) {
    const Strategy& strategy = *each.choice.strategy;
    titles.emplace_back(translated(strategy.title));
    ids.emplace_back(strategy.id);
    fit &= painter.text_size(titles.back(), FontRole::kStrong).x <= layout.title_width;
  }
  return fit ? titles : ids;
}

void draw_comparison_titles(const View& view, const ComparisonLayout& layout, const Results& results) {
  const auto titles = comparison_titles(view.painter, layout, results);
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    const Rect& column = layout.columns[i];
    view.painter.text({column.min.x, column.min.y + view.theme.control_height()}, titles[i],
                      {.color = view.theme.colors.text,
                       .font = FontRole::kStrong,
                       .y = AlignY::kBottom,
                       .max_width = column.width()});
  }
}

std::vector<std::pair<std::string, std::string>> comparison_texts(const Results& results, std::size_t slot,
                                                                  const UiState& ui) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const Row& row : kRows) {
    if (!is_there(row, requests_differ(results, *results.scenario))) continue;
    texts.emplace_back(say(label_of(row, results)), text_of(row, value_of(row, results, slot, ui)));
  }
  return texts;
}

NodeId draw_comparison(const View& view, const ComparisonLayout& layout, const Results& results, const UiState& ui) {
  NodeId pointed = kNoNode;
  float top = layout.columns.front().min.y + layout.heading;
  for (std::size_t i = 0; i < layout.columns.size(); ++i) {
    View one = view;
    one.slot = i;
    one.legend = false;
    Rect column = layout.columns[i];
    view.painter.text({column.min.x, top - kSetupLine}, setup_words(results.strategies[i].choice, results.strategies),
                      {.color = view.theme.colors.text_quiet, .max_width = column.width()});
    column.min.y = top;
    if (layout.structure > 0) {
      const NodeId under =
          draw_structure(one, column.cut_top(layout.structure), results, ui.inspections[i], ui.inspected_key).node;
      if (under != kNoNode) pointed = under;
      column.min.y += kGrid;
    }
    if (layout.load > 0) {
      const NodeId under = draw_load(one, column.cut_top(layout.load), results);
      if (under != kNoNode) pointed = under;
    }
  }
  if (layout.structure > 0) top += layout.structure + kGrid;
  if (layout.load > 0) top += layout.load + kGrid;
  const bool owners = !ui.inspected_key.empty();
  std::size_t row = 0;
  if (owners && layout.rows > 0) {
    draw_owners(view, layout, top, results, ui);
    top += layout.row;
    ++row;
  }
  for (const Row& each : kRows) {
    if (!is_there(each, requests_differ(results, *results.scenario))) continue;
    if (row++ >= layout.rows) break;
    draw_values(view, layout, top, each, results, ui);
    top += layout.row;
  }
  return pointed;
}

}  // namespace reshard::ui
