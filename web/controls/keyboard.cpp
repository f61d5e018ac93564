#include "web/controls/keyboard.h"

#include <algorithm>

#include "imgui_internal.h"

namespace reshard::ui {
namespace {

constexpr float kFar = 10'000;  // further than any canvas reaches

// Where the second search starts from: as wide as the control but as high as its card, because the card beside it may
// have no control at the same height. There is one canvas and one focus.
ImRect left_behind;

int frames_unseen = 0;  // for how many frames nothing drawn has had the focus

// The card's edge in the direction of the move, extended across the whole canvas and centred on the item, so that of
// two equally near cards the one beside the item wins.
ImRect edge_of(const ImRect& card, const ImRect& item, ImGuiDir direction) {
  const ImVec2 middle = item.GetCenter();
  switch (direction) {
    case ImGuiDir_Left: return {card.Min.x, middle.y - kFar, card.Min.x + 1, middle.y + kFar};
    case ImGuiDir_Right: return {card.Max.x - 1, middle.y - kFar, card.Max.x, middle.y + kFar};
    case ImGuiDir_Up: return {middle.x - kFar, card.Min.y, middle.x + kFar, card.Min.y + 1};
    default: return {middle.x - kFar, card.Max.y - 1, middle.x + kFar, card.Max.y};
  }
}

// The card that the window is, or lies in: a list inside a card has no padding of its own.
ImGuiWindow* card_of(ImGuiWindow* window) {
  ImGuiWindow* parent = window->ParentWindow;
  const bool in_card = parent != nullptr && parent->ParentWindow != nullptr && parent->WindowPadding.x > 0;
  return window->WindowPadding.x == 0 && in_card ? parent : window;
}

// What is scrolled out of sight in a card comes before anything beyond the card: it may be text only, which moving the
// focus would never bring into view.
bool scrolls(ImGuiWindow* card, ImGuiDir direction) {
  if (direction != ImGuiDir_Up && direction != ImGuiDir_Down) return false;
  const float step = 2 * ImGui::GetTextLineHeightWithSpacing();
  const float to = std::clamp(card->Scroll.y + (direction == ImGuiDir_Down ? step : -step), 0.0f, card->ScrollMax.y);
  if (to == card->Scroll.y) return false;
  ImGui::SetScrollY(card, to);
  ImGui::GetCurrentContext()->NavDisableHighlight = false;  // as after any other move by keyboard
  return true;
}

}  // namespace

bool passed_by(ImVec2 min, ImVec2 max) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (!g.NavMoveScoringItems || g.NavWindow == nullptr) return false;
  if (g.NavWindow->RootWindowForNav != g.CurrentWindow->RootWindowForNav) return false;  // a menu has the focus
  if (card_of(g.NavWindow)->Rect().Contains(ImRect(min, max).GetCenter())) return false;
  if ((g.NavMoveFlags & ImGuiNavMoveFlags_Forwarded) == 0) return true;
  const bool vertical = g.NavMoveDir == ImGuiDir_Up || g.NavMoveDir == ImGuiDir_Down;
  return vertical ? max.x <= left_behind.Min.x || min.x >= left_behind.Max.x
                  : max.y <= left_behind.Min.y || min.y >= left_behind.Max.y;
}

void widen_arrow_moves() {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  ImGuiWindow* window = g.NavWindow;
  const bool first_look = (g.NavMoveFlags & ImGuiNavMoveFlags_Forwarded) == 0;
  if (window == nullptr || g.NavId == 0 || !first_look || !ImGui::NavMoveRequestButNoResultYet()) return;

  if (scrolls(card_of(window), g.NavMoveDir)) return ImGui::NavMoveRequestCancel();
  const ImRect item = ImGui::WindowRectRelToAbs(window, window->NavRectRel[g.NavLayer]), card = card_of(window)->Rect();
  left_behind = ImRect(item.Min.x, card.Min.y, item.Max.x, card.Max.y);
  window->NavRectRel[g.NavLayer] = ImGui::WindowRectAbsToRel(window, edge_of(card, item, g.NavMoveDir));
  window->RootWindowForNav->NavPreferredScoringPosRel[g.NavLayer] = ImVec2(FLT_MAX, FLT_MAX);
  ImGui::NavMoveRequestForward(g.NavMoveDir, g.NavMoveClipDir, g.NavMoveFlags, g.NavMoveScrollFlags);
}

void watch_focus() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool here =
      g.NavWindow != nullptr && g.NavWindow->RootWindowForNav == g.CurrentWindow && g.OpenPopupStack.Size == 0;
  const bool gone = here && !g.NavDisableHighlight && !g.NavIdIsAlive;
  frames_unseen = gone ? frames_unseen + 1 : 0;
}

void begin_focus_here() {
  ImGui::SetItemDefaultFocus();
  if (frames_unseen > 1) take_focus();  // code that passes the focus on has done so by the second frame
}

void take_focus() {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  ImGui::SetNavID(ImGui::GetItemID(), g.NavLayer, g.CurrentFocusScopeId,
                  ImGui::WindowRectAbsToRel(g.CurrentWindow, g.LastItemData.NavRect));
}

bool focus_within(ImVec2 min, ImVec2 max) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.NavWindow != g.CurrentWindow || g.NavId == 0 || g.NavDisableHighlight) return false;
  const ImRect item = ImGui::WindowRectRelToAbs(g.NavWindow, g.NavWindow->NavRectRel[g.NavLayer]);
  return ImRect(min, max).Contains(item.GetCenter());
}

void close_on_escape() {
  const bool edited = ImGui::GetCurrentContext()->ActiveIdPreviousFrame != 0;
  const bool here = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows | ImGuiFocusedFlags_NoPopupHierarchy);
  if (here && !edited && ImGui::IsKeyPressed(ImGuiKey_Escape)) ImGui::CloseCurrentPopup();
}

bool begin_menu(const char* id) {
  if (!ImGui::BeginPopup(id)) return false;
  close_on_escape();
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(), canvas = ImGui::GetIO().DisplaySize;
  const ImVec2 margin = ImGui::GetStyle().DisplaySafeAreaPadding;
  const float lowest = std::max(margin.y, canvas.y - margin.y - size.y);
  if (at.y > lowest && !ImGui::IsAnyMouseDown()) ImGui::SetWindowPos({at.x, lowest});
  return true;
}

}  // namespace reshard::ui
