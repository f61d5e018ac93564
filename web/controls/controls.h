#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "web/draw/icons.h"
#include "web/draw/theme.h"

namespace reshard::ui {

// The controls of the panels, over Dear ImGui's. `name` is the mark under which tests and the page find the control.

enum class ButtonKind {
  kPlain,
  kPrimary,  ///< the one thing to press
  kQuiet,    ///< no ground until the pointer or the focus is on it
};
bool button(const Theme& theme, const char* label, std::string_view name, ButtonKind kind = ButtonKind::kPlain,
            float width = 0);

/// A square button. `hint` says what it does: as a tooltip after a moment, and as the mark's name for the page.
bool icon_button(const Theme& theme, Icon icon, const char* hint, std::string_view name, bool enabled = true);

/// A title that can be pressed, one of several in a row; the chosen one is underlined.
bool tab(const Theme& theme, const char* title, std::string_view name, bool chosen);
float tab_width(const Theme& theme, const char* title);

/// A line of secondary text, and a paragraph of it.
void quiet_text(const Theme& theme, std::string_view text);
void quiet_paragraph(const Theme& theme, std::string_view text);

/// As quiet_paragraph() breaks it: at spaces only, where Dear ImGui would part the digits of "0.7" too.
std::string broken_into_lines(std::string_view text, float width);

/// The title of a section, and room under it.
void section_title(const char* text);
float section_title_height();

/// A label at the left of a row; what follows takes the rest of the width.
void row_label(const Theme& theme, const char* label);

/// A menu that shows what is chosen, with its items between begin_choice() and ImGui::EndCombo().
bool begin_choice(const Theme& theme, std::string_view name, const char* shown, float width = 0);

struct ChoiceItem {
  std::string_view name;  ///< of the mark "option:…"
  std::string_view title;
  std::string_view sentence;  ///< in small letters below the title; may be empty
  bool selected;
  std::string_view id = {};  ///< as in links and the JavaScript API, in small letters at the right; may be empty
  bool next = false;         ///< the one that Enter picks while the focus is elsewhere
};
/// Those with a sentence are this wide.
float choice_item_width();
bool choice_item(const Theme& theme, const ChoiceItem& item);

/// One-line text. The new text once it is confirmed (Enter, or the focus leaves) and differs.
struct TextInput {
  std::string_view name;
  std::string_view value = {};
  const char* hint = "";
  bool numeric = false;
  bool quiet = false;  ///< looks like text until it is touched
  float width = 0;     ///< 0: all there is
};
std::optional<std::string> text_input(const Theme& theme, const TextInput& input);

/// Whether letters go into a field, which is being edited or has the focus: then they are no shortcuts.
bool letters_are_text();

/// The same text while it is being typed.
bool live_text_input(const Theme& theme, const TextInput& input, std::string& value);

}  // namespace reshard::ui
