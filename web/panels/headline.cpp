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

// Sets text of several sizes on common baselines, from line to line. Lines break at spaces only.
class Flow {
 public:
  Flow(ImVec2 at, float width) : left_(at.x), right_(at.x + width), pen_(at) {}

  void run(std::string_view text, const Look& look) {
    while (!text.empty()) {
      const std::size_t length = std::min(text.find(' '), text.size());
      piece(text.substr(0, length), look);
      text.remove_prefix(length);
      if (text.empty()) return;
      space(look);
      text.remove_prefix(1);
    }
  }

  /// Draws all, and says how high it was.
  float finish(float top) {
    place_word();
    new_line();
    return pen_.y - top;
  }

 private:
  struct Piece {
    std::string_view text;
    Look look;
    ImVec2 size;
    float x, ascent;
  };

  // A part of a word: between two spaces there may be several, each with its own look.
  void piece(std::string_view text, const Look& look) {
    if (text.empty()) return;
    ImGui::PushFont(font(look.font));
    const ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size());
    word_.push_back({text, look, size, 0, ImGui::GetFont()->Ascent});
    ImGui::PopFont();
  }

  void space(const Look& look) {
    place_word();
    ImGui::PushFont(font(look.font));
    if (pen_.x > left_) pen_.x += ImGui::CalcTextSize(" ").x;
    ImGui::PopFont();
  }

  void place_word() {
    float width = 0;
    for (const Piece& piece : word_) width += piece.size.x;
    if (pen_.x > left_ && pen_.x + width > right_) new_line();
    for (Piece& piece : word_) {
      piece.x = pen_.x;
      pen_.x += piece.size.x;
      ascent_ = std::max(ascent_, piece.ascent);
      height_ = std::max(height_, piece.size.y);
      line_.push_back(piece);
    }
    word_.clear();
  }

  void new_line() {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    for (const Piece& piece : line_) {
      ImGui::PushFont(font(piece.look.font));
      list.AddText({piece.x, pen_.y + ascent_ - piece.ascent}, piece.look.color.u32(), piece.text.data(),
                   piece.text.data() + piece.text.size());
      ImGui::PopFont();
    }
    line_.clear();
    pen_ = {left_, pen_.y + height_ + 2};
    ascent_ = height_ = 0;
  }

  float left_, right_;
  ImVec2 pen_;
  float ascent_ = 0, height_ = 0;  // of the line so far
  std::vector<Piece> word_, line_;
};

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
  for (const Headline::Run& run : ui.headline.runs) flow.run(run.text, look_of(ui.theme, run.emphasis, roomy));
  ui.headline_height = flow.finish(top);
  mark_rect("headline", "", {room.min.x, top}, {room.max.x - beside, top + ui.headline_height});
}

}  // namespace reshard::ui
