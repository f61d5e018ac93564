#pragma once

#include <string_view>

#include "web/panels/views.h"

namespace reshard::ui {

/// Reserves the rest of a panel for a picture, gives it a probe ("picture:structure") and tracks the pointer over it.
/// With a lens, the picture can have the focus, and is magnified and moved by wheel, drag, double click and keyboard.
class PicturePlace {
 public:
  /// `below` CSS pixels at the bottom stay free. Afterwards Dear ImGui's cursor is below the picture.
  PicturePlace(std::string_view panel, UiState& ui, float below = 0, Lens* lens = nullptr);

  View view();
  Rect area() const { return area_; }

  /// Whether it was just clicked or tapped, rather than dragged.
  bool clicked() const;

  /// Tells the other panels which node is pointed at.
  void points_at(NodeId node) {
    if (node != kNoNode) ui_.pointed_at_next = node;
  }

 private:
  void follow_pointer(Lens& lens);
  void follow_keys(Lens& lens);

  UiState& ui_;
  Lens* lens_;
  Rect area_;
  Pointer pointer_;
  ImGuiPainter painter_;
};

/// Buttons that magnify a picture, for the line above it: the width that they need, and a function that draws them at
/// the cursor. Their probes end with the picture's name ("zoom-in:structure").
float zoom_buttons_width(const Theme& theme, const Lens& lens);
void zoom_buttons(const Theme& theme, Lens& lens, std::string_view picture);

}  // namespace reshard::ui
