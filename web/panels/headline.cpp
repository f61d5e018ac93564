// The headline: what the last change did, in words and large numbers, until the next one.

#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "web/controls.h"
#include "web/headline_text.h"
#include "web/marks.h"
#include "web/painter.h"
#include "web/panels/panels.h"
#include "web/words.h"

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

// At the right: holds what was before, or ends work that takes long. Gives the width that it took.
float draw_button(const Results& results, bool working, const Rect& room, UiState& ui, Commands& commands) {
  if (!working && results.before == nullptr) return 0;
  const char* label = say(working ? Word::cancel : Word::hold_before);
  const float width = ImGui::CalcTextSize(label).x + 3 * kGrid;
  const float height = ui.theme.control_height();
  ImGui::SetCursorScreenPos({room.max.x - width, room.min.y + std::floor((room.height() - height) / 2)});
  if (working) {
    if (button(ui.theme, label, "cancel", ButtonKind::kPlain, width)) commands.ask(Cancel{});
  } else {
    button(ui.theme, label, "hold-before", ButtonKind::kPlain, width);
    ui.show_before |= ImGui::IsItemActive();
    ImGui::SetItemTooltip("%s", say(Word::hold_before_hint));
  }
  return width + 2 * kGrid;
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
  const float beside = draw_button(results, working, room, ui, commands);
  const bool roomy = room.width() > 640;
  const float top = room.min.y + std::max(0.0f, std::floor((room.height() - ui.headline_height) / 2));
  ImGuiPainter painter;
  ui.headline_height =
      set_headline(painter, ui.theme, ui.headline, {{room.min.x, top}, room.width() - beside, roomy});
  mark_rect("headline", "", {room.min.x, top}, {room.max.x - beside, top + ui.headline_height});
}

}  // namespace reshard::ui
