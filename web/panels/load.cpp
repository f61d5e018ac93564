// The load: how evenly keys and requests are distributed over the nodes, as a picture, in figures, and in words.

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/insight/load_words.h"
#include "web/panels/panels.h"
#include "web/panels/picture_place.h"
#include "web/panels/views.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kFiguresFrom = 260;  // lower panels have text only

struct Figure {
  Word label;
  std::string value;
};

constexpr float kFigureGap = 1.5f * kGrid;

float label_width(const Figure& figure) { return ImGui::CalcTextSize(say(figure.label)).x; }

// As wide as the labels of all, side by side.
float labels_width(std::span<const Figure> figures) {
  float width = -kFigureGap;
  for (const Figure& figure : figures) width += label_width(figure) + kFigureGap;
  return width;
}

// As many as have room for their labels: the last ones, which tell most. In equal columns, unless a label needs more.
void draw_figures(const Theme& theme, std::span<const Figure> figures) {
  const float room = ImGui::GetContentRegionAvail().x;
  while (figures.size() > 1 && labels_width(figures) > room) figures = figures.subspan(1);
  const float column = room / static_cast<float>(figures.size()), left = ImGui::GetCursorPosX();
  float free = 0;
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const float latest = room - labels_width(figures.subspan(i));
    const float at = std::max(free, std::min(static_cast<float>(i) * column, latest));
    if (i > 0) ImGui::SameLine(left + at);
    free = at + label_width(figures[i]) + kFigureGap;
    ImGui::BeginGroup();
    quiet_text(theme, say(figures[i].label));
    ImGui::PushFont(font(FontRole::kStrong));
    ImGui::TextUnformatted(figures[i].value.c_str());
    ImGui::PopFont();
    ImGui::EndGroup();
  }
}

// Relative to the fair share, as the bars are; where that is the mean, under the usual names.
std::vector<Figure> figures_of(const LoadStats& load, bool with_requests) {
  const auto times = [](double value) { return format_decimal(value, 2, locale()) + "×"; };
  const std::string deviation = load.stddev < 100
                                    ? format_decimal(load.stddev, 1, locale())
                                    : format_count(static_cast<std::uint64_t>(std::llround(load.stddev)), locale());
  const auto name = [&](Word word, Word weighted) { return load.weighted ? weighted : word; };
  std::vector<Figure> figures = {
      {name(Word::load_cv, Word::load_fair_cv), format_percent(load.fair_cv, locale())},
      {name(Word::load_peak, Word::load_fair_peak), times(load.peak_to_fair)},
  };
  if (with_requests) {
    figures.push_back({name(Word::load_request_peak, Word::load_request_fair_peak), times(load.request_peak_to_fair)});
  } else if (!load.weighted) {
    figures.insert(figures.begin(), {Word::load_stddev, deviation});
  }
  return figures;
}

}  // namespace

void load_panel(const Scenario&, const Results& results, UiState& ui, Commands& commands) {
  if (results.revision == 0) return;
  const bool back = ui.moment() == Moment::kBefore && results.before != nullptr;
  const LoadStats& load = back ? results.strategies[0].load_before : results.strategies[0].load;
  const Scenario& shown = back ? *results.before : *results.scenario;
  const bool with_requests = requests_differ(results, shown);
  section_title(say(with_requests ? Word::load_requests : Word::load));
  const bool high = ImGui::GetContentRegionAvail().y >= kFiguresFrom;
  if (high && !ui.preferences.simple()) draw_figures(ui.theme, figures_of(load, with_requests));
  const std::string names = ui.link_view.nodes == Access::kFree && !back ? names_above(shown, load) : "";
  const bool roomy = names.empty() || ImGui::GetContentRegionAvail().y >= kFiguresFrom;  // else the button says it
  // In a low panel the bars need the space: only the effect of full nodes is told, and the rows show the spread.
  const std::string overflow = back ? "" : overflow_words(results, ui);
  const bool says = high || (overflow.empty() && ui.form != LayoutForm::kEmbed) || with_requests;
  std::string told = says ? load_words(results, shown, load) : "";
  if (!overflow.empty()) told += (told.empty() ? "" : " ") + overflow;
  const std::string words = roomy ? broken_into_lines(told, ImGui::GetContentRegionAvail().x) : "";
  const float button_height = names.empty() ? 0 : ui.theme.control_height() + ImGui::GetStyle().ItemSpacing.y;
  const float words_height = words.empty() ? 0 : ImGui::CalcTextSize(words.c_str()).y + kGrid;
  PicturePlace place("load", ui, words_height + button_height);
  place.points_at(draw_load(place.view(), place.area(), results, ui.overflow));
  if (!words.empty()) quiet_text(ui.theme, words);
  if (names.empty()) return;
  const float room = ImGui::GetContentRegionAvail().x - 4 * kGrid;
  const std::string label = ImGuiPainter().fit_text(say(Word::cascade, {names}), FontRole::kBody, room);
  if (button(ui.theme, label.c_str(), "cascade", ButtonKind::kPlain, -1)) commands.ask(Cascade{});
}

}  // namespace reshard::ui
