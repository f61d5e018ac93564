#pragma once

#include <cstdint>
#include <string_view>

#include "core/model/cluster.h"
#include "web/draw/painter.h"
#include "web/draw/theme.h"
#include "web/draw/zoom.h"
#include "web/text/format.h"

namespace reshard::ui {

/// Names of nodes before and after a change: a removed node is known to the cluster that followed, an added
/// one that was undone only to the one before.
class NodeNames {
 public:
  /// All must outlive this; `before` may be null. `nobody` is what kNoNode is called.
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

/// What is looked at of a change: what it made of what was before, or one of the two by itself.
enum class Moment : std::uint8_t { kDifference, kBefore, kAfter };

/// What all widgets draw with. A widget is a function: plain data in, a picture inside `area`, and out comes
/// the node under the pointer (kNoNode where there is none). It knows neither the app nor Dear ImGui's state.
struct Canvas {
  Painter& painter;
  const Theme& theme;
  const Locale& locale;
  const NodeNames& names;
  Pointer pointer = {};
  NodeId highlight = kNoNode;  ///< the node pointed at, here or elsewhere; the others fade
  float motion = 1;            ///< from before (0) to after (1)
  Zoom zoom = {};              ///< what is drawn beyond the widget's area is not seen
  bool rings_as_lines = false;

  bool points_at(Rect rect) const { return pointer && rect.contains(*pointer); }
  Color color(NodeId id) const { return theme.node_beside(id, highlight); }

  /// Strokes on a node's colour that say "moved".
  Color hatch_on(NodeId id) const { return mix(color(id), theme.colors.surface, 0.72f); }
};

}  // namespace reshard::ui
