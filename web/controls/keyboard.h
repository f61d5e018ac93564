#pragma once

#include "imgui.h"

namespace reshard::ui {

/// Dear ImGui's arrow keys take what is in the same row or column to the pixel, across the whole canvas. Here they stay in
/// the card that has the focus; where they find nothing in it they scroll it, or look once more: for the nearest control
/// beyond its edge. Called once per frame, after everything was submitted.
void widen_arrow_moves();

/// Whether the arrow key being followed passes by the card from `min` to `max`: any but the one with the focus at the
/// first look, then those that are neither above nor below the control with the focus, nor beside its card.
bool passed_by(ImVec2 min, ImVec2 max);

/// Notes whether anything that was drawn has the focus. Called in the canvas' window, after everything was submitted.
void watch_focus();

/// The last item is where somebody who comes by key begins; and where the focus begins anew when the control that had it
/// is gone, as the button of a cascade that has ended, so that it is always seen.
void begin_focus_here();

/// Gives the last item the focus.
void take_focus();

/// Whether the control with the focus is in this part of the current window, and shows that.
bool focus_within(ImVec2 min, ImVec2 max);

/// Closes the popup being drawn on Escape, also from a list inside it, out of which Dear ImGui's Escape would lead
/// first. A field or a menu of the popup still takes the key for itself.
void close_on_escape();

/// ImGui::BeginPopup() of a menu that Escape closes, and that stays within the canvas when what it shows grows: not
/// while a button is held, for then something in it may be dragged.
bool begin_menu(const char* id);

}  // namespace reshard::ui
