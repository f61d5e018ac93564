#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

struct HistogramBar {
  NodeId node;
  std::uint64_t keys;
  std::uint64_t before = 0;                     ///< keys before the change; equal to `keys` where nothing changed
  std::uint64_t arrived = 0;                    ///< those of `keys` that came from other nodes
  double fair = 0;                              ///< keys in proportion to weight
  double requests = 0;                          ///< the node's share of all requests, times the number of keys
  double capacity = 0;                          ///< what it can serve, in the same unit; 0: no limit
  std::optional<std::uint64_t> unbounded = {};  ///< keys if no node were ever full; nothing if none can be

  bool above_capacity() const { return capacity > 0 && requests > capacity; }
};

/// The texts of the key above the bars.
struct HistogramWords {
  std::string_view fair, before, arrived;
  std::string_view sorted;  ///< if more nodes than columns are sorted by their keys
  std::string_view requests = {}, capacity = {}, unbounded = {};
};

struct Histogram {
  std::span<const HistogramBar> bars;
  bool has_before = false;
  HistogramWords words;
  bool has_requests = false;  ///< they differ from keys, and are drawn beside them
};

/// Keys per node against the fair share. With room for a line of text per node, a row each: name, bar, figures. Else
/// columns with an axis, named where there is room; if there are more nodes than columns, the nodes are sorted and
/// share columns. An outline shows what a node had before, hatching what came from other nodes. Requests are a lighter
/// bar beside the keys, the capacity is a dashed line, and a node above it has a triangle. A thin line ends at what the
/// node would have without a limit.
NodeId draw_histogram(const Canvas& canvas, Rect area, const Histogram& histogram);

// The two ways of drawing, for histogram.cpp.
namespace histogram {

/// The largest value that a bar or a mark has to reach, at least 1.
double largest(const Histogram& histogram);

/// The bar's keys at this point of the motion from before to after.
double shown_keys(const Canvas& canvas, const HistogramBar& bar);

/// One bar: `full` is the area of its keys, `arrived` the part that came from other nodes, `before` the area of its
/// keys before.
struct BarShape {
  Rect full, arrived, before;
  Rect requests = {};                  ///< beside `full`, where there are any
  Rect overflow = {}, unbounded = {};  ///< the thin line from its keys to what it would have, and the mark there
};
void draw_bar(const Canvas& canvas, const Histogram& histogram, const HistogramBar& bar, const BarShape& shape);

/// The bar of requests: lighter, with an edge.
void draw_requests(const Canvas& canvas, Rect rect, Color color);

/// The capacity line, vertical or horizontal; and the symbol of a node above it, a triangle around `center`.
void draw_dashes(const Canvas& canvas, ImVec2 from, ImVec2 to);
void draw_warning(const Canvas& canvas, ImVec2 center);

NodeId draw_rows(const Canvas& canvas, Rect area, const Histogram& histogram);
NodeId draw_columns(const Canvas& canvas, Rect area, const Histogram& histogram);

}  // namespace histogram
}  // namespace reshard::ui
