#pragma once

#include <array>

#include "web/state/ui_state.h"

namespace reshard::ui {

/// A panel draws into the current window, which has its full width and height. It reads, and asks for changes through
/// `commands`; of the view it may change its own part. `scenario` is what is set, `results` what is known so far: they
/// may lag behind, and if results.revision is 0 there are none.
using Panel = void (*)(const Scenario& scenario, const Results& results, UiState& ui, Commands& commands);

#define PANEL(name) void name##_panel(const Scenario&, const Results&, UiState&, Commands&);
#include "web/panels/panels.def"
#undef PANEL

enum class PanelId : std::size_t {
#define PANEL(name) name,
#include "web/panels/panels.def"
#undef PANEL
};

/// How much higher a row in the list of nodes is than its controls, for the bar of the node's load.
inline constexpr float kLoadBarRoom = 2;

/// The height of what is in the play panel, in a card of this width, in CSS pixels.
float play_height(float card, float control_height);

/// Whether a play panel in a card of this width has the buttons for one node more or less; else the quick panel has.
bool play_has_nodes(float card);

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
