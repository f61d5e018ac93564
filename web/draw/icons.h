#pragma once

#include "imgui.h"
#include "web/draw/color.h"

namespace reshard::ui {

/// Icons drawn with strokes, because the font has none of them.
enum class Icon {
  kAdd,
  kRemove,
  kClose,
  kUndo,
  kRedo,
  kReset,
  kLink,
  kDone,
  kHelp,
  kLight,
  kDark,
  kOpen,
  kList,
  kCompare,
  kMore,
  kLine,
  kRing,
  kPlay
};

/// Draws the icon into a square of `size` CSS pixels around `center`.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 center, float size, Color color);

}  // namespace reshard::ui
