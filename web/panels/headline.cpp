// The headline: what the last change did, in words and large numbers, until the next one.

#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "web/controls.h"
#include "web/fonts.h"
#include "web/marks.h"
#include "web/painter.h"
#include "web/panels/panels.h"
#include "web/words.h"

namespace reshard::ui {
namespace {

constexpr float kShowWorkAfterSeconds = 0.3f;  // most work is done before anybody could read about it

struct Look {
  FontRole font;
  Color color;
};

Look look_of(const Theme& theme, Headline::Emphasis emphasis, bool roomy) {
  using enum Headline::Emphasis;
  switch (emphasis) {
    case kPlain: return {roomy ? FontRole::kSection : FontRole::kBody, theme.colors.text_quiet};
    case kStrong: return {roomy ? FontRole::kSection : FontRole::kStrong, theme.colors.text};
    case kFigure: return {FontRole::kFigure, theme.colors.text};
  }
  return {FontRole::kBody, theme.colors.text};
}

// Sets words of several sizes on common baselines, from line to line.
class Flow {
 public:
  Flow(ImVec2 at, float width) : left_(at.x), right_(at.x + width), pen_(at) {}

  void word(std::string_view text, const Look& look) {
    ImGui::PushFont(font(look.font));
    const ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size());
    const float ascent = ImGui::GetFont()->Ascent;
    ImGui::PopFont();
    if (pen_.x > left_ && pen_.x + size.x > right_ && text != " ") new_line();
    if (pen_.x == left_ && text == " ") return;
    words_.push_back({text, look, pen_.x, ascent});
    pen_.x += size.x;
    ascent_ = std::max(ascent_, ascent);
    height_ = std::max(height_, size.y);
  }

  /// Draws all, and says how high it was.
  float finish(float top) {
    new_line();
    return pen_.y - top;
  }

 private:
  struct Placed {
    std::string_view text;
    Look look;
    float x, ascent;
  };

  void new_line() {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Placed& word : words_) {
      ImGui::PushFont(font(word.look.font));
      list.AddText({word.x, pen_.y + ascent_ - word.ascent}, word.look.color.u32(), word.text.data(),
                   word.text.data() + word.text.size());
      ImGui::PopFont();
    }
    words_.clear();
    pen_ = {left_, pen_.y + height_ + 2};
    ascent_ = height_ = 0;
  }

  float left_, right_;
  ImVec2 pen_;
  float ascent_ = 0, height_ = 0;  // of the line so far
  std::vector<Placed> words_;
};

// Words and the spaces between them; what joins without a space stays together as well as two fonts allow.
void set_run(Flow& flow, std::string_view text, const Look& look) {
  while (!text.empty()) {
    const std::size_t space = text.front() == ' ' ? 1 : std::min(text.find(' '), text.size());
    flow.word(text.substr(0, space), look);
    text.remove_prefix(space);
  }
}

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
  Flow flow({room.min.x, top}, room.width() - beside);
  for (const Headline::Run& run : ui.headline.runs) set_run(flow, run.text, look_of(ui.theme, run.emphasis, roomy));
  ui.headline_height = flow.finish(top);
  mark_rect("headline", "", {room.min.x, top}, {room.max.x - beside, top + ui.headline_height});
}

}  // namespace reshard::ui
