#pragma once

#include <string_view>

#include "web/panels/views.h"

namespace reshard::ui {

/// The rest of a panel, for a picture: reserves it, marks it ("picture:structure") and knows the pointer over it. With a
/// lens the picture can be focused, and is magnified and moved by wheel, drag, double click and keys.
class PicturePlace {
 public:
  /// `below` CSS pixels at the bottom stay free. Dear ImGui's cursor is behind the picture afterwards.
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

/// Buttons that magnify a picture, for the line above it: how much room they want, and drawing them from the cursor on.
/// Their marks end with the picture's name ("zoom-in:structure").
float zoom_buttons_width(const Theme& theme, const Lens& lens);
void zoom_buttons(const Theme& theme, Lens& lens, std::string_view picture);

}  // namespace reshard::ui
