#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/analysis/movement.h"
#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

struct Flows {
  std::span<const Flow> flows;  ///< the largest first; not empty
  std::string_view from_label, to_label;
};

/// Which keys went from which node to which. While every end has room for a line of text, ribbons from left
/// to right in the colours of where they come from; else a matrix, a row per node that lost keys and a column
/// per node that got some, the darker the more, with the largest flows written beside it. Where many go to
/// few (or few to many), the smallest ribbons are drawn as one.
NodeId draw_flows(const Canvas& canvas, Rect area, const Flows& flows);

// The two ways of drawing, for flows.cpp.
namespace flows {

/// One side's ends, the largest first.
struct End {
  NodeId node;
  std::uint64_t keys;
};
std::vector<End> ends_of(std::span<const Flow> flows, NodeId Flow::*side);

NodeId draw_ribbons(const Canvas& canvas, Rect area, const Flows& flows, std::size_t most_ends);
NodeId draw_matrix(const Canvas& canvas, Rect area, const Flows& flows);

}  // namespace flows
}  // namespace reshard::ui
