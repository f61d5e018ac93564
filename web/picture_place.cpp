#include "web/picture_place.h"

#include <algorithm>

#include "imgui.h"
#include "web/marks.h"

namespace reshard::ui {

PicturePlace::PicturePlace(std::string_view panel, UiState& ui, float below) : ui_(ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const ImVec2 size{std::max(1.0f, room.x), std::max(1.0f, room.y - below)};
  area_ = {at, {at.x + size.x, at.y + size.y}};
  ImGui::Dummy(size);
  mark("picture", panel);
  if (ImGui::IsWindowHovered()) pointer_ = ImGui::GetIO().MousePos;
}

View PicturePlace::view() {
  return {painter_, ui_.theme, pointer_, ui_.pointed_at, ui_.show_before, ui_.motion};
}

}  // namespace reshard::ui
