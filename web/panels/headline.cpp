// The headline: what the last change did, in words and large numbers, until the next change.

#include "web/pictures/headline.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/strategies/strategies.h"
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
constexpr float kRoomForAll = 760;   // in less, a menu has the moments
constexpr float kRoomForNext = 260;  // in so much more, also what to do next

// Whether there is something to do next: to see the same change beside modulo, and then with writes going on.
bool leads_on(const UiState& ui) { return ui.preferences.simple() && ui.form != LayoutForm::kEmbed; }

float room_for_all(const UiState& ui) { return kRoomForAll + (leads_on(ui) ? kRoomForNext : 0); }

// Left of `right`: side by side if there is room, else in a menu. Returns the width used.
float draw_moments(const Rect& room, float right, bool in_menu, UiState& ui) {
  constexpr float kGap = 1.5f * kGrid, kMenuWidth = 112;
  const bool all = !in_menu && (room.width() > room_for_all(ui) || room.width() < kRoomForMenu);
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

// Left of `right`, if a picture can show the change and there is room: in words, or as an icon. Returns the width used.
float draw_animate(const Results& results, const Rect& room, float right, const UiState& ui, Commands& commands) {
  constexpr std::size_t kMostNodes = 100;  // of a moving picture, web/dialogs/export/moving.js
  const bool can = results.strategies[0].movement.moved > 0 && results.scenario->cluster.nodes().size() <= kMostNodes;
  const float side = ui.theme.control_height(), words = ImGui::CalcTextSize(say(Word::animate)).x + 3 * kGrid;
  const bool in_words = (room.width() > room_for_all(ui) || room.width() < kRoomForMenu) && right - words >= room.min.x;
  const float width = in_words ? words : side;
  if (!can || right - width < room.min.x) return 0;
  ImGui::SetCursorScreenPos({right - width, room.min.y + std::floor((room.height() - side) / 2)});
  const bool pressed = in_words ? button(ui.theme, say(Word::animate), "animate", ButtonKind::kPlain, width)
                                : icon_button(ui.theme, Icon::kPlay, say(Word::animate), "animate");
  if (pressed) commands.ask(Open{"animation"});
  return width + 2 * kGrid;
}

// At the right end of the room. Returns the width used.
float draw_button(const Rect& room, const Theme& theme, const std::string& title, const char* name, bool& pressed) {
  const float width = ImGui::CalcTextSize(title.c_str()).x + 3 * kGrid;
  ImGui::SetCursorScreenPos(
      {room.max.x - width, room.min.y + std::floor((room.height() - theme.control_height()) / 2)});
  pressed = button(theme, title.c_str(), name, ButtonKind::kPlain, width);
  return width + 2 * kGrid;
}

// What leads on, at the right end of the room. Returns the width used.
float draw_next(const Results& results, const Rect& room, const UiState& ui, Commands& commands) {
  const bool beside = ui.moved_by_modulo > 0;
  if (!leads_on(ui) || !(beside || results.strategies.size() > 1)) return 0;
  const std::string share = format_percent(ui.moved_by_modulo, locale());
  const std::string title = beside ? say(Word::beside_modulo, {share}) : say(Word::with_writes);
  bool pressed = false;
  const float width = draw_button(room, ui.theme, title, beside ? "beside-modulo" : "with-writes", pressed);
  if (pressed && beside) commands.push(AddStrategy{find_strategy("modulo")});
  if (pressed && !beside) commands.ask(Open{"migrate"});
  return width;
}

// On the right: what to do next, undo, the choice of what pictures show of the change, and the change as a moving
// picture; or the button that cancels long work. Where there is little room, the bar has undo. Returns the width used. A
// figure in somebody's page stays as its author left it.
float draw_controls(const Results& results, bool working, const Rect& room, UiState& ui, Commands& commands) {
  bool pressed = false;
  if (working) {
    const float width = draw_button(room, ui.theme, say(Word::cancel), "cancel", pressed);
    if (pressed) commands.ask(Cancel{});
    return width;
  }
  if (results.before == nullptr) return 0;
  const bool is_last = ui.can_undo && !ui.can_redo;  // else undo would revert another change
  if (!is_last || ui.preferences.controls == Preferences::Controls::kAlwaysAll)
    return draw_moments(room, room.max.x, false, ui);
  float width = draw_next(results, room, ui, commands);
  const bool tight = width > 0 && room.width() <= room_for_all(ui);
  if (!tight) {
    const Rect left{room.min, {room.max.x - width, room.max.y}};
    width += draw_button(left, ui.theme, say(Word::undo), "undo-change", pressed);
    if (pressed) commands.ask(Undo{});
  }
  width += draw_moments(room, room.max.x - width, tight, ui);
  return width + draw_animate(results, room, room.max.x - width, ui, commands);
}

// The height of a usual change's sentence at this width. It is kept from the start: whatever is below must not move as
// a node is added, or before and after cannot be compared.
float usual_height(const Painter& painter, const UiState& ui, float width, bool roomy, bool tight) {
  constexpr float kWithFigures = 2, kBetween = 2;  // lines; space below each
  constexpr float kLarger = 100;                   // about: by how much figures are wider than small text
  constexpr float kRagged = 1.15f;                 // about: lines leave some room at their ends
  const FontRole plain = roomy ? FontRole::kSection : FontRole::kBody;
  float length = kLarger;
  for (const Word word : {Word::change_added, Word::moved_least, Word::fair_share_one, Word::with_modulo}) {
    const bool said = word != Word::with_modulo || (leads_on(ui) && !tight);
    if (said) length += painter.text_size(say(word), plain).x;
  }
  const auto height = [&](FontRole role) { return painter.text_size("", role).y + kBetween; };
  const float lines = std::ceil(kRagged * length / std::max(width, 1.0f)), large = std::min(lines, kWithFigures);
  return large * height(FontRole::kFigure) + (lines - large) * height(plain);
}

// About: the width of what is beside the text of a change, and what the next step adds to it.
constexpr float kAllControls = 375, kMenuAndUndo = 300, kNextStep = 170, kNextForUndo = 57;

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
  const bool asks = stacked && results.before == nullptr;  // large: the question has the room kept for its answer
  const float row = stacked ? ui.theme.control_height() : 0;
  const bool controls = working || results.before != nullptr;
  const float used = ui.headline_text + (controls ? row : 0);
  const float top = room.min.y + std::max(0.0f, std::floor((room.height() - used) / 2));
  ImGuiPainter painter;
  // Where there is little room, the buttons beside it say what to do next.
  const bool tight = room.width() <= room_for_all(ui);
  const Headline& said = tight && results.before != nullptr ? ui.fact : ui.headline;
  const float height = set_headline(painter, ui.theme, said, {{room.min.x, top}, room.width() - beside, roomy || asks});
  probe_rect("headline", "", {room.min.x, top}, {room.max.x - beside, top + height});
  ui.headline_text = height;
  ui.headline_height = height + (controls ? row : 0);
  if (ui.link_view.changes()) {
    float least = stacked ? 0 : tight ? kMenuAndUndo : kAllControls;
    if (leads_on(ui) && !stacked) least += tight ? kNextForUndo : kNextStep;
    const float usual = usual_height(painter, ui, room.width() - least, roomy, tight);
    ui.headline_height = std::max(ui.headline_height, usual + row);
  }
  if (stacked && controls)
    draw_controls(results, working, {{room.min.x, top + height}, {room.max.x, top + height + row}}, ui, commands);
}

}  // namespace reshard::ui
