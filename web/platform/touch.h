#pragma once

namespace reshard {

/// Dear ImGui scrolls only by wheel and scroll bar. Here a finger dragged up or down scrolls the window under it, even
/// if it began on a button, which is then not clicked. A control that itself follows a drag keeps it: one that claimed
/// arrow keys (as sliders do; g.ActiveIdUsingNavDirMask tells), or text being selected.
class FingerScroll {
 public:
  void update();  ///< once per frame, after everything was submitted

 private:
  bool scrolling_ = false;
};

}  // namespace reshard
