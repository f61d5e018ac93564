#pragma once

namespace reshard {

/// Dear ImGui scrolls by wheel and scroll bar only. Here a finger dragged up or down scrolls the window under it,
/// also when it began on a button, which then is not clicked. A control that itself follows a drag keeps it: one
/// that claimed arrow keys (sliders do, and g.ActiveIdUsingNavDirMask is how), or a text being selected.
class FingerScroll {
 public:
  void update();  ///< once per frame, after everything was submitted

 private:
  bool scrolling_ = false;
};

}  // namespace reshard
