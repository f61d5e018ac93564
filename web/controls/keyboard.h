#pragma once

#include "imgui.h"

namespace reshard::ui {

/// Dear ImGui's arrow keys move to what is in exactly the same row or column, anywhere on the canvas. Here they stay in
/// the card that has the focus; if they find nothing there, they scroll it or search again, for the nearest control
/// beyond its edge. Called once per frame, after everything was submitted.
void widen_arrow_moves();

/// Whether the arrow key being handled skips the card from `min` to `max`. The first search skips every card but the
/// one with the focus; the second skips those neither above nor below the focused control, nor beside its card.
bool passed_by(ImVec2 min, ImVec2 max);

/// Notes whether anything that was drawn has the focus. Called in the canvas' window, after everything was submitted.
void watch_focus();

/// Makes the last item the place where the keyboard focus begins, and begins again when the focused control is gone,
/// such as the button of a cascade that has ended. So the focus is always visible.
void begin_focus_here();

/// Gives the last item the focus.
void take_focus();

/// Whether the control with a visible focus is in this part of the current window.
bool focus_within(ImVec2 min, ImVec2 max);

/// Closes the popup being drawn on Escape, also from a list inside it, which Dear ImGui's Escape would only leave. A
/// field or menu in the popup still handles the key first.
void close_on_escape();

/// ImGui::BeginPopup() for a menu that Escape closes and that stays within the canvas when its content grows; but not
/// while a mouse button is held, because something in it may be being dragged.
bool begin_menu(const char* id);

}  // namespace reshard::ui
