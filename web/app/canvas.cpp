#include "web/app/canvas.h"

#include <algorithm>
#include <utility>

#include "imgui_internal.h"
#include "web/app/layout.h"
#include "web/controls/controls.h"
#include "web/controls/keyboard.h"
#include "web/controls/probes.h"
#include "web/panels/node_menu.h"
#include "web/panels/quick_controls.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr const char* kSetupSheet = "setup-sheet";
constexpr ImGuiWindowFlags kStill = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;

struct Frame {
  const Scenario& scenario;
  const Results& results;
  UiState& ui;
  Commands& commands;

  void draw(PanelId panel) const {
    ImGui::BeginDisabled(access(panel) == Access::kLocked);
    kPanels[static_cast<std::size_t>(panel)].draw(scenario, results, ui, commands);
    ImGui::EndDisabled();
  }
  Access access(PanelId panel) const {
    switch (panel) {
      case PanelId::nodes: return ui.link_view.nodes;
      case PanelId::strategy: return ui.link_view.strategy;
      case PanelId::keys: return ui.link_view.keys;
      default: return Access::kFree;  // only shows, or checks its parts itself
    }
  }
};

// A card is a child window without a border; arrow keys move from one to the next.
void begin_ground(const Theme& theme, const char* id, const Rect& rect, Ground ground, ImVec2 padding,
                  ImGuiWindowFlags flags) {
  ImGui::SetCursorScreenPos(rect.min);
  const bool card = ground == Ground::kCard;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, card ? padding : ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_ChildRounding, kRadius + 2);
  ImGui::PushStyleColor(ImGuiCol_ChildBg, card ? theme.colors.surface.u32() : 0);
  ImGui::BeginChild(id, {rect.width(), rect.height()}, card ? ImGuiChildFlags_AlwaysUseWindowPadding : 0,
                    flags | ImGuiWindowFlags_NavFlattened);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(2);
  ImGui::PushItemFlag(ImGuiItemFlags_NoNav, passed_by(rect.min, rect.max));
}

void end_ground() {
  ImGui::PopItemFlag();
  ImGui::EndChild();
}

void draw_place(const Frame& frame, LayoutForm form, const Place& place) {
  const char* id = kPanels[static_cast<std::size_t>(place.panel)].id;
  const float pad = form == LayoutForm::kWide ? 2 * kGrid : 1.5f * kGrid;
  const bool scrolls = place.panel == PanelId::inspector;
  begin_ground(frame.ui.theme, id, place.rect, place.ground, {pad, form == LayoutForm::kEmbed ? kGrid : pad},
               scrolls ? 0 : kStill);
  frame.draw(place.panel);
  end_ground();
}

void draw_setup(const Frame& frame, const Layout& layout) {
  if (layout.setup_rect.empty()) return;
  begin_ground(frame.ui.theme, "setup", layout.setup_rect, Ground::kCard, {2 * kGrid, 2 * kGrid}, 0);
  // Tighter than elsewhere: all of it has to fit beside five nodes on a laptop's screen.
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(kGrid, 0.75f * kGrid));
  for (const PanelId panel : layout.setup) {
    if (panel != layout.setup.front()) ImGui::Dummy({0, kGrid / 2});
    frame.draw(panel);
  }
  ImGui::PopStyleVar();
  end_ground();
}

void draw_scrolled(const Frame& frame, const Layout& layout) {
  if (layout.scroll_view.empty()) return;
  begin_ground(frame.ui.theme, "scroll", layout.scroll_view, Ground::kNone, {}, 0);
  const float up = ImGui::GetScrollY();
  for (Place place : layout.scrolled) {
    place.rect.min.y -= up;
    place.rect.max.y -= up;
    draw_place(frame, layout.form, place);
  }
  end_ground();
}

// A sheet at the bottom edge with panels for which the stack has no room; they scroll above the sheet's own buttons.
void draw_sheet(const Frame& frame, const char* id, std::initializer_list<PanelId> panels, ImVec2 size) {
  const float height = std::min(size.y * 0.82f, 620.0f);
  ImGui::SetNextWindowPos({0, size.y - height});
  ImGui::SetNextWindowSize({size.x, height});
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoSavedSettings;
  if (!ImGui::BeginPopup(id, kFlags)) return;
  close_on_escape();
  if (frame.ui.closes_sheets) ImGui::CloseCurrentPopup();
  const float buttons = frame.ui.theme.control_height() + ImGui::GetStyle().ItemSpacing.y;
  ImGui::BeginChild("panels", {0, -buttons}, 0, ImGuiWindowFlags_NavFlattened);
  for (const PanelId panel : panels) {
    if (frame.access(panel) == Access::kHidden) continue;
    if (panel != *panels.begin()) ImGui::Dummy({0, kGrid});
    frame.draw(panel);
  }
  ImGui::EndChild();
  if (button(frame.ui.theme, say(Word::close), "close-sheet")) ImGui::CloseCurrentPopup();
  if (std::string_view(id) == kSetupSheet && may_change_controls(frame.ui)) {
    ImGui::SameLine(0, kGrid);
    controls_button(frame.ui);
    if (frame.ui.preferences.simple()) ImGui::CloseCurrentPopup();  // the sheet's button with it
  }
  asked_node_menu(frame.scenario, frame.results, frame.ui, frame.commands);  // over the sheet, which stays open
  ImGui::EndPopup();
}

// Draws what was refused, why, and what would work instead.
void draw_refusal(UiState& ui, Commands& commands, ImVec2 size) {
  if (!ui.refusal) return;
  if (!std::exchange(ui.refusal->shown, true)) ImGui::OpenPopup("refusal");
  const float width = std::min(480.0f, size.x - 4 * kGrid);
  ImGui::SetNextWindowPos({size.x / 2, 9 * kGrid}, ImGuiCond_Always, {0.5f, 0});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, size.y * 0.8f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {2 * kGrid, 2 * kGrid});
  const bool open = ImGui::BeginPopup("refusal");
  ImGui::PopStyleVar();
  if (!open) {
    ui.refusal.reset();  // closed by a click elsewhere, or by Escape
    return;
  }
  close_on_escape();
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(ui.refusal->text.c_str());
  ImGui::PopTextWrapPos();
  probe("refusal");
  ImGui::Dummy({0, kGrid / 2});
  bool done = false;
  int number = 0;
  for (const Refusal::Remedy& way : ui.refusal->ways) {
    if (button(ui.theme, way.label.c_str(), "way-out-" + std::to_string(++number), ButtonKind::kPlain, -1)) {
      commands.ask(way.edit);
      done = true;
    }
  }
  if (button(ui.theme, say(Word::close), "close-refusal", ButtonKind::kQuiet)) done = true;
  if (done) {
    ImGui::CloseCurrentPopup();
    ui.refusal.reset();
  }
  ImGui::EndPopup();
}

void read_keys(UiState& ui, Commands& commands) {
  const ImGuiIO& io = ImGui::GetIO();
  ui.holds_before = !letters_are_text() && ImGui::IsKeyDown(ImGuiKey_B);
  if (io.WantTextInput || !(io.ConfigMacOSXBehaviors ? io.KeySuper : io.KeyCtrl)) return;
  if (ImGui::IsKeyPressed(ImGuiKey_Z)) io.KeyShift ? commands.ask(Redo{}) : commands.ask(Undo{});
  if (ImGui::IsKeyPressed(ImGuiKey_Y)) commands.ask(Redo{});
}

}  // namespace

bool draw_canvas(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  const Frame frame{scenario, results, ui, commands};
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float headline_before = ui.headline_height, text_before = ui.headline_text;
  const Layout layout = lay_out(size,
                                {ui.headline_height, scenario.cluster.nodes().size(), ui.theme.control_height(),
                                 section_title_height(), scenario.strategies.size(), ui.preferences.simple()},
                                ui.link_view);
  ui.form = layout.form;
  for (Lens* lens : {&ui.structure_lens, &ui.map_lens}) lens->begin_frame();
  read_keys(ui, commands);
  ui.focused_node = kNoNode;

  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(size);
  ImGui::Begin("canvas", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | kStill);
  for (const Place& place : layout.fixed) draw_place(frame, layout.form, place);
  draw_setup(frame, layout);
  draw_scrolled(frame, layout);
  if (ui.open_sheet != nullptr) ImGui::OpenPopup(std::exchange(ui.open_sheet, nullptr));
  draw_sheet(frame, "nodes-sheet", {PanelId::nodes}, size);
  if (layout.form == LayoutForm::kEmbed) {  // it has no bar of its own
    draw_sheet(frame, kSetupSheet, {PanelId::bar, PanelId::strategy, PanelId::keys}, size);
  } else {
    draw_sheet(frame, kSetupSheet, {PanelId::strategy, PanelId::keys}, size);
  }
  ui.closes_sheets = false;
  asked_node_menu(scenario, results, ui, commands);
  draw_refusal(ui, commands, size);
  watch_focus();
  ImGui::End();
  widen_arrow_moves();

  const bool pointed_elsewhere = ui.pointed_at_next != ui.pointed_at;
  ui.pointed_at = std::exchange(ui.pointed_at_next, kNoNode);
  return pointed_elsewhere || ui.headline_height != headline_before || ui.headline_text != text_before;
}

}  // namespace reshard::ui
