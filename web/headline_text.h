#pragma once

#include "web/headline.h"
#include "web/painter.h"
#include "web/theme.h"

namespace reshard::ui {

struct HeadlinePlace {
  ImVec2 at;    ///< the upper left corner
  float width;  ///< lines break at spaces before it is exceeded
  bool roomy;   ///< words in the size of titles
};

/// Sets the headline, its figures large, and gives how high it became.
float set_headline(Painter& painter, const Theme& theme, const Headline& headline, const HeadlinePlace& place);

}  // namespace reshard::ui
