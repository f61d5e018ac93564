// The headline: what the last change did, in words and large numbers, until the next change.

#include "web/pictures/headline.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/controls/probes.h"
#include "web/draw/painter.h"
#include "web/panels/panels.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kShowWorkAfterSeconds = 0.3f;  // most work is done before anybody could read about it

Rect content_rect() {
  const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
  return {at, {at.x + size.x, at.y + size.y}};
}

// Along the card's upper edge.
void draw_progress(const Theme& theme, float progress) {
  const ImVec2 at = ImGui::GetWindowPos();
  const float width = ImGui::GetWindowWidth() - 2 * kRadius;
  const Rect groove{{at.x + kRadius, at.y}, {at.x + kRadius + width, at.y + 3}};
  ImGuiPainter painter;
  painter.rect(groove, theme.colors.control, 0);
  painter.rect({groove.min, {groove.min.x + width * progress, groove.max.y}}, theme.colors.accent, 0);
}

struct MomentChoice {
  Moment moment;
  Word title;
  const char* name;
};
constexpr MomentChoice kMoments[] = {{Moment::kBefore, Word::before, "before"},
                                     {Moment::kAfter, Word::after, "after"},
                                     {Moment::kDifference, Word::difference, "difference"}};

constexpr float kRoomForMenu = 480;  // in less, controls are below the text

// Left of `right`: side by side if there is room, else in a menu. Returns the width used.
float draw_moments(const Rect& room, float right, UiState& ui) {
  constexpr float kGap = 1.5f * kGrid, kMenuWidth = 112, kRoomForAll = 760;
  const bool all = room.width() > kRoomForAll || room.width() < kRoomForMenu;
  float width = all ? 2 * kGap : kMenuWidth;
  for (const MomentChoice& each : kMoments) width += all ? tab_width(ui.theme, say(each.title)) : 0;
  ImGui::SetCursorScreenPos({right - width, room.min.y + std::floor((room.height() - ui.theme.control_height()) / 2)});
  if (all) {
    for (const MomentChoice& each : kMoments) {
      if (each.moment != kMoments[0].moment) ImGui::SameLine(0, kGap);
      if (tab(ui.theme, say(each.title), std::string("moment-") + each.name, each.moment == ui.moment()))
        ui.chosen_moment = each.moment;
      ImGui::SetItemTooltip("%s", say(Word::moment_hint));
    }
    return width + 2 * kGrid;
  }
  const auto shown = std::find_if(std::begin(kMoments), std::end(kMoments),
                                  [&](const auto& each) { return each.moment == ui.moment(); });
  if (begin_choice(ui.theme, "moment", say(shown->title), width)) {
    for (const MomentChoice& each : kMoments) {
      if (choice_item(ui.theme, {each.name, say(each.title), {}, each.moment == ui.moment()}))
        ui.chosen_moment = each.moment;
    }
    ImGui::EndCombo();
  }
  return width + 2 * kGrid;
}

// At the right end of the room. Returns the width used.
float draw_button(const Rect& room, const Theme& theme, Word title, const char* name, bool& pressed) {
  const float width = ImGui::CalcTextSize(say(title)).x + 3 * kGrid;
  ImGui::SetCursorScreenPos(
      {room.max.x - width, room.min.y + std::floor((room.height() - theme.control_height()) / 2)});
  pressed = button(theme, say(title), name, ButtonKind::kPlain, width);
  return width + 2 * kGrid;
}

// On the right: undo, and the choice of what pictures show of the change; or the button that cancels long work. Returns
// the width used. A figure in somebody's page stays as its author left it.
float draw_controls(const Results& results, bool working, const Rect& room, UiState& ui, Commands& commands) {
  bool pressed = false;
  if (working) {
    const float width = draw_button(room, ui.theme, Word::cancel, "cancel", pressed);
    if (pressed) commands.ask(Cancel{});
    return width;
  }
  if (results.before == nullptr) return 0;
  const bool is_last = ui.can_undo && !ui.can_redo;  // else undo would revert another change
  if (!is_last || ui.preferences.controls == Preferences::Controls::kAlwaysAll)
    return draw_moments(room, room.max.x, ui);
  const float width = draw_button(room, ui.theme, Word::undo, "undo-change", pressed);
  if (pressed) commands.ask(Undo{});
  return width + draw_moments(room, room.max.x - width, ui);
}

}  // namespace

void headline_panel(const Scenario&, const Results& results, UiState& ui, Commands& commands) {
  const Rect room = content_rect();
  const bool working = ui.working_seconds > kShowWorkAfterSeconds;
  if (working) draw_progress(ui.theme, static_cast<float>(ui.progress));
  if (results.revision == 0) {
    ImGuiPainter().text(
        room.center(), say(Word::working),
        {.color = ui.theme.colors.text_quiet, .font = FontRole::kBody, .x = AlignX::kCenter, .y = AlignY::kMiddle});
    return;
  }
  const bool stacked = room.width() < kRoomForMenu;
  const float beside = stacked ? 0 : draw_controls(results, working, room, ui, commands);
  const bool roomy = room.width() > 640;
  const float top = room.min.y + std::max(0.0f, std::floor((room.height() - ui.headline_height) / 2));
  ImGuiPainter painter;
  const float height = set_headline(painter, ui.theme, ui.headline, {{room.min.x, top}, room.width() - beside, roomy});
  probe_rect("headline", "", {room.min.x, top}, {room.max.x - beside, top + height});
  ui.headline_height = height;
  if (!stacked || (!working && results.before == nullptr)) return;
  const float row = ui.theme.control_height();
  draw_controls(results, working, {{room.min.x, top + height}, {room.max.x, top + height + row}}, ui, commands);
  ui.headline_height += row;
}

}  // namespace reshard::ui
