#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/link.h"

namespace reshard::ui {

/// What a reader may do with a group of controls.
enum class Access { kFree, kLocked, kHidden };

/// How a link asks to be shown, by fields that say nothing about the scenario:
///
///   at_once   how many of the last changes are one step (core/scenario/replay.h), shown and undone together
///   view      pictures in their order: structure, load, flows, map, inspector, compare
///             migration is the page's own: it shows the move beside the canvas
///   controls  none, or those of nodes, strategy and keys that are shown; nodes:locked is shown and cannot be used
///   theme     light or dark
///   inspect   the key that is looked up at first
///   ring      line: rings are drawn as a line from 0 to the largest hash; ring: around, as always
///   move      a plan of a move (core/migration/move_text.h), carried whole: its form is checked here, what it says where
///             it is run; and so are move.subject, move.beside and move.runbook
///   lesson    says nothing here: the page opens it beside the canvas (web/lessons/links.js)
struct LinkView {
  enum class View {
#define VIEW(view, name, panel) view,
#include "web/state/views.def"
#undef VIEW
  };

  std::vector<View> view;  ///< empty: those that the layout chooses
  Access nodes = Access::kFree, strategy = Access::kFree, keys = Access::kFree;
  std::optional<bool> dark;
  bool rings_as_lines = false;
  std::size_t at_once = 1;
  std::string inspected_key;

  /// Whether anything can be changed here.
  bool changes() const { return nodes == Access::kFree || strategy == Access::kFree || keys == Access::kFree; }
};

struct LinkViewContents {
  LinkView link_view;
  std::vector<Error> refused;        ///< the usual stands in its place
  std::vector<std::string> unknown;  ///< fields that say nothing here, as text for people
};

/// Reads what parse_link() left. Never fails, whatever the fields.
LinkViewContents read_link_view(std::span<const OtherField> fields);

/// Whether a field is `move` or one of those beside it.
bool says_move(std::string_view key);

/// "free", "locked" or "hidden".
std::string_view access_id(Access access);

}  // namespace reshard::ui
