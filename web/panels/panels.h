#pragma once

#include <array>

#include "web/state/ui_state.h"

namespace reshard::ui {

/// A panel draws into the current window, which is as wide and high as it may be. It reads, and asks through
/// `commands`; of the view it may change what belongs to it. `scenario` is what is set, `results` what is known so
/// far: they may lag behind, and where results.revision is 0 there are none.
using Panel = void (*)(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands);

#define PANEL(name) void name##_panel(const Scenario&, const Results&, UiState&, Commands&);
#include "web/panels/panels.def"
#undef PANEL

enum class PanelId : std::size_t {
#define PANEL(name) name,
#include "web/panels/panels.def"
#undef PANEL
};

/// In the list of nodes a row is so much higher than its controls: for the bar of the node's load.
inline constexpr float kLoadBarRoom = 2;

/// How high the play panel is where it is so wide, in CSS pixels.
float play_height(float width, float control_height);

struct PanelInfo {
  const char* id;
  Panel draw;
};
inline constexpr std::array kPanels = {
#define PANEL(name) PanelInfo{#name, name##_panel},
#include "web/panels/panels.def"
#undef PANEL
};

}  // namespace reshard::ui
