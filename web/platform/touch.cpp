#include "web/platform/touch.h"

#include <cmath>

#include "imgui_internal.h"

namespace reshard {
namespace {

bool keeps_its_drag(const ImGuiContext& g) {
  if (g.ActiveId == 0 || g.ActiveIdWindow == nullptr) return false;
  if (g.ActiveId == g.ActiveIdWindow->MoveId) return false;  // pressed outside all controls
  return g.ActiveIdUsingNavDirMask != 0 || g.InputTextState.ID == g.ActiveId;
}

ImGuiWindow* scrollable(ImGuiWindow* window) {
  while (window != nullptr && window->ScrollMax.y <= 0) window = window->ParentWindow;
  return window;
}

}  // namespace

void FingerScroll::update() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.IO.MouseSource != ImGuiMouseSource_TouchScreen || !g.IO.MouseDown[0]) {
    scrolling_ = false;
    return;
  }
  ImGuiWindow* window = scrollable(g.HoveredWindow);
  if (window == nullptr) return;
  if (!scrolling_) {
    const ImVec2 drag = ImGui::GetMouseDragDelta(ImGuiMouseButton_Left);
    if (keeps_its_drag(g) || std::abs(drag.y) <= std::abs(drag.x)) return;
    scrolling_ = true;
    ImGui::ClearActiveID();
  }
  ImGui::SetScrollY(window, window->Scroll.y - g.IO.MouseDelta.y);
}

}  // namespace reshard
