#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/analysis/overflow.h"
#include "core/simulation/simulation.h"
#include "web/pictures/key_map_cells.h"
#include "web/pictures/picture_canvas.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

/// What the page's three pictures are drawn with, on the screen or for export.
struct View {
  Painter& painter;
  const Theme& theme;
  Pointer pointer = {};
  NodeId highlight = kNoNode;
  Moment moment = Moment::kDifference;
  float motion = 1;      ///< from before (0) to after (1), linear in time
  bool legend = true;    ///< beside the structure
  std::size_t slot = 0;  ///< which strategy of the results
  Zoom zoom = {};        ///< of rings, tables and the key map
  bool rings_as_lines = false;
};

/// What is under the pointer.
struct Pointed {
  NodeId node = kNoNode;
  std::optional<std::uint64_t> slot = {};  ///< of a table
  std::optional<Rim> rim = {};             ///< of a ring, not magnified
  bool magnifies = false;                  ///< whether the picture uses View::zoom
};

// Each requires results (revision above 0), stays inside `area`, and returns the node under the pointer.

/// The strategy's structure with the path of the key that is looked up ("" for none), and a legend.
Pointed draw_structure(const View& view, Rect area, const Results& results, const Inspection& seen,
                       std::string_view key);

/// Keys per node against the fair share; with `overflow`, which is that of the results after, also against what each
/// node would have without a limit.
NodeId draw_load(const View& view, Rect area, const Results& results, const std::optional<Overflow>& overflow = {});

/// How many keys went from where to where, or what they count: `counted` has those flows. A sentence if nothing moved.
NodeId draw_movement(const View& view, Rect area, const Results& results, std::span<const Flow> counted = {});

/// Where all keys live, and which moved; `marked` has a frame. Returns the cell under the pointer.
std::optional<std::size_t> draw_keys(const View& view, Rect area, const Results& results, const KeyMap& map,
                                     std::optional<std::size_t> marked = {});

/// What the cell holds, in words; "" for none, or for one that the map no longer has.
std::string keys_words(const Results& results, const KeyMap& map, std::optional<std::size_t> cell);

}  // namespace reshard::ui
