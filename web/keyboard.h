#pragma once

namespace reshard::ui {

/// Dear ImGui's arrow keys find nothing to the left or right unless it lies in the same row to the pixel. Where they
/// find nothing, these look once more: for the nearest control beyond the edge of the card that has the focus.
/// Called once per frame, after everything was submitted.
void widen_arrow_moves();

/// Closes the popup being drawn on Escape, also from a list inside it, out of which Dear ImGui's Escape would lead
/// first. A field or a menu of the popup still takes the key for itself.
void close_on_escape();

/// ImGui::BeginPopup() of a menu that Escape closes, and that stays within the canvas when what it shows grows: not
/// while a button is held, for then something in it may be dragged.
bool begin_menu(const char* id);

}  // namespace reshard::ui
