#pragma once

#include <vector>

#include "web/draw/painter.h"
#include "web/panels/panels.h"
#include "web/state/layout_form.h"
#include "web/state/link_view.h"

namespace reshard::ui {

/// What is behind a panel.
enum class Ground { kNone, kCard };

struct Place {
  PanelId panel;
  Rect rect;  ///< in CSS pixels of the canvas; if it scrolls, when not scrolled
  Ground ground;
};

struct Layout {
  LayoutForm form;
  std::vector<Place> fixed;
  Rect scroll_view = {};        ///< the window in which `scrolled` moves; empty if nothing scrolls
  std::vector<Place> scrolled;  ///< positioned from the top of scroll_view downwards
  std::vector<PanelId> setup;   ///< panels in one card that scrolls by itself
  Rect setup_rect = {};         ///< empty if they are in a sheet
};

/// What the layout needs to know about the contents.
struct ContentSizes {
  float headline_height;  ///< at its last width
  std::size_t nodes;
  float control_height;
  float title_height;  ///< of a section's title with the space below it
  std::size_t strategies = 1;
  bool simple = false;  ///< a question and the ways to answer it, instead of all controls
};

/// Places the panels that the figure shows on a canvas of this size. Pure; panels do not overlap or cross the edge.
Layout lay_out(ImVec2 size, const ContentSizes& content, const LinkView& link_view = {});

}  // namespace reshard::ui
