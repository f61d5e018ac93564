#pragma once

#include <cstdint>
#include <string_view>

#include "core/model/cluster.h"
#include "web/draw/painter.h"
#include "web/draw/theme.h"
#include "web/draw/zoom.h"
#include "web/text/format.h"

namespace reshard::ui {

/// Names of nodes before and after a change: a removed node is known to the cluster that follows; a node whose addition
/// was undone, only to the one before.
class NodeNames {
 public:
  /// All must outlive this; `before` may be null. `nobody` is the name of kNoNode.
  NodeNames(const Cluster& after, const Cluster* before, std::string_view nobody)
      : after_(after), before_(before), nobody_(nobody) {}

  std::string_view of(NodeId id) const {
    if (index_of(id) < after_.known()) return after_.name_of(id);
    if (before_ != nullptr && index_of(id) < before_->known()) return before_->name_of(id);
    return nobody_;
  }

 private:
  const Cluster& after_;
  const Cluster* before_;
  std::string_view nobody_;
};

/// What pictures show of a change: the difference that it made, or the state before or after it alone.
enum class Moment : std::uint8_t { kDifference, kBefore, kAfter };

/// What all widgets draw with. A widget is a function: it takes plain data, draws a picture inside `area`, and returns
/// the node under the pointer (kNoNode if there is none). It does not depend on the app or Dear ImGui's state.
struct Canvas {
  Painter& painter;
  const Theme& theme;
  const Locale& locale;
  const NodeNames& names;
  Pointer pointer = {};
  NodeId highlight = kNoNode;  ///< the node pointed at, here or elsewhere; the others fade
  float motion = 1;            ///< from before (0) to after (1)
  Zoom zoom = {};              ///< what is outside the widget's area is clipped
  bool rings_as_lines = false;

  bool points_at(Rect rect) const { return pointer && rect.contains(*pointer); }
  Color color(NodeId id) const { return theme.node_beside(id, highlight); }

  /// The colour of strokes that mean "moved" on a node's colour.
  Color hatch_on(NodeId id) const { return mix(color(id), theme.colors.surface, 0.72f); }
};

}  // namespace reshard::ui
