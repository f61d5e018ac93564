#include "web/panels/picture_place.h"

#include <algorithm>
#include <cmath>

#include "imgui_internal.h"
#include "web/controls/controls.h"
#include "web/controls/probes.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

constexpr float kClickSlop = 6;       // a finger that moved further has dragged
constexpr float kWheelStep = 1.25f;   // per step of the wheel
constexpr float kMoveShare = 0.125f;  // of the picture's width or height, per arrow key

bool types(char sign) {
  const auto& typed = ImGui::GetIO().InputQueueCharacters;
  return std::find(typed.begin(), typed.end(), static_cast<ImWchar>(sign)) != typed.end();
}

// Whether the pointer was dragged since the button went down. Between two slow frames it can go down, move far and be
// released: then only the two positions tell, because Dear ImGui measures the distance only while the button is down.
bool dragged() {
  const ImGuiIO& io = ImGui::GetIO();
  const ImVec2 from = io.MouseClickedPos[ImGuiMouseButton_Left];
  const float way = std::hypot(io.MousePos.x - from.x, io.MousePos.y - from.y);
  return way >= kClickSlop || io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] >= kClickSlop * kClickSlop;
}

}  // namespace

PicturePlace::PicturePlace(std::string_view panel, UiState& ui, float below, Lens* lens) : ui_(ui), lens_(lens) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const ImVec2 size{std::max(1.0f, room.x), std::max(1.0f, room.y - below)};
  area_ = {at, {at.x + size.x, at.y + size.y}};
  if (lens == nullptr) {
    ImGui::Dummy(size);
  } else {
    ImGui::InvisibleButton("picture", size);
    ImGui::RenderNavHighlight({area_.min, area_.max}, ImGui::GetItemID());
    lens->lie_on(area_);
  }
  probe("picture", panel);
  const bool dragged = lens != nullptr && ImGui::IsItemActive();
  if (dragged || ImGui::IsWindowHovered()) pointer_ = ImGui::GetIO().MousePos;
  if (lens == nullptr) return;
  follow_pointer(*lens);
  if (ImGui::IsItemFocused() && !ImGui::GetCurrentContext()->NavDisableHighlight) follow_keys(*lens);
}

void PicturePlace::follow_pointer(Lens& lens) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool over = pointer_ && area_.contains(*pointer_);
  // In a list of pictures that scrolls, the wheel scrolls the list.
  if (over && io.MouseWheel != 0 && ui_.form != LayoutForm::kStack)
    lens.magnify(std::pow(kWheelStep, io.MouseWheel), *pointer_);
  if (over && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) lens.magnify(Lens::kStep * Lens::kStep, *pointer_);
  if (lens.whole()) return;
  const bool held = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  const bool let_go = ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left);
  if (ImGui::IsItemActive())
    ImGui::SetActiveIdUsingAllKeyboardKeys();  // tells web/platform/touch.cpp not to scroll the list
  if ((held || let_go) && dragged()) lens.move(io.MouseDelta);
}

void PicturePlace::follow_keys(Lens& lens) {
  if (types('+') || types('=')) lens.magnify(Lens::kStep);
  if (types('-')) lens.magnify(1 / Lens::kStep);
  if (types('0')) lens.reset();
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key) ? 1.0f : 0.0f; };
  const ImVec2 by{area_.width() * kMoveShare * (pressed(ImGuiKey_LeftArrow) - pressed(ImGuiKey_RightArrow)),
                  area_.height() * kMoveShare * (pressed(ImGuiKey_UpArrow) - pressed(ImGuiKey_DownArrow))};
  const bool walks = ui_.walks_map && &lens == &ui_.map_lens;
  if (!walks && lens.move(by)) ImGui::NavMoveRequestCancel();  // at the edge, arrow keys leave the picture
}

bool PicturePlace::clicked() const {
  return pointer_ && area_.contains(*pointer_) && ImGui::IsMouseReleased(ImGuiMouseButton_Left) && !dragged();
}

View PicturePlace::view() {
  View view{painter_, ui_.theme, pointer_, ui_.pointed_at, ui_.moment(), ui_.motion};
  if (lens_ != nullptr) view.zoom = lens_->zoom();
  view.rings_as_lines = ui_.link_view.rings_as_lines;
  return view;
}

float zoom_buttons_width(const Theme& theme, const Lens& lens) {
  const float whole = lens.whole() ? 0 : ImGui::CalcTextSize(say(Word::zoom_whole)).x + 3 * kGrid;
  return 2 * theme.control_height() + whole;
}

void zoom_buttons(const Theme& theme, Lens& lens, std::string_view picture) {
  const auto name = [&](const char* what) { return std::string(what).append(":").append(picture); };
  if (!lens.whole()) {
    if (button(theme, say(Word::zoom_whole), name("zoom-whole"), ButtonKind::kQuiet)) lens.reset();
    ImGui::SetItemTooltip("%s", say(Word::zoom_whole_hint));
    ImGui::SameLine(0, 0);
  }
  if (icon_button(theme, Icon::kRemove, say(Word::zoom_out), name("zoom-out"), !lens.whole()))
    lens.magnify(1 / Lens::kStep);
  ImGui::SameLine(0, 0);
  if (icon_button(theme, Icon::kAdd, say(Word::zoom_in), name("zoom-in"), lens.scale() < Lens::kMost))
    lens.magnify(Lens::kStep);
}

}  // namespace reshard::ui
