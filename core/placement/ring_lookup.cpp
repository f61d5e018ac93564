// What a ring does for every key. In a file of its own because the page compiles it for speed (cmake/page.cmake).
#include <algorithm>
#include <array>

#include "core/placement/ring_placement.h"

namespace reshard {

template <typename Position>
void RingPlacement<Position>::place(const KeyBlock& keys, std::span<NodeId> owners) const {
  if (shape_.rule == RingRule::kNearest || shape_.rule == RingRule::kAtOrBefore) {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = owner(find(keys, i));
    return;
  }
  // No position is above the highest: one more than that wraps to 0, which the first point is at or after.
  const Position more = shape_.rule == RingRule::kAfter ? 1 : 0;
  const auto sought = [&](std::uint32_t i) { return ring_.wrapped_position(position(keys, i) + more); };
  const RingFinder<Position> finder = ring_.finder();
  const NodeId* nodes = nodes_.data();
  constexpr std::uint32_t kTogether = RingFinder<Position>::kTogether;
  std::array<Position, kTogether> positions;
  std::uint32_t done = 0;
  for (; done + kTogether <= keys.size; done += kTogether) {
    for (std::uint32_t i = 0; i < kTogether; ++i) positions[i] = sought(done + i);
    finder.each_below(positions,
                      [&](std::size_t i, std::size_t point) { owners[done + i] = nodes[finder.node(point)]; });
  }
  for (; done < keys.size; ++done) owners[done] = nodes[finder.node(finder.below(sought(done)))];
}

template <typename Position>
void RingPlacement<Position>::place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const {
  if (shape_.numerals == Numerals::kTenths) return Placement::place_replicas(keys, replicas, owners);
  std::fill(owners.begin(), owners.end(), kNoNode);
  const std::size_t wanted = std::min<std::size_t>(replicas, nodes_.size());
  constexpr std::size_t kFew = 16;  // to look through
  Flags met(wanted > kFew ? nodes_.size() : 0);
  const PointsByNode* by_node = nullptr;
  std::uint64_t walked = 0;
  for (std::uint32_t i = 0; i < keys.size; ++i) {
    if (by_node == nullptr && walks_far(walked, i, nodes_.size())) {
      by_node = &points_by_node();
      met.assign(nodes_.size(), false);
    }
    const auto row = owners.subspan(std::size_t{i} * replicas, replicas);
    std::size_t at = find(keys, i);
    std::size_t found = 0;
    const std::uint64_t end_of_walk = walked + (by_node != nullptr ? nodes_.size() : ring_.points().size());
    for (; found < wanted && walked < end_of_walk; ++walked) {
      const auto end = row.begin() + static_cast<std::ptrdiff_t>(found);
      const std::uint32_t node = ring_.points()[at].node;
      const bool again = met.empty() ? std::find(row.begin(), end, owner(at)) != end : met[node] != 0;
      if (!again) row[found++] = owner(at);
      if (!met.empty()) met[node] = true;
      at = by_node != nullptr ? by_node->next(at, met) : ring_.next(at);
    }
    std::fill(met.begin(), met.end(), false);
  }
}

template void RingPlacement<std::uint64_t>::place(const KeyBlock&, std::span<NodeId>) const;
template void RingPlacement<U128>::place(const KeyBlock&, std::span<NodeId>) const;
template void RingPlacement<std::uint64_t>::place_replicas(const KeyBlock&, unsigned, std::span<NodeId>) const;
template void RingPlacement<U128>::place_replicas(const KeyBlock&, unsigned, std::span<NodeId>) const;

}  // namespace reshard
