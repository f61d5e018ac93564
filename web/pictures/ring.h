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
  std::uint64_t position;  ///< on a circle of 2^64
  NodeId before, after;
};

/// What the marks of a ring are called, where its corner has room: the first of each that fits.
struct RingSigns {
  std::array<std::string_view, 2> key = {}, point = {}, moved = {};
};

struct Ring {
  const RingPicture& after;
  const RingPicture* before = nullptr;  ///< null: nothing to compare with
  std::span<const SampledKey> keys = {};
  std::string_view inspected_key = {};         ///< whose position and walk are in `after`; "" where nobody asks
  NodeId inspected_owner = kNoNode;            ///< who serves that key
  std::string_view figure = {}, caption = {};  ///< in the middle
  std::string_view end = {};                   ///< of a line: what its last position is called
  RingSigns signs = {};
};

/// Arcs in the owners' colours, points as ticks, keys on the inside. What moved stands out of the ring,
/// hatched where it is broad enough, with its former owner's colour on the inside; a moved key is a pin from
/// its former owner's colour to its new one's. As a line (Canvas::rings_as_lines) all of it lies between 0 and the last
/// position, the outside above. Costs O(pixels log points) at most.
NodeId draw_ring(const Canvas& canvas, Rect area, const Ring& ring);

/// Where a ring in that area has its points. Magnified, its band and what hangs on it keep their breadth.
Rim ring_rim(Rect area);

/// How many boundaries are drawn exactly on a ring of that radius.
std::size_t ring_resolution(float radius);

}  // namespace reshard::ui
