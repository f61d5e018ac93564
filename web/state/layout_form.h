#pragma once

namespace reshard::ui {

/// How the panels are arranged: by the space available, not by the device.
enum class LayoutForm {
  kWide,   ///< everything at once: nodes and setup on the left, pictures on the right
  kEmbed,  ///< a low figure: structure and keys side by side, the headline, the main controls
  kStack,  ///< one below the other, scrolled; controls stay at the bottom, setup and nodes are in sheets
};

}  // namespace reshard::ui
