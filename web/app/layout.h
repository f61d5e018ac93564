#pragma once

#include <vector>

#include "web/draw/painter.h"
#include "web/panels/panels.h"
#include "web/state/layout_form.h"
#include "web/state/link_view.h"

namespace reshard::ui {

/// What a panel stands on.
enum class Ground { kNone, kCard };

struct Place {
  PanelId panel;
  Rect rect;  ///< in CSS pixels of the canvas; of what scrolls, as if not scrolled
  Ground ground;
};

struct Layout {
  LayoutForm form;
  std::vector<Place> fixed;
  Rect scroll_view = {};        ///< the window in which `scrolled` moves; empty where nothing scrolls
  std::vector<Place> scrolled;  ///< from the top of scroll_view downwards
  std::vector<PanelId> setup;   ///< panels that follow one another in one card that scrolls by itself
  Rect setup_rect = {};         ///< empty where they are in a sheet
};

/// What the layout has to know of the contents.
struct ContentSizes {
  float headline_height;  ///< at the width it had last
  std::size_t nodes;
  float control_height;
  float title_height;  ///< of a section's title with the room under it
  std::size_t strategies = 1;
  bool simple = false;  ///< a question and the ways to answer it, instead of all controls
};

/// Places the panels that the figure shows on a canvas of this size. Pure; nothing overlaps, and nothing reaches over
/// the edge.
Layout lay_out(ImVec2 size, const ContentSizes& content, const LinkView& link_view = {});

}  // namespace reshard::ui
