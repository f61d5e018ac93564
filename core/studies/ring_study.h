#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/studies/ring_index.h"

namespace reshard {

/// The pseudo-random points of one node, sorted. No two nodes share a point.
std::vector<std::uint64_t> random_points(std::uint32_t node, std::uint32_t count);

/// What is measured: a ring of `nodes` nodes, in which the oldest node leaves as a new one joins. Whoever measures
/// reads a clock before and after look_up() and change().
class RingStudy {
 public:
  RingStudy(RingIndexKind kind, std::uint32_t nodes, std::uint32_t points);

  /// Adds at most `nodes` of its first nodes; returns how many are still missing.
  std::uint32_t build(std::uint32_t nodes);

  const RingIndex& index() const { return *index_; }
  std::uint32_t oldest() const { return oldest_; }
  std::uint32_t next() const { return oldest_ + nodes_; }

  /// Computes the points of the next `times` nodes that will join and leave.
  void prepare(std::uint32_t times);

  /// Lets each of them join while the oldest leaves: two changes each, at different places of the ring every time, so
  /// that caches do not help.
  void change();

 private:
  std::uint32_t nodes_;
  std::uint32_t points_;
  std::uint32_t built_;
  std::uint32_t oldest_ = 0;
  std::unique_ptr<RingIndex> index_;
  std::vector<std::vector<std::uint64_t>> coming_, going_;
};

}  // namespace reshard
