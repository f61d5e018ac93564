// Strategies side by side, on the same keys under the same changes; pressing a title makes that strategy the main one.

#include <algorithm>
#include <utility>

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/controls/keyboard.h"
#include "web/insight/load_words.h"
#include "web/panels/comparison.h"
#include "web/panels/panels.h"
#include "web/panels/picture_place.h"
#include "web/panels/strategy_menu.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

struct Heading {
  const StrategyChoice& choice;
  const std::string& title;
  std::size_t slot;
  Rect column;
  float title_width;
};

// The settings that the panel on the left has for the main strategy.
void settings_menu(const StrategyChoice& choice, std::size_t slot, const Theme& theme, Commands& commands) {
  constexpr float kWidth = 360;
  const std::string number = std::to_string(slot + 1), popup = "settings-of-" + number;
  const std::string title(translated(choice.strategy->title));
  if (icon_button(theme, Icon::kMore, say(Word::compare_settings, {title}).c_str(), "settings-" + number)) {
    ImGui::OpenPopup(popup.c_str());
  }
  ImGui::SetNextWindowSize({std::min(kWidth, ImGui::GetIO().DisplaySize.x - 2 * kGrid), 0});
  if (!begin_menu(popup.c_str())) return;
  section_title(title.c_str());
  strategy_settings(theme, choice, slot, commands);
  ImGui::EndPopup();
}

void draw_heading(const Heading& heading, const Theme& theme, Commands& commands) {
  const float side = theme.control_height();
  const ImVec2 at = heading.column.min;
  const std::string number = std::to_string(heading.slot + 1);
  const bool main = heading.slot == 0;
  ImGui::SetCursorScreenPos(at);
  ImGui::PushFont(font(FontRole::kStrong));
  ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0, 0.5f});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
  const std::string title = ImGuiPainter().fit_text(heading.title, FontRole::kStrong, heading.title_width);
  const bool promote = button(theme, title.c_str(), "promote-" + number, ButtonKind::kQuiet, heading.title_width);
  ImGui::PopStyleVar(2);
  ImGui::PopFont();
  ImGui::SetItemTooltip("%s\n%s", translated(heading.choice.strategy->title).data(),
                        say(main ? Word::compare_main : Word::compare_promote));
  if (promote && !main) commands.push(PromoteStrategy{heading.slot});
  if (main) {
    const Rect line{{at.x, at.y + side - 3}, {at.x + heading.title_width, at.y + side - 1}};
    ImGuiPainter().rect(line, theme.colors.accent, 0);
  }
  const bool beside = heading.title_width < heading.column.width();
  const auto place = [&](float from_right) {  // or below the title, from the left
    ImGui::SetCursorScreenPos(beside ? ImVec2(heading.column.max.x - from_right * side, at.y)
                                     : ImVec2(at.x + (from_right - 1) * side, at.y + side));
  };
  const bool room = beside || heading.column.width() >= 2 * side;
  if (!main && room) {
    place(2);
    settings_menu(heading.choice, heading.slot, theme, commands);
  }
  place(1);
  const std::string hint = say(Word::compare_remove, {std::string(translated(heading.choice.strategy->title))});
  if (icon_button(theme, Icon::kClose, hint.c_str(), "remove-strategy-" + number)) {
    commands.push(RemoveStrategy{heading.slot});
  }
}

// Below each column except the main one: how one would migrate to that strategy. A figure has nothing to open, and with
// few controls the headline leads on.
void draw_migrations(const ComparisonLayout& layout, const Theme& theme, Commands& commands) {
  const char* const words = say(Word::compare_migrate);
  const float wanted = ImGui::CalcTextSize(words).x + 2 * ImGui::GetStyle().FramePadding.x;
  for (std::size_t slot = 1; slot < layout.columns.size(); ++slot) {
    const Rect& column = layout.columns[slot];
    ImGui::SetCursorScreenPos({column.min.x, comparison_end(layout) + kGrid});
    const std::string name = "migrate-" + std::to_string(slot + 1);
    const bool room = wanted <= column.width();
    if (room ? button(theme, words, name) : icon_button(theme, Icon::kOpen, words, name)) commands.ask(Migrate{slot});
  }
}

}  // namespace

void compare_panel(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  // While an added strategy is being placed, results and scenario differ.
  if (results.revision == 0 || results.strategies.size() != ui.inspections.size()) return;
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  Rect area{at, {at.x + room.x, at.y + room.y}};
  const bool in_figure = ui.preferences.controls == Preferences::Controls::kAlwaysAll;
  const bool migrates = !ui.preferences.simple() && !in_figure;
  if (migrates) area.max.y -= ui.theme.control_height() + kGrid;
  ImGuiPainter painter;
  const View measure{.painter = painter, .theme = ui.theme};
  const auto lay_out = [&](bool brief) {
    return lay_out_comparison(measure, area, results.strategies.size(), !ui.inspected_key.empty(),
                              requests_differ(results, *results.scenario), brief);
  };
  ComparisonLayout layout = lay_out(ui.preferences.simple());
  if (in_figure && layout.structure == 0) {  // pictures tell more than a long table
    if (ComparisonLayout brief = lay_out(true); brief.structure > 0) layout = std::move(brief);
  }
  const bool free = ui.link_view.strategy == Access::kFree && results.strategies.size() == scenario.strategies.size();
  ImGui::BeginDisabled(!free);
  const auto titles = comparison_titles(painter, layout, results);
  for (std::size_t slot = 0; slot < titles.size(); ++slot) {
    const StrategyChoice& choice = free ? scenario.strategies[slot] : results.strategies[slot].choice;
    draw_heading({choice, titles[slot], slot, layout.columns[slot], layout.title_width}, ui.theme, commands);
  }
  ImGui::EndDisabled();
  if (migrates) draw_migrations(layout, ui.theme, commands);
  ImGui::SetCursorScreenPos({area.min.x, area.min.y + layout.heading - 3 * kGrid});
  PicturePlace place("compare", ui);
  place.points_at(draw_comparison(place.view(), layout, results, ui));
}

}  // namespace reshard::ui
