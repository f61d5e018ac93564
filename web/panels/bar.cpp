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
}

struct Shortcut {
  Word keys, what;
};
constexpr Shortcut kShortcuts[] = {
    {Word::keys_arrows, Word::does_arrows}, {Word::keys_enter, Word::does_enter},
    {Word::keys_typing, Word::does_typing}, {Word::keys_escape, Word::does_escape},
    {Word::keys_tab, Word::does_tab},       {Word::keys_undo, Word::does_undo},
    {Word::keys_redo, Word::does_redo},     {Word::keys_before, Word::does_before},
    {Word::keys_zoom, Word::does_zoom},     {Word::keys_menu, Word::does_menu},
    {Word::keys_help, Word::does_help},
};

void draw_help(const Theme& theme) {
  if (!ImGui::BeginPopup("help")) return;
  section_title(say(Word::shortcuts));
  for (const Shortcut& shortcut : kShortcuts) {
    ImGui::TextUnformatted(say(shortcut.keys));
    ImGui::SameLine(160);
    quiet_text(theme, say(shortcut.what));
  }
  probe_rect("shortcuts", "", ImGui::GetWindowPos(),
             {ImGui::GetWindowPos().x + ImGui::GetWindowWidth(), ImGui::GetWindowPos().y + ImGui::GetWindowHeight()});
  ImGui::EndPopup();
}

bool help_key() { return !letters_are_text() && ImGui::IsKeyPressed(ImGuiKey_Slash, false) && ImGui::GetIO().KeyShift; }

constexpr float kRoomForHelp = 400;  // in less, the page's own footer has it
constexpr float kRoomForName = 340;

// Which buttons are shown, and whether with words.
struct Shown {
  bool words, help;  // of comparison and language; the shortcuts
  bool controls;     // switching between the simple controls and all
  bool simple;       // only that and the theme; the link is in “Export & share”
};

float width_of(const Shown& shown, const UiState& ui) {
  const float side = ui.theme.control_height();
  const float controls = shown.controls ? controls_button_width(ui) + kGrid : 0;
  if (shown.simple) return controls + side;
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
    if (icon_button(theme, Icon::kHelp, say(Word::shortcuts), "help")) ImGui::OpenPopup("help");
    ImGui::SameLine(0, 0);
  }
  if (help_key()) ImGui::OpenPopup("help");
  if (shown.words) {
    const float side = theme.control_height();
    if (button(theme, say(Word::other_language), "language", ButtonKind::kQuiet, side)) commands.ask(SwitchLanguage{});
    ImGui::SetItemTooltip("%s", say(Word::other_language_name));
    ImGui::SameLine(0, 0);
  }
  const bool dark = ui.preferences.dark;
  if (icon_button(theme, dark ? Icon::kLight : Icon::kDark, say(dark ? Word::go_light : Word::go_dark), "theme")) {
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
  const bool simple = ui.preferences.simple();
  const Shown shown{.words = roomy && !simple,
                    .help = ImGui::GetContentRegionMax().x >= kRoomForHelp && !simple,
                    .controls = ui.form == LayoutForm::kWide && may_change_controls(ui),
                    .simple = simple};
  ImGui::SetCursorPos({right - width_of(shown, ui), y});
  draw_page_buttons(scenario, ui, shown, commands);
  draw_help(theme);
}

}  // namespace reshard::ui
