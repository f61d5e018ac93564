// The inspector: type a key and read its path to its owner. The picture shows the same path.

#include <algorithm>
#include <cmath>

#include "imgui.h"
#include "web/controls/controls.h"
#include "web/controls/probes.h"
#include "web/draw/fonts.h"
#include "web/draw/painter.h"
#include "web/panels/move_menu.h"
#include "web/panels/panels.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kRoomy = 480;  // so that what happens to a key fits in one line

// A value that is cut off is shown whole in a tooltip; a long one is set in smaller type to keep more of it.
void draw_value(const std::string& value) {
  const float room = ImGui::GetContentRegionAvail().x;
  const ImGuiPainter painter;
  const FontRole role = painter.text_size(value, FontRole::kBody).x <= room ? FontRole::kBody : FontRole::kSmall;
  const std::string shown = painter.fit_text(value, role, room);
  ImGui::PushFont(font(role));
  ImGui::TextUnformatted(shown.c_str());
  ImGui::PopFont();
  if (shown != value && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", value.c_str());
}

void draw_node(const Theme& theme, const Cluster& cluster, NodeId id) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 3}, {at.x + line - 6, at.y + line - 3}, theme.node(id).u32(),
                                            3);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + line);
  draw_value(cluster.name_of(id));
}

// Where the values start: after the widest title.
float value_column(const Trace& trace) {
  const ImGuiPainter painter;
  float widest = std::max(painter.text_size(say(Word::while_down), FontRole::kSmall).x,
                          painter.text_size(say(Word::when_it_leaves), FontRole::kSmall).x);
  for (const Step& step : trace) {
    widest = std::max(widest, painter.text_size(step_title(step.label), FontRole::kSmall).x);
  }
  return ImGui::GetCursorPosX() + std::ceil(widest) + 1.5f * kGrid;
}

// After the value if there is room, else below it.
void draw_note(const Theme& theme, const std::string& note) {
  const ImGuiPainter painter;
  ImGui::SameLine(0, kGrid);
  if (painter.text_size(note, FontRole::kSmall).x > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
  quiet_paragraph(theme, note);
}

void draw_step(const Theme& theme, const Cluster& cluster, const Step& step, float value_x) {
  quiet_text(theme, step_title(step.label));
  ImGui::SameLine(value_x);
  // A number that people compare with another program's must be whole: below its title there is more room.
  if (ImGuiPainter().text_size(step.value, FontRole::kSmall).x > ImGui::GetContentRegionAvail().x) ImGui::NewLine();
  if (!step.value.empty()) draw_value(step.value);
  if (!step.note.empty()) draw_note(theme, step_note(step.note));
  if (step.node == kNoNode) return;
  if (!step.value.empty()) {
    ImGui::SameLine(0, kGrid);
    const ImGuiPainter painter;
    const float width = ImGui::GetTextLineHeight() + painter.text_size(cluster.name_of(step.node), FontRole::kSmall).x;
    if (width > ImGui::GetContentRegionAvail().x) {
      ImGui::NewLine();
      ImGui::SetCursorPosX(value_x);
    }
  }
  draw_node(theme, cluster, step.node);
}

// Who gets the key when its owner leaves: beside who serves it until then, if there is room.
void draw_leaving(const Theme& theme, const Cluster& cluster, const Inspection::Leaving& leaving, bool beside,
                  float value_x) {
  if (!leaving.refusal.empty()) return quiet_paragraph(theme, leaving.refusal);
  if (beside) ImGui::SameLine(0, 4 * kGrid);
  quiet_text(theme, say(Word::when_it_leaves));
  beside ? ImGui::SameLine(0, kGrid) : ImGui::SameLine(value_x);
  if (leaving.heir == kNoNode) return ImGui::TextUnformatted(say(Word::no_node));
  draw_node(theme, cluster, leaving.heir);
}

void draw_future(const Theme& theme, const Cluster& cluster, const Inspection& seen, float value_x) {
  const bool roomy = ImGui::GetContentRegionAvail().x >= kRoomy;
  if (!seen.replicas.empty()) {
    quiet_text(theme, say(Word::while_down));
    for (std::size_t i = 0; i < seen.replicas.size(); ++i) {
      i == 0 ? ImGui::SameLine(value_x) : ImGui::SameLine(0, 1.5f * kGrid);
      draw_node(theme, cluster, seen.replicas[i]);
    }
  }
  if (seen.leaving) draw_leaving(theme, cluster, *seen.leaving, roomy && !seen.replicas.empty(), value_x);
}

// The field for the key and, if the key is in an entry that can be moved by hand, a button to do that.
void key_row(const Scenario& scenario, const std::string& hint, UiState& ui, Commands& commands) {
  const auto entry = can_move_by_hand(scenario, ui) ? entry_of_key(ui.inspections[0]) : std::nullopt;
  const std::string label =
      entry ? say(Word::move_this, {one_entry(scenario.strategies[0].strategy->entry), format_count(*entry, locale())})
            : "";
  const float beside = entry ? ImGui::CalcTextSize(label.c_str()).x + 3 * kGrid : 0;
  const float width = entry ? ImGui::GetContentRegionAvail().x - beside - kGrid : 0;
  live_text_input(ui.theme, {.name = "inspect", .hint = hint.c_str(), .width = width}, ui.inspected_key);
  if (entry) {
    ImGui::SameLine(0, kGrid);
    if (button(ui.theme, label.c_str(), "move-key", ButtonKind::kPlain, beside)) open_move_menu(ui, *entry);
    drag_entry(ui.inspected_key, *entry);
  }
  move_menu(scenario, ui, commands);
}

}  // namespace

void inspector_panel(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands) {
  section_title(say(Word::inspector));
  std::string buffer;
  const std::string hint =
      results.revision == 0 ? "" : say(Word::inspector_hint, {std::string(results.keys->name(0, buffer))});
  key_row(scenario, hint, ui, commands);
  const Inspection& seen = ui.inspections[0];
  if (!seen.error.empty()) quiet_paragraph(ui.theme, seen.error);
  if (results.revision == 0) return;
  const float value_x = value_column(seen.trace);
  for (const Step& step : seen.trace) draw_step(ui.theme, results.scenario->cluster, step, value_x);
  if (!seen.trace.empty() && seen.owner_before != kNoNode && seen.owner_before != seen.owner) {
    quiet_text(ui.theme, say(Word::owner_before, {results.before->cluster.name_of(seen.owner_before)}));
  }
  draw_future(ui.theme, results.scenario->cluster, seen, value_x);
}

}  // namespace reshard::ui
