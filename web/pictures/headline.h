#pragma once

#include <string>
#include <vector>

#include "web/draw/painter.h"
#include "web/draw/theme.h"

namespace reshard::ui {

/// One sentence or two, in runs of equal emphasis.
struct Headline {
  enum class Emphasis { kPlain, kStrong, kFigure };
  struct Run {
    Emphasis emphasis;
    std::string text;
  };
  std::vector<Run> runs;

  std::string plain() const;  ///< the same without emphasis, for screen readers
};

struct HeadlinePlace {
  ImVec2 at;    ///< the upper left corner
  float width;  ///< lines break at spaces before it is exceeded
  bool roomy;   ///< text in the size of titles
};

/// Draws the headline with large figures, and returns its height.
float set_headline(Painter& painter, const Theme& theme, const Headline& headline, const HeadlinePlace& place);

}  // namespace reshard::ui
