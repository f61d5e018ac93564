#pragma once

namespace reshard::ui {

/// How the panels are arranged: by the room there is, not by the device.
enum class LayoutForm {
  kWide,   ///< everything at once: nodes and setup at the left, pictures at the right
  kEmbed,  ///< a low figure: structure and keys side by side, the headline, the most needed controls
  kStack,  ///< one under the other, scrolled; the controls stay at the lower edge, setup and nodes are in sheets
};

}  // namespace reshard::ui
