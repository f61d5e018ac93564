// The load: how evenly the keys lie on the nodes, as a picture, in figures, and in words.

#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "web/controls.h"
#include "web/panels/panels.h"
#include "web/picture_place.h"
#include "web/pictures.h"
#include "web/words.h"

namespace reshard::ui {
namespace {

constexpr float kFiguresFrom = 260;  // lower panels have words only

bool alike(const std::vector<double>& fair) {
  return std::all_of(fair.begin(), fair.end(),
                     [&](double each) { return std::abs(each - fair.front()) < 0.5; });
}

void figure(const Theme& theme, Word label, const std::string& value) {
  ImGui::BeginGroup();
  quiet_text(theme, say(label));
  ImGui::PushFont(font(FontRole::kStrong));
  ImGui::TextUnformatted(value.c_str());
  ImGui::PopFont();
  ImGui::EndGroup();
}

void draw_figures(const Theme& theme, const LoadStats& load) {
  const float third = ImGui::GetContentRegionAvail().x / 3, left = ImGui::GetCursorPosX();
  figure(theme, Word::load_stddev,
         load.stddev < 100 ? format_decimal(load.stddev, 1, locale())
                           : format_count(static_cast<std::uint64_t>(std::llround(load.stddev)), locale()));
  ImGui::SameLine(left + third);
  figure(theme, Word::load_cv, format_percent(load.cv, locale()));
  ImGui::SameLine(left + 2 * third);
  figure(theme, Word::load_peak, format_decimal(load.peak_to_mean, 2, locale()) + "×");
}

// With keys thrown at random, the spread is that of a binomial distribution: sqrt((n - 1) / keys) of the
// mean.
double chance_spread(const LoadStats& load) {
  const auto nodes = static_cast<double>(load.keys.size());
  return load.mean > 0 ? std::sqrt((nodes - 1) / (nodes * load.mean)) : 0;
}

std::string words_of(const LoadStats& load) {
  const std::string peak = format_decimal(load.peak_to_fair, 2, locale());
  if (!alike(load.fair)) return say(Word::load_weighted, {peak});
  return say(Word::load_spread,
             {format_percent(load.cv, locale()), format_percent(chance_spread(load), locale()), peak});
}

}  // namespace

void load_panel(const Scenario&, const Results& results, UiState& ui, Commands&) {
  if (results.revision == 0) return;
  const StrategyResult& main = results.strategies[0];
  const LoadStats& load = ui.show_before && results.before != nullptr ? main.load_before : main.load;
  section_title(say(Word::load));
  if (ImGui::GetContentRegionAvail().y >= kFiguresFrom) draw_figures(ui.theme, load);
  const std::string words = broken_into_lines(words_of(load), ImGui::GetContentRegionAvail().x);
  const float words_height = ImGui::CalcTextSize(words.c_str()).y + kGrid;
  PicturePlace place("load", ui, words_height);
  place.points_at(draw_load(place.view(), place.area(), results));
  quiet_text(ui.theme, words);
}

}  // namespace reshard::ui
