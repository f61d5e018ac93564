#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/overflow.h"
#include "core/analysis/replica_survey.h"
#include "core/simulation/simulation.h"
#include "web/draw/theme.h"
#include "web/draw/zoom.h"
#include "web/pictures/headline.h"
#include "web/pictures/key_map_cells.h"
#include "web/pictures/slot_grid.h"
#include "web/state/commands.h"
#include "web/state/layout_form.h"
#include "web/state/link_view.h"
#include "web/state/page.h"

namespace reshard::ui {

/// What was refused, and what would work instead.
struct Refusal {
  struct Remedy {
    std::string label;
    Edit edit;
  };
  std::string text;
  std::vector<Remedy> ways;
  bool shown = false;  ///< on the canvas; a click elsewhere or Escape then dismisses it
};

/// A picture of a strategy's placement, and the path of the key that is looked up.
struct Inspection {
  std::optional<Picture> picture, picture_before;  ///< before: if there is a state before
  Trace trace;                                     ///< empty while nothing is typed
  NodeId home = kNoNode;                           ///< where the key belongs, by the trace
  NodeId owner = kNoNode, owner_before = kNoNode;  ///< who serves it: another node while its home is down
  std::vector<NodeId> replicas = {};  ///< who serves the key while its owner is down: the first of them that is up

  /// What happens to the key when its owner leaves; nothing until it is known.
  struct Leaving {
    NodeId heir;
    std::string refusal;  ///< why the owner cannot leave, in words
  };
  std::optional<Leaving> leaving = {};
  SlotKeys slot_keys;  ///< of a table: empty until counted, or without a table
  std::string error;   ///< why there is no trace, in words
};

/// The table entries about to be moved by hand.
struct MoveForm {
  std::uint64_t first = 0, last = 0;
};

/// Nanoseconds per key on this machine; 0 if not measured yet.
struct LookupTime {
  double place = 0;   ///< from its hash to its owner
  double hashed = 0;  ///< from its name: with hashing
};

/// What the panel of the flows shows: keys that moved, what they count (requests, bytes), or where all keys live.
enum class Moves : std::uint8_t { kKeys, kCounts, kMap };

/// What is shown and how, as opposed to what is computed. Undo does not affect it, and only `link_view` comes from a
/// link.
struct UiState {
  Preferences preferences;
  Theme theme = make_theme(false, false);
  LinkView link_view;  ///< what the link that was opened asked for

  Headline headline;               ///< what the last change did, and what the reader of the page may do next
  Headline fact;                   ///< the same for readers elsewhere: without the latter
  double moved_by_modulo = 0;      ///< of all keys, in the same change; 0: not offered
  std::optional<Refusal> refusal;  ///< shown until closed
  bool link_copied = false;        ///< until the next change

  std::string strategy_search;  ///< what is typed in the strategy menu

  std::string inspected_key;
  std::vector<Inspection> inspections = std::vector<Inspection>(1);  ///< by strategy
  MoveForm move;
  std::optional<ReplicaFigures> replicas;  ///< of the main strategy; nothing until known, or if there is no more to say
  std::vector<std::uint64_t> counted_flows;  ///< what the keys of each flow count; empty if they count nothing
  std::optional<Overflow> overflow;          ///< of the main strategy; nothing until known, or if no node can be full
  std::vector<LookupTime> lookup_times;      ///< by strategy

  KeyMap key_map;                       ///< of the main strategy; of earlier results until it is remade
  std::optional<std::size_t> map_cell;  ///< its cell that was picked
  bool walks_map = false;               ///< arrow keys go from cell to cell
  std::optional<Moves> shown_moves;     ///< in the panel of the flows, once somebody has chosen
  Lens structure_lens, map_lens;        ///< which parts of those pictures are in view
  bool magnifies = false;               ///< whether the structure's picture can be magnified
  const Strategy* magnified = nullptr;  ///< whose structure it was

  LayoutForm form = LayoutForm::kWide;
  const char* open_sheet = nullptr;  ///< asks for a sheet of the stack: "nodes-sheet" or "setup-sheet"
  bool closes_sheets = false;        ///< another scenario was opened, such as the one before a lesson
  std::optional<NodeId> asks_menu;   ///< opens a node's menu; kNoNode: a list of nodes to choose from
  NodeId menu_node = kNoNode;        ///< whose menu is open, or was last
  NodeId focused_node = kNoNode;     ///< whose row has the focus
  struct Heir {
    NodeId gone, next;
  };
  std::optional<Heir> row_heir;                ///< once that node is gone, the next one's row gets the focus
  NodeId pointed_at = kNoNode;                 ///< the node under the pointer or focus, in whichever panel
  NodeId pointed_at_next = kNoNode;            ///< collected while this frame is drawn
  Moment chosen_moment = Moment::kDifference;  ///< until the next change
  bool holds_before = false;                   ///< a key is held to see the state before
  Moment moment() const { return holds_before ? Moment::kBefore : chosen_moment; }
  float motion = 1;  ///< from before (0) to after (1) the last change

  bool can_undo = false, can_redo = false;
  double progress = 1;        ///< of the work behind the next results; 1: none
  float working_seconds = 0;  ///< how long that work has been going on
  float headline_height = 0;  ///< what the headline and its controls need, in CSS pixels
  float headline_text = 0;    ///< the height of its text in the last frame
};

}  // namespace reshard::ui
