#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "core/placement/picture.h"
#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

/// One of the keys sampled for a picture.
struct SampledKey {
  std::uint64_t position;  ///< on a ring of 2^64
  NodeId before, after;
};

/// Labels for the marks of a ring, if its corner has room: the first of each that fits.
struct RingSigns {
  std::array<std::string_view, 2> key = {}, point = {}, moved = {};
};

struct Ring {
  const RingPicture& after;
  const RingPicture* before = nullptr;  ///< null: nothing to compare with
  std::span<const SampledKey> keys = {};
  std::string_view inspected_key = {};         ///< whose position and walk are in `after`; "" for none
  NodeId inspected_owner = kNoNode;            ///< who serves that key
  std::string_view figure = {}, caption = {};  ///< in the middle
  std::string_view end = {};                   ///< of a line: the label of its last position
  RingSigns signs = {};
};

/// Arcs in the owners' colours, points as ticks, keys on the inside. Moved arcs stand out of the ring, hatched where
/// they are wide enough, with the former owner's colour on the inside; a moved key is a pin from its former owner's
/// colour to its new owner's. As a line (Canvas::rings_as_lines), the ring runs from 0 to the last position, with its
/// outside above. Costs at most O(pixels log points).
NodeId draw_ring(const Canvas& canvas, Rect area, const Ring& ring);

/// The circle of the points of a ring in that area. When magnified, its band and what is attached to it keep their
/// width.
Rim ring_rim(Rect area);

/// How many boundaries are drawn exactly on a ring of this radius.
std::size_t ring_resolution(float radius);

}  // namespace reshard::ui
