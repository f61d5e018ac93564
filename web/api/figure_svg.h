#pragma once

#include <string>

#include "web/state/ui_state.h"

namespace reshard::ui {

/// The pictures that ui.link_view asks for and the headline, in their state after the last change, for posts and print:
/// an SVG document of this size in CSS pixels, in light or dark colours. "" if there are no results yet.
std::string figure_svg(const Results& results, const UiState& ui, ImVec2 size, bool dark);

/// The sizes that figure_svg() takes: from kLeastPicture to kMostPicture in each direction.
inline constexpr float kLeastPicture = 240, kMostPicture = 4000;

}  // namespace reshard::ui
