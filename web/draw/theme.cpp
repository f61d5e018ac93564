#include "web/draw/theme.h"

#include <array>
#include <cmath>
#include <initializer_list>

namespace reshard::ui {
namespace {

constexpr ThemeColors kLight{
    .background = Color::hex(0xF3F4F6),
    .surface = Color::hex(0xFFFFFF),
    .control = Color::hex(0xE9EBEF),
    .control_hovered = Color::hex(0xDFE2E8),
    .control_active = Color::hex(0xD2D7E0),
    .hairline = Color::hex(0xD9DCE2),
    .text = Color::hex(0x1B1F27),
    .text_quiet = Color::hex(0x5A6270),
    .text_disabled = Color::hex(0x9AA1AD),
    .accent = Color::hex(0x2F55D4),
    .accent_hovered = Color::hex(0x2849B8),
    .accent_active = Color::hex(0x213C99),
    .on_accent = Color::hex(0xFFFFFF),
    .unowned = Color::hex(0xB9BEC8),
    .warning = Color::hex(0x8A5200),
    .error = Color::hex(0xB3261E),
    .shadow = Color(16, 20, 28, 64),
};

// Not the light theme inverted: here lightness shows depth, and nothing is pure white.
constexpr ThemeColors kDark{
    .background = Color::hex(0x13161B),
    .surface = Color::hex(0x1C2027),
    .control = Color::hex(0x2A303A),
    .control_hovered = Color::hex(0x343B47),
    .control_active = Color::hex(0x404857),
    .hairline = Color::hex(0x333A45),
    .text = Color::hex(0xE7EAF0),
    .text_quiet = Color::hex(0xA2AAB8),
    .text_disabled = Color::hex(0x6A7280),
    .accent = Color::hex(0x8FA9FF),
    .accent_hovered = Color::hex(0xA6BAFF),
    .accent_active = Color::hex(0xBDCCFF),
    .on_accent = Color::hex(0x10131A),
    .unowned = Color::hex(0x596070),
    .warning = Color::hex(0xF0B35C),
    .error = Color::hex(0xFF8A80),
    .shadow = Color(0, 0, 0, 144),
};

struct NodeColor {
  Color light, dark;
};

// Hue families of Okabe-Ito and Tol. A search over lightness and chroma then maximised the smallest difference
// (CIEDE2000) between any two colours, as seen with normal vision, protanopia, deuteranopia and tritanopia; the first
// ones weigh most, because most clusters on the page are small.
constexpr std::array<NodeColor, kPickedColors> kPicked{{
    {Color::hex(0x242FAC), Color::hex(0x819CFE)},  // blue
    {Color::hex(0xCE9310), Color::hex(0xD0960C)},  // amber
    {Color::hex(0x068E71), Color::hex(0x007F5A)},  // green
    {Color::hex(0x6E2446), Color::hex(0x9C598D)},  // mulberry
    {Color::hex(0x1BA4FF), Color::hex(0x69E4FE)},  // sky
    {Color::hex(0xA64344), Color::hex(0xCE3812)},  // red
    {Color::hex(0x987302), Color::hex(0xF1D407)},  // gold
    {Color::hex(0x7758DE), Color::hex(0x735BE1)},  // violet
    {Color::hex(0xFC5D88), Color::hex(0xF65E85)},  // pink
    {Color::hex(0x006775), Color::hex(0x22B7A0)},  // teal
    {Color::hex(0x33480A), Color::hex(0xBEDA9E)},  // leaf
    {Color::hex(0x997EB2), Color::hex(0xAC88BA)},  // lilac
}};

// Beyond the picked colours no set stays distinguishable for everybody; neighbours at least differ in hue and
// lightness.
Color golden_color(std::uint32_t index, bool dark) {
  constexpr double kGoldenAngle = 137.50776405;
  constexpr double kLightness[2][3] = {{0.56, 0.44, 0.62}, {0.72, 0.84, 0.63}};
  const double hue = std::fmod(index * kGoldenAngle, 360.0);
  return from_oklch(kLightness[dark ? 1 : 0][index % 3], 0.11, hue);
}

// Every colour of Dear ImGui 1.90.1, so that nothing of its own theme shows through.
void apply_colors(const ThemeColors& c, ImVec4* to) {
  const auto set = [&](std::initializer_list<ImGuiCol> which, Color color) {
    for (const ImGuiCol col : which) to[col] = color.vec4();
  };
  const Color none = c.surface.faded(0);
  set({ImGuiCol_Text}, c.text);
  set({ImGuiCol_TextDisabled}, c.text_disabled);
  set({ImGuiCol_WindowBg}, c.background);
  set({ImGuiCol_PopupBg}, c.surface);
  set({ImGuiCol_ChildBg, ImGuiCol_BorderShadow, ImGuiCol_MenuBarBg, ImGuiCol_ScrollbarBg, ImGuiCol_TableRowBg}, none);
  set({ImGuiCol_Border, ImGuiCol_Separator, ImGuiCol_TableBorderStrong, ImGuiCol_TableBorderLight}, c.hairline);
  set({ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Tab, ImGuiCol_TabUnfocused, ImGuiCol_TitleBg, ImGuiCol_TitleBgActive,
       ImGuiCol_TitleBgCollapsed, ImGuiCol_TableHeaderBg, ImGuiCol_TableRowBgAlt, ImGuiCol_ScrollbarGrab,
       ImGuiCol_ResizeGrip},
      c.control);
  set({ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered, ImGuiCol_TabHovered,
       ImGuiCol_ScrollbarGrabHovered, ImGuiCol_SeparatorHovered, ImGuiCol_ResizeGripHovered},
      c.control_hovered);
  set({ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive, ImGuiCol_TabActive,
       ImGuiCol_TabUnfocusedActive, ImGuiCol_ScrollbarGrabActive, ImGuiCol_SeparatorActive, ImGuiCol_ResizeGripActive},
      c.control_active);
  set({ImGuiCol_Header}, c.control);
  set({ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_PlotLines, ImGuiCol_PlotHistogram, ImGuiCol_DragDropTarget,
       ImGuiCol_NavHighlight, ImGuiCol_NavWindowingHighlight},
      c.accent);
  set({ImGuiCol_SliderGrabActive, ImGuiCol_PlotLinesHovered, ImGuiCol_PlotHistogramHovered}, c.accent_active);
  set({ImGuiCol_TextSelectedBg}, c.accent.faded(0.3f));
  set({ImGuiCol_ModalWindowDimBg, ImGuiCol_NavWindowingDimBg}, c.shadow);
}

void apply_spacing(ImGuiStyle& style, float control_height) {
  style.WindowPadding = {2 * kGrid, 2 * kGrid};
  style.FramePadding = {kGrid + kGrid / 2, std::floor((control_height - 17) / 2)};  // 17: body text
  style.ItemSpacing = {kGrid, kGrid};
  style.ItemInnerSpacing = {kGrid, kGrid / 2};
  style.CellPadding = {kGrid, kGrid / 2};
  style.IndentSpacing = 2 * kGrid;
  style.ScrollbarSize = kGrid;
  style.GrabMinSize = 2 * kGrid;
  style.FrameRounding = style.PopupRounding = style.GrabRounding = style.TabRounding = kRadius;
  style.ScrollbarRounding = kRadius;
  style.WindowRounding = style.ChildRounding = 0;
  style.WindowBorderSize = style.ChildBorderSize = style.FrameBorderSize = 0;
  style.PopupBorderSize = 1;
}

}  // namespace

Color node_color(NodeId id, bool dark) {
  const std::uint32_t index = index_of(id);
  if (index >= kPickedColors) return golden_color(index, dark);
  return dark ? kPicked[index].dark : kPicked[index].light;
}

Color Theme::node(NodeId id) const { return id == kNoNode ? colors.unowned : node_color(id, dark); }

Color Theme::node_beside(NodeId id, NodeId highlight) const {
  constexpr float kFaded = 0.28f;
  return highlight == kNoNode || highlight == id ? node(id) : mix(colors.surface, node(id), kFaded);
}

Color Theme::ink_on(Color ground) {
  const Color white = Color::hex(0xFFFFFF), black = Color::hex(0x07090C);
  return contrast(white, ground) >= contrast(black, ground) ? white : black;
}

void Theme::apply() const {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  apply_colors(colors, style.Colors);
  apply_spacing(style, control_height());
}

Theme make_theme(bool dark, bool coarse_pointer) { return {dark, coarse_pointer, dark ? kDark : kLight}; }

}  // namespace reshard::ui
