#pragma once

#include <cstddef>
#include <vector>

#include "core/placement/picture.h"

namespace reshard::ui {

/// Positions of a ring as turns: 0 is twelve o'clock, growing clockwise.
inline float turns_of(std::uint64_t position) { return static_cast<float>(static_cast<double>(position) * 0x1p-64); }

/// The index of the point that owns `position`; picture.points.size() if there are no points.
std::size_t owning_point(const RingPicture& picture, std::uint64_t position);

/// A part of the ring with one owner before and one after a change.
struct RingSpan {
  float from, to;  ///< turns, from < to
  NodeId before, after;

  bool moved() const { return before != after; }
};

/// In turns, 0 <= from < to <= 1.
struct RingPart {
  float from = 0, to = 1;

  bool holds(float turns) const { return from <= turns && turns <= to; }
};

/// The spans of a part of the ring, in order; neighbours differ. Exact up to `most` boundaries; beyond that, the owners
/// at `most` evenly spaced positions. Without `before` nothing has moved. O(boundaries · log points).
std::vector<RingSpan> ring_spans(const RingPicture& after, const RingPicture* before, std::size_t most,
                                 RingPart part = {});

}  // namespace reshard::ui
