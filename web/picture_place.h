#pragma once

#include <string_view>

#include "web/pictures.h"

namespace reshard::ui {

/// The rest of a panel, for a picture: reserves it, marks it ("picture:structure") and knows the pointer over
/// it.
class PicturePlace {
 public:
  /// `below` CSS pixels at the bottom stay free. Dear ImGui's cursor is behind the picture afterwards.
  PicturePlace(std::string_view panel, UiState& ui, float below = 0);

  View view();
  Rect area() const { return area_; }
  bool hovered() const { return pointer_ && area_.contains(*pointer_); }

  /// Tells the other panels which node is pointed at.
  void points_at(NodeId node) {
    if (node != kNoNode) ui_.pointed_at_next = node;
  }

 private:
  UiState& ui_;
  Rect area_;
  Pointer pointer_;
  ImGuiPainter painter_;
};

}  // namespace reshard::ui
