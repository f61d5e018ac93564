// The bar: the name, undo, redo and reset, all or fewer controls, comparison, the link, help, the language, light and
// dark.

#include "web/controls/controls.h"
#include "web/controls/probes.h"
#include "web/draw/painter.h"
#include "web/panels/panels.h"
#include "web/panels/quick_controls.h"
#include "web/panels/strategy_menu.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

// Text centred in the bar's height. The cursor moves to its end.
void draw_words(const Theme& theme, Word word, FontRole role, Color color) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect drawn = ImGuiPainter().text({at.x, at.y + theme.control_height() / 2}, say(word),
                                         {.color = color, .font = role, .y = AlignY::kMiddle});
  ImGui::SetCursorScreenPos({drawn.max.x + 1.5f * kGrid, at.y});
}

void draw_steps(UiState& ui, Commands& commands) {
  const Theme& theme = ui.theme;
  if (icon_button(theme, Icon::kUndo, say(Word::undo), "undo", ui.can_undo)) commands.ask(Undo{});
  ImGui::SameLine(0, 0);
  if (icon_button(theme, Icon::kRedo, say(Word::redo), "redo", ui.can_redo)) commands.ask(Redo{});
  ImGui::SameLine(0, 0);
  if (ui.preferences.simple()) return;
  if (icon_button(theme, Icon::kReset, say(Word::reset), "reset")) commands.ask(Reset{});
  ImGui::SameLine(0, 0);
}

bool help_key() { return !letters_are_text() && ImGui::IsKeyPressed(ImGuiKey_Slash, false) && ImGui::GetIO().KeyShift; }

constexpr float kRoomForHelp = 400;  // in less, the page's own footer has it
constexpr float kRoomForName = 340;

// The way to the story, left of the buttons that begin at `right`. A figure is in somebody's own story.
void draw_story(const UiState& ui, float left, float right, float y, Commands& commands) {
  const float width = ImGui::CalcTextSize(say(Word::story)).x + 3 * kGrid;
  if (!may_change_controls(ui) || right - width - kGrid < left) return;
  ImGui::SetCursorPos({right - width - kGrid, y});
  if (button(ui.theme, say(Word::story), "story", ButtonKind::kQuiet, width)) commands.ask(Open{"story"});
}

// Which buttons are shown, and whether with words.
struct Shown {
  bool words, help;  // of comparison and language; the shortcuts
  bool controls;     // switching between the simple controls and all
  bool simple;       // only that; the link is in “Export & share”
};

float width_of(const Shown& shown, const UiState& ui) {
  const float side = ui.theme.control_height();
  if (shown.simple) return shown.controls ? controls_button_width(ui) : 0;
  const float controls = shown.controls ? controls_button_width(ui) + kGrid : 0;
  const int buttons = 2 + (shown.words ? 1 : 0) + (shown.help ? 1 : 0);
  const float compare = shown.words ? compare_width() + kGrid : side;
  return controls + static_cast<float>(buttons) * side + (ui.link_view.strategy == Access::kFree ? compare : 0);
}

void draw_page_buttons(const Scenario& scenario, UiState& ui, Shown shown, Commands& commands) {
  const Theme& theme = ui.theme;
  if (shown.controls) {
    controls_button(ui);
    ImGui::SameLine(0, kGrid);
  }
  if (ui.link_view.strategy == Access::kFree && !shown.simple) {
    compare_menu(scenario, shown.words ? CompareButton::kWord : CompareButton::kSign, ui, commands);
    ImGui::SameLine(0, shown.words ? kGrid : 0);
  }
  if (!shown.simple) {
    const Word link = ui.link_copied ? Word::link_copied : Word::copy_link;
    if (icon_button(theme, ui.link_copied ? Icon::kDone : Icon::kLink, say(link), "copy-link"))
      commands.ask(CopyLink{});
    ImGui::SameLine(0, 0);
  }
  if (shown.help) {
    if (icon_button(theme, Icon::kHelp, say(Word::shortcuts), "help")) commands.ask(Open{"help"});
    ImGui::SameLine(0, 0);
  }
  if (help_key()) commands.ask(Open{"help"});
  if (shown.words) {
    const float side = theme.control_height();
    if (button(theme, say(Word::other_language), "language", ButtonKind::kQuiet, side)) commands.ask(SwitchLanguage{});
    ImGui::SetItemTooltip("%s", say(Word::other_language_name));
    ImGui::SameLine(0, 0);
  }
  const bool dark = ui.preferences.dark;
  if (!shown.simple &&
      icon_button(theme, dark ? Icon::kLight : Icon::kDark, say(dark ? Word::go_light : Word::go_dark), "theme")) {
    ui.preferences.dark = !dark;
  }
}

}  // namespace

void bar_panel(const Scenario& scenario, const Results&, UiState& ui, Commands& commands) {
  const Theme& theme = ui.theme;
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
  const bool roomy = ImGui::GetContentRegionAvail().x >= 720;
  const float y = ImGui::GetCursorPosY();
  if (ImGui::GetContentRegionAvail().x >= kRoomForName)
    draw_words(theme, Word::product, FontRole::kSection, theme.colors.text);
  if (roomy) draw_words(theme, Word::tagline, FontRole::kBody, theme.colors.text_quiet);
  if (ui.link_view.changes()) draw_steps(ui, commands);
  const float left = ImGui::GetCursorPosX();
  const bool simple = ui.preferences.simple();
  const bool plays = play_has_nodes(ImGui::GetContentRegionMax().x);
  const Shown shown{.words = roomy && !simple,
                    .help = ImGui::GetContentRegionMax().x >= kRoomForHelp && !simple,
                    .controls = may_change_controls(ui) && (ui.form == LayoutForm::kWide || (simple && plays)),
                    .simple = simple};
  const float buttons = right - width_of(shown, ui);
  draw_story(ui, left, buttons, y, commands);
  ImGui::SetCursorPos({buttons, y});
  draw_page_buttons(scenario, ui, shown, commands);
}

}  // namespace reshard::ui
