#include "web/controls/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "imgui_internal.h"
#include "web/controls/probes.h"
#include "web/draw/fonts.h"
#include "web/draw/painter.h"

namespace reshard::ui {
namespace {

void text_in(FontRole role, Color color, std::string_view text) {
  ImGui::PushFont(font(role));
  ImGui::PushStyleColor(ImGuiCol_Text, color.u32());
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

// The colours of a button at rest, hovered and pressed.
void push_button_colors(const Theme& theme, ButtonKind kind) {
  const ThemeColors& c = theme.colors;
  const bool primary = kind == ButtonKind::kPrimary;
  const Color rest = primary ? c.accent : kind == ButtonKind::kQuiet ? c.control.faded(0) : c.control;
  ImGui::PushStyleColor(ImGuiCol_Button, rest.u32());
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, (primary ? c.accent_hovered : c.control_hovered).u32());
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, (primary ? c.accent_active : c.control_active).u32());
  ImGui::PushStyleColor(ImGuiCol_Text, (primary ? c.on_accent : c.text).u32());
}

constexpr float kFieldPadding = 10, kChevronWidth = 28;

constexpr int kInputFlags = ImGuiInputTextFlags_AutoSelectAll;

// Dear ImGui edits a buffer of fixed size; the core refuses longer names and keys anyway.
constexpr std::size_t kTextBytes = 4096 + 1;

// Characters that numbers begin with: other keys keep their meaning, such as B, which shows the state before.
bool belongs_to_number(unsigned c) { return (c >= '0' && c <= '9') || c == '.' || c == ',' || c == '-'; }

// The last field to have the focus; there is one canvas and one focus.
struct {
  ImGuiID id = 0;
  bool numeric = false;
} last_field;

bool field_has_focus() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.NavId != 0 && g.NavId == last_field.id && !g.NavDisableHighlight;
}

// What was typed or pasted into a field that has the focus but is not being edited yet.
std::vector<unsigned> typed_on(ImGuiID field, bool numeric) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool disabled = (g.CurrentItemFlags & ImGuiItemFlags_Disabled) != 0;
  if (g.NavId != field || g.ActiveId != 0 || g.NavDisableHighlight || disabled) return {};
  last_field = {field, numeric};
  std::vector<unsigned> typed(g.IO.InputQueueCharacters.begin(), g.IO.InputQueueCharacters.end());
  if (ImGui::IsKeyChordPressed(ImGuiMod_Shortcut | ImGuiKey_V)) {
    const char* text = ImGui::GetClipboardText();
    for (unsigned c = 0; text != nullptr && *text != '\0'; typed.push_back(c))
      text += ImTextCharFromUtf8(&c, text, nullptr);
  }
  std::erase_if(typed, [&](unsigned c) { return c < ' ' || (numeric && !belongs_to_number(c)); });
  if (!typed.empty() && typed.front() == ' ') typed.clear();  // Space activates the field
  return typed;
}

// Dear ImGui waits for Enter before a field accepts typing; here typing replaces its content at once, as in any form.
bool edit_text(const Theme& theme, const TextInput& input, char* buffer) {
  ImGui::SetNextItemWidth(input.width > 0 ? input.width : ImGui::GetContentRegionAvail().x);
  const float line = ImGui::GetTextLineHeight();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      ImVec2(input.quiet ? 6.0f : kFieldPadding, (theme.control_height() - line) / 2));
  if (input.quiet) ImGui::PushStyleColor(ImGuiCol_FrameBg, theme.colors.control.faded(0).u32());
  // Leaves out what follows a colon, the name of the node in whose row the field is: the field may rename the node and
  // must keep its id.
  const std::string_view id = input.name.substr(0, input.name.find(':'));
  ImGui::PushID(id.data(), id.data() + id.size());
  const ImGuiID field = ImGui::GetID("##text");
  const std::vector<unsigned> typed = typed_on(field, input.numeric);
  if (!typed.empty()) {  // as Enter does, which selects all of it
    ImGuiContext& g = *ImGui::GetCurrentContext();
    g.NavActivateId = field;
    g.NavActivateFlags = ImGuiActivateFlags_PreferInput;
  }
  const bool edited = ImGui::InputTextWithHint("##text", input.hint, buffer, kTextBytes,
                                               kInputFlags | (input.numeric ? ImGuiInputTextFlags_CharsScientific : 0));
  if (ImGuiInputTextState* state = typed.empty() ? nullptr : ImGui::GetInputTextState(field)) {
    for (const unsigned c : typed) state->OnKeyPressed(static_cast<int>(input.numeric && c == ',' ? '.' : c));
  }
  ImGui::PopID();
  if (input.quiet) ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  probe(input.name);
  return edited;
}

std::array<char, kTextBytes> buffer_of(std::string_view text) {
  std::array<char, kTextBytes> buffer{};
  std::copy_n(text.data(), std::min(text.size(), kTextBytes - 1), buffer.data());
  return buffer;
}

// The title, the id and the mark of the current choice, side by side.
float natural_width(const ChoiceItem& item) {
  const ImGuiPainter painter;
  return painter.text_size(item.title, FontRole::kBody).x + painter.text_size(item.id, FontRole::kSmall).x + 7 * kGrid;
}

}  // namespace

bool button(const Theme& theme, const char* label, std::string_view name, ButtonKind kind, float width) {
  push_button_colors(theme, kind);
  // The id comes from the name, so that the button keeps the focus when its label changes.
  const std::string with_id = std::string(label).append("###").append(name);
  const bool pressed = ImGui::Button(with_id.c_str(), ImVec2(width, theme.control_height()));
  ImGui::PopStyleColor(4);
  probe(name);
  return pressed;
}

bool icon_button(const Theme& theme, Icon icon, const char* hint, std::string_view name, bool enabled) {
  const float side = theme.control_height();
  ImGui::BeginDisabled(!enabled);
  ImGui::PushID(name.data(), name.data() + name.size());
  push_button_colors(theme, ButtonKind::kQuiet);
  const bool pressed = ImGui::Button("##icon", ImVec2(side, side));
  ImGui::PopStyleColor(4);
  ImGui::PopID();
  const ImVec2 min = ImGui::GetItemRectMin();
  const Color color = enabled ? theme.colors.text : theme.colors.text_disabled;
  draw_icon(*ImGui::GetWindowDrawList(), icon, {min.x + side / 2, min.y + side / 2}, 16, color);
  probe(name);
  ImGui::SetItemTooltip("%s", hint);
  ImGui::EndDisabled();
  return pressed;
}

float tab_width(const Theme& theme, const char* title) {
  ImGui::PushFont(font(FontRole::kStrong));
  const float width = ImGui::CalcTextSize(title).x;
  ImGui::PopFont();
  return std::max(width, theme.coarse_pointer ? kTouchTarget : 0);
}

bool tab(const Theme& theme, const char* title, std::string_view name, bool chosen) {
  ImGui::PushFont(font(FontRole::kStrong));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
  const bool pressed = button(theme, title, name, ButtonKind::kQuiet, tab_width(theme, title));
  ImGui::PopStyleVar();
  ImGui::PopFont();
  const ImVec2 min = ImGui::GetItemRectMin(), max = ImGui::GetItemRectMax();
  if (chosen) ImGuiPainter().rect({{min.x, max.y - 3}, {max.x, max.y - 1}}, theme.colors.accent, 0);
  return pressed;
}

void quiet_text(const Theme& theme, std::string_view text) { text_in(FontRole::kSmall, theme.colors.text_quiet, text); }

std::string broken_into_lines(std::string_view text, float width) {
  const ImGuiPainter painter;
  std::string all, line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string longer = line + (line.empty() ? "" : " ") + std::string(text.substr(0, end));
    if (!line.empty() && painter.text_size(longer, FontRole::kSmall).x > width) {
      all.append(line).append("\n");
      line = text.substr(0, end);
    } else {
      line = longer;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all + line;
}

void quiet_paragraph(const Theme& theme, std::string_view text) {
  quiet_text(theme, broken_into_lines(text, ImGui::GetContentRegionAvail().x));
}

void section_title(const char* text) {
  ImGui::PushFont(font(FontRole::kStrong));
  ImGui::TextUnformatted(text);
  ImGui::PopFont();
}

float section_title_height() { return ImGui::GetTextLineHeightWithSpacing(); }

void row_label(const Theme& theme, const char* label, float choices) {
  const float at = ImGui::GetCursorPosX(), room = ImGui::GetContentRegionAvail().x;
  const float width = std::floor(room * 0.42f);
  const float y = ImGui::GetCursorPosY();
  const bool beside = ImGuiPainter().text_size(label, FontRole::kBody).x <= width - kGrid &&
                      choices <= room - width - kFieldPadding - kChevronWidth;
  if (!beside) {
    const std::string fitted = ImGuiPainter().fit_text(label, FontRole::kBody, room);
    ImGui::TextUnformatted(fitted.c_str());
    if (fitted != label) ImGui::SetItemTooltip("%s", label);
    return;
  }
  ImGui::SetCursorPosY(y + (theme.control_height() - ImGui::GetTextLineHeight()) / 2);
  ImGui::TextUnformatted(label);
  ImGui::SameLine(at + width);
  ImGui::SetCursorPosY(y);
}

bool begin_choice(const Theme& theme, std::string_view name, const char* shown, float width) {
  if (width == 0) width = ImGui::GetContentRegionAvail().x;
  const float height = theme.control_height();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();  // once the menu is open it has a window of its own
  const std::string fitted = ImGuiPainter().fit_text(shown, FontRole::kBody, width - kFieldPadding - kChevronWidth);
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(kFieldPadding, (height - ImGui::GetTextLineHeight()) / 2));
  const bool open = ImGui::BeginCombo(("##" + std::string(name)).c_str(), fitted.c_str(),
                                      ImGuiComboFlags_HeightLargest | ImGuiComboFlags_NoArrowButton);
  ImGui::PopStyleVar();
  if (!open && fitted != shown) ImGui::SetItemTooltip("%s", shown);
  draw_icon(list, Icon::kOpen, {at.x + width - kChevronWidth / 2, at.y + height / 2}, 12, theme.colors.text_quiet);
  if (!open) probe(name);
  return open;
}

float choice_item_width() { return std::min(400.0f, ImGui::GetIO().DisplaySize.x - 6 * kGrid); }

namespace {

void draw_choice_item(const Theme& theme, const ChoiceItem& item, Rect row, float padding, bool hot) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (hot || item.selected || item.next) {
    const Color ground = hot ? theme.colors.control_hovered : theme.colors.control;
    list.AddRectFilled(row.min, row.max, ground.u32(), kRadius);
  }
  const float line = ImGui::GetTextLineHeight(), top = row.min.y + padding, middle = top + line / 2;
  const float check_x = row.max.x - 1.5f * kGrid;
  const bool beside = row.width() + 2 * kGrid >= natural_width(item);  // or a narrow screen has room for the title only
  const std::string title =
      beside ? std::string(item.title)
             : ImGuiPainter().fit_text(item.title, FontRole::kBody, check_x - kGrid - (row.min.x + kGrid));
  list.AddText({row.min.x + kGrid, top}, theme.colors.text.u32(), title.data(), title.data() + title.size());
  if (item.selected) draw_icon(list, Icon::kDone, {check_x, middle}, 12, theme.colors.accent);
  if (beside) {
    ImGuiPainter().text({check_x - 1.5f * kGrid, middle}, item.id,
                        {.color = theme.colors.text_quiet, .x = AlignX::kRight, .y = AlignY::kMiddle});
  }
  if (item.sentence.empty()) return;
  ImFont* small = font(FontRole::kSmall);
  list.AddText(small, small == nullptr ? ImGui::GetFontSize() : small->FontSize, {row.min.x + kGrid, top + line + 2},
               theme.colors.text_quiet.u32(), item.sentence.data(), item.sentence.data() + item.sentence.size(),
               row.width() - 2 * kGrid);
}

}  // namespace

bool choice_item(const Theme& theme, const ChoiceItem& item) {
  const float line = ImGui::GetTextLineHeight(), padding = theme.coarse_pointer ? 10.0f : 6.0f;
  const float most = ImGui::GetIO().DisplaySize.x - 6 * kGrid;
  const float width = item.sentence.empty()
                          ? std::max(ImGui::GetContentRegionAvail().x, std::min(natural_width(item), most))
                          : choice_item_width();
  ImGui::PushFont(font(FontRole::kSmall));
  const char* sentence_end = item.sentence.data() + item.sentence.size();
  const float below = item.sentence.empty()
                          ? 0
                          : ImGui::CalcTextSize(item.sentence.data(), sentence_end, false, width - 2 * kGrid).y + 2;
  ImGui::PopFont();

  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(item.name.data(), item.name.data() + item.name.size());
  const ImVec2 size(width, line + below + 2 * padding);
  // Dear ImGui's own backgrounds and focus ring have square corners: hide them, and draw rounded ones.
  for (const ImGuiCol own : {ImGuiCol_Header, ImGuiCol_HeaderHovered, ImGuiCol_HeaderActive, ImGuiCol_NavHighlight}) {
    ImGui::PushStyleColor(own, 0);
  }
  const bool picked = ImGui::Selectable("##item", item.selected, ImGuiSelectableFlags_None, size);
  ImGui::PopStyleColor(4);
  ImGui::PopID();
  const Rect row{at, {at.x + size.x, at.y + size.y}};
  ImGui::RenderNavHighlight({row.min, row.max}, ImGui::GetItemID());
  probe("option", item.name);
  if (item.selected && ImGui::IsWindowAppearing()) {
    ImGui::SetItemDefaultFocus();
    ImGui::SetScrollHereY();
  }
  draw_choice_item(theme, item, row, padding, ImGui::IsItemHovered() || ImGui::IsItemActive());
  return picked;
}

std::optional<std::string> text_input(const Theme& theme, const TextInput& input) {
  auto buffer = buffer_of(input.value);
  edit_text(theme, input, buffer.data());
  if (!ImGui::IsItemDeactivatedAfterEdit() || input.value == buffer.data()) return std::nullopt;
  return std::string(buffer.data());
}

bool letters_are_text() { return ImGui::GetIO().WantTextInput || (field_has_focus() && !last_field.numeric); }

bool paste_is_text() { return ImGui::GetIO().WantTextInput || field_has_focus(); }

bool live_text_input(const Theme& theme, const TextInput& input, std::string& value) {
  auto buffer = buffer_of(value);
  if (!edit_text(theme, input, buffer.data())) return false;
  value = buffer.data();
  return true;
}

}  // namespace reshard::ui
