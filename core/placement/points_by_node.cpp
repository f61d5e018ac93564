#include "core/placement/points_by_node.h"

#include <algorithm>

namespace reshard {

PointsByNode::PointsByNode(std::size_t nodes, std::span<const std::uint32_t> node_of)
    : points_(nodes), size_(node_of.size()) {
  for (std::uint32_t point = 0; point < size_; ++point) points_[node_of[point]].push_back(point);
}

std::size_t PointsByNode::next(std::size_t point, const Flags& met) const {
  std::size_t nearest = point + size_;
  for (std::size_t node = 0; node < points_.size(); ++node) {
    const std::vector<std::uint32_t>& points = points_[node];
    if (met[node] || points.empty()) continue;
    const auto at = std::lower_bound(points.begin(), points.end(), point);
    nearest = std::min(nearest, at == points.end() ? points.front() + size_ : *at);
  }
  return nearest < size_ ? nearest : nearest - size_;
}

}  // namespace reshard
