#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "web/draw/icons.h"
#include "web/draw/theme.h"

namespace reshard::ui {

// The panels' controls, on top of Dear ImGui's. `name` is the probe by which tests and the page find the control.

enum class ButtonKind {
  kPlain,
  kPrimary,  ///< the main action
  kQuiet,    ///< no background until hovered or focused
};
bool button(const Theme& theme, const char* label, std::string_view name, ButtonKind kind = ButtonKind::kPlain,
            float width = 0);

/// A square button. `hint` says what it does, in a tooltip after a moment.
bool icon_button(const Theme& theme, Icon icon, const char* hint, std::string_view name, bool enabled = true);

/// One of several titles in a row that can be pressed; the chosen one is underlined.
bool tab(const Theme& theme, const char* title, std::string_view name, bool chosen);
float tab_width(const Theme& theme, const char* title);

/// Secondary text: one line, and a paragraph.
void quiet_text(const Theme& theme, std::string_view text);
void quiet_paragraph(const Theme& theme, std::string_view text);

/// Breaks the text as quiet_paragraph() does: at spaces only, where Dear ImGui would also split "0.7".
std::string broken_into_lines(std::string_view text, float width);

/// A section's title, with space below it.
void section_title(const char* text);
float section_title_height();

/// A label at the left of a row; what follows takes the rest of the width. Where one of the two has no room there, the label
/// stands above. `choices`: how wide the longest text of the menu that follows is, in CSS pixels.
void row_label(const Theme& theme, const char* label, float choices = 0);

/// A menu that shows the current choice; its items go between begin_choice() and ImGui::EndCombo().
bool begin_choice(const Theme& theme, std::string_view name, const char* shown, float width = 0);

struct ChoiceItem {
  std::string_view name;  ///< of the probe "option:…"
  std::string_view title;
  std::string_view sentence;  ///< in small type below the title; may be empty
  bool selected;
  std::string_view id = {};  ///< as in links and the JavaScript API, in small type at the right; may be empty
  bool next = false;         ///< Enter picks it while the focus is elsewhere
};
/// The width of items with a sentence.
float choice_item_width();
bool choice_item(const Theme& theme, const ChoiceItem& item);

/// A field for one line of text. text_input() returns the new text once it is confirmed (Enter, or the focus leaves)
/// and differs.
struct TextInput {
  std::string_view name;
  std::string_view value = {};
  const char* hint = "";
  bool numeric = false;
  bool quiet = false;  ///< looks like plain text until it is used
  float width = 0;     ///< 0: all that is available
};
std::optional<std::string> text_input(const Theme& theme, const TextInput& input);

/// Whether a text field is being edited or has the focus: letters then go into it and are not shortcuts.
bool letters_are_text();
/// The same for what is pasted, which a field of numbers takes, too.
bool paste_is_text();

/// Updates `value` with every character typed. True if it changed.
bool live_text_input(const Theme& theme, const TextInput& input, std::string& value);

}  // namespace reshard::ui
