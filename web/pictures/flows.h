#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/analysis/movement.h"
#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

struct Flows {
  std::span<const Flow> flows;  ///< the largest first; not empty
  std::string_view from_label, to_label;
  bool large = false;  ///< numbers of any size, written short

  std::string figure(std::uint64_t count, const Locale& locale) const {
    return large ? format_short(count, locale) : format_count(count, locale);
  }
};

/// How many keys went from which node to which. While every end has room for a line of text, ribbons from left to right
/// in the colour of the node that lost the keys; else a matrix with a row per node that lost keys and a column per node
/// that gained some, darker for more keys, with the largest flows listed beside it. Where many nodes send to few (or
/// few to many), the smallest ribbons are drawn as one.
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
