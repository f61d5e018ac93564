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

/// How a link asks to be shown, in fields that do not affect the scenario:
///
///   view      pictures in their order: structure, load, flows, map, inspector, compare
///             migration is the page's own: it shows the move beside the canvas
///   controls  none, or those of nodes, strategy and keys that are shown; nodes:locked is shown but cannot be used
///   theme     light or dark
///   inspect   the key that is looked up initially
///   ring      line: rings are drawn as a line from 0 to the largest hash; ring: as rings, the default
///   move      a plan of a move (core/migration/run/move_text.h), kept whole: its syntax is checked here, its content where
///             it is run; likewise move.subject, move.beside and move.runbook
///   lesson    ignored here: the page opens it beside the canvas (web/lessons/links.js)
struct LinkView {
  enum class View {
#define VIEW(view, name, panel) view,
#include "web/state/views.def"
#undef VIEW
  };

  std::vector<View> view;  ///< empty: the layout chooses
  Access nodes = Access::kFree, strategy = Access::kFree, keys = Access::kFree;
  std::optional<bool> dark;
  bool rings_as_lines = false;
  std::string inspected_key;

  /// Whether anything can be changed here.
  bool changes() const { return nodes == Access::kFree || strategy == Access::kFree || keys == Access::kFree; }
};

struct LinkViewContents {
  LinkView link_view;
  std::vector<Error> refused;        ///< the default is used instead
  std::vector<std::string> unknown;  ///< fields not known here, as text for people
};

/// Reads what parse_link() left. Never fails, whatever the fields.
LinkViewContents read_link_view(std::span<const OtherField> fields);

/// Why a key cannot be looked up, as a fault of this field; nothing if it can be. "" looks up none.
std::optional<Error> fault_of_key(const std::string& field, std::string_view key);

/// Whether a field is `move`, move.subject, move.beside or move.runbook.
bool says_move(std::string_view key);

/// "free", "locked" or "hidden".
std::string_view access_id(Access access);

}  // namespace reshard::ui
