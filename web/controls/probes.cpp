#include "web/controls/probes.h"

#include <cstdio>

#include "imgui_internal.h"

namespace reshard::ui {
namespace {

// One canvas, one Dear ImGui context, one list: it belongs to the frame, as ImGui's own state does.
bool recording = false;
std::vector<Probe> recorded;

void record(std::string_view name, std::string_view which, ImVec2 min, ImVec2 max, ImGuiItemFlags flags, bool focused) {
  std::string full(name);
  if (!which.empty()) full.append(":").append(which);
  const ImVec2 middle((min.x + max.x) / 2, (min.y + max.y) / 2);
  const bool visible = ImGui::GetCurrentWindowRead()->ClipRect.Contains(middle);
  const bool enabled = (flags & ImGuiItemFlags_Disabled) == 0;
  recorded.push_back(Probe{std::move(full), min, max, visible, enabled, focused});
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) out += c;  // names contain no control characters
  }
  out += '"';
}

}  // namespace

void probe(std::string_view name) { probe(name, {}); }

void probe(std::string_view name, std::string_view which) {
  if (!recording) return;
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool focused = !g.NavDisableHighlight && g.NavId != 0 && g.NavId == g.LastItemData.ID;
  record(name, which, ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), ImGui::GetItemFlags(), focused);
}

void probe_rect(std::string_view name, std::string_view which, ImVec2 min, ImVec2 max) {
  if (recording) record(name, which, min, max, ImGui::GetCurrentContext()->CurrentItemFlags, false);
}

void record_probes(bool on) {
  recording = on;
  if (!on) recorded.clear();
}

void begin_probes() { recorded.clear(); }

const std::vector<Probe>& probes() { return recorded; }

std::string probes_json() {
  std::string out = "{";
  for (const Probe& m : recorded) {
    if (out.size() > 1) out += ',';
    append_quoted(out, m.name);
    char rect[128];
    std::snprintf(rect, sizeof rect, ":{\"x\":%.1f,\"y\":%.1f,\"w\":%.1f,\"h\":%.1f,", m.min.x, m.min.y,
                  m.max.x - m.min.x, m.max.y - m.min.y);
    out += rect;
    out += m.visible ? "\"visible\":true" : "\"visible\":false";
    out += m.enabled ? ",\"enabled\":true" : ",\"enabled\":false";
    out += m.focused ? ",\"focused\":true}" : ",\"focused\":false}";
  }
  return out + "}";
}

}  // namespace reshard::ui
