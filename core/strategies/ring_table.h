#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/uint128.h"
#include "core/strategies/placement_helpers.h"
#include "core/strategies/strategy.h"

// Points on a circle, sorted, and who owns a position: what all ring dialects share. A dialect makes points.

namespace reshard {

/// A point of a ring of 64-bit (or narrower, zero-extended) or 128-bit positions.
template <typename Position>
struct RingPoint {
  Position position;
  std::uint32_t node;  ///< position of its node in the cluster
};

/// Sorted points. Of equal positions the first given owns, as `std::stable_sort` leaves them.
template <typename Position>
class RingTable {
 public:
  /// Sorts `points`; `width` is the number of bits that positions use (at most the bits of Position).
  RingTable(std::vector<RingPoint<Position>> points, unsigned width) : points_(std::move(points)), width_(width) {
    const auto before = [](const auto& a, const auto& b) { return a.position < b.position; };
    std::stable_sort(points_.begin(), points_.end(), before);
    index_buckets();
  }

  std::span<const RingPoint<Position>> points() const { return points_; }
  unsigned width() const { return width_; }

  /// Index of the point that owns `position` under `rule`.
  std::size_t find(Position position, RingRule rule) const {
    const std::size_t bucket = bucket_of(position);
    // Points of earlier buckets lie before the position and those of later ones after it.
    const auto* first = points_.data() + starts_[bucket];
    const auto* last = points_.data() + starts_[bucket + 1];
    const auto* at = rule == RingRule::kAfter
                         ? std::upper_bound(first, last, position, [](Position p, const auto& q) { return p < q.position; })
                         : std::lower_bound(first, last, position, [](const auto& q, Position p) { return q.position < p; });
    const auto next = static_cast<std::size_t>(at - points_.data());
    const std::size_t wrapped = next == points_.size() ? 0 : next;
    return rule == RingRule::kNearest ? nearest(position, wrapped) : wrapped;
  }

 private:
  static constexpr unsigned kBits = sizeof(Position) * 8;

  // About one point a bucket: a search touches one bucket instead of log2(points) cache lines.
  void index_buckets() {
    bucket_bits_ = std::min({static_cast<unsigned>(std::bit_width(points_.size())), width_, 24u});
    starts_.assign((std::size_t{1} << bucket_bits_) + 1, 0);
    for (const auto& point : points_) ++starts_[bucket_of(point.position) + 1];
    for (std::size_t b = 1; b < starts_.size(); ++b) starts_[b] += starts_[b - 1];
  }

  std::size_t bucket_of(Position position) const {
    return static_cast<std::size_t>(position >> (width_ - bucket_bits_));
  }

  // The point before wins a tie (HAProxy's rule). Distances wrap at the ring's width.
  std::size_t nearest(Position position, std::size_t next) const {
    const std::size_t previous = next == 0 ? points_.size() - 1 : next - 1;
    const Position mask = width_ == kBits ? ~Position{0} : (Position{1} << width_) - 1;
    const Position back = (position - points_[previous].position) & mask;
    const Position ahead = (points_[next].position - position) & mask;
    return back <= ahead ? previous : next;
  }

  std::vector<RingPoint<Position>> points_;
  unsigned width_;
  unsigned bucket_bits_ = 0;
  std::vector<std::uint32_t> starts_;  // by bucket: its first point; one more at the end
};

/// A placement by a ring. Reads column 0 as the position, or columns 0 and 1 as its high and low half.
template <typename Position>
class RingPlacement final : public Placement {
 public:
  RingPlacement(RingTable<Position> ring, RingRule rule, std::vector<NodeId> nodes)
      : ring_(std::move(ring)), rule_(rule), nodes_(std::move(nodes)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    for (std::uint32_t i = 0; i < keys.size; ++i) owners[i] = owner(ring_.find(position(keys, i), rule_));
  }

  /// The owner and the next distinct nodes clockwise.
  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    std::fill(owners.begin(), owners.end(), kNoNode);
    const std::size_t wanted = std::min<std::size_t>(replicas, nodes_.size());
    for (std::uint32_t i = 0; i < keys.size; ++i) {
      const auto row = owners.subspan(std::size_t{i} * replicas, replicas);
      std::size_t at = ring_.find(position(keys, i), rule_);
      std::size_t found = 0;
      for (std::size_t walked = 0; found < wanted && walked < ring_.points().size(); ++walked) {
        const NodeId node = owner(at);
        if (std::find(row.begin(), row.begin() + found, node) == row.begin() + found) row[found++] = node;
        at = at + 1 == ring_.points().size() ? 0 : at + 1;
      }
    }
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override;
  Picture picture(const SingleKey& key) const override;

  std::uint64_t memory_bytes() const override {
    return ring_.points().size() * (sizeof(Position) + sizeof(std::uint32_t)) + nodes_.size() * sizeof(NodeId);
  }

  const RingTable<Position>& ring() const { return ring_; }

 private:
  static Position position(const KeyBlock& keys, std::uint32_t i) {
    if constexpr (sizeof(Position) == 16) {
      return Position{keys.columns[0][i]} << 64 | keys.columns[1][i];
    } else {
      return keys.columns[0][i];
    }
  }
  NodeId owner(std::size_t point) const { return nodes_[ring_.points()[point].node]; }

  RingTable<Position> ring_;
  RingRule rule_;
  std::vector<NodeId> nodes_;  // by position in the cluster
};

extern template class RingPlacement<std::uint64_t>;
extern template class RingPlacement<U128>;

}  // namespace reshard
