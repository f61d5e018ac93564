// The inspector: type a key, and read its way to its owner. The picture shows the same way.

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

void draw_node(const Theme& theme, const Cluster& cluster, NodeId id) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float line = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + 3}, {at.x + line - 6, at.y + line - 3}, theme.node(id).u32(),
                                            3);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + line);
  ImGui::TextUnformatted(cluster.name_of(id).c_str());
}

// Where the values stand: behind the widest title.
float value_column(const Trace& trace) {
  const ImGuiPainter painter;
  float widest = 80;
  for (const Step& step : trace) {
    widest = std::max(widest, painter.text_size(step_title(step.label), FontRole::kSmall).x);
  }
  return ImGui::GetCursorPosX() + std::ceil(widest) + 1.5f * kGrid;
}

void draw_step(const Theme& theme, const Cluster& cluster, const Step& step, float value_x) {
  quiet_text(theme, step_title(step.label));
  ImGui::SameLine(value_x);
  if (!step.value.empty()) ImGui::TextUnformatted(step.value.c_str());
  if (step.node == kNoNode) return;
  if (!step.value.empty()) ImGui::SameLine(0, kGrid);
  draw_node(theme, cluster, step.node);
}

}  // namespace

void inspector_panel(const Scenario&, const Results& results, UiState& ui, Commands&) {
  section_title(say(Word::inspector));
  std::string buffer;
  const std::string hint =
      results.revision == 0 ? "" : say(Word::inspector_hint, {std::string(results.keys->name(0, buffer))});
  live_text_input(ui.theme, {.name = "inspect", .hint = hint.c_str()}, ui.inspected_key);
  const Inspection& seen = ui.inspection;
  if (!seen.error.empty()) quiet_paragraph(ui.theme, seen.error);
  if (results.revision == 0) return;
  const float value_x = value_column(seen.trace);
  for (const Step& step : seen.trace) draw_step(ui.theme, results.scenario->cluster, step, value_x);
  if (!seen.trace.empty() && seen.owner_before != kNoNode && seen.owner_before != seen.owner) {
    quiet_text(ui.theme, say(Word::owner_before, {results.before->cluster.name_of(seen.owner_before)}));
  }
}

}  // namespace reshard::ui
