#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/studies/ring_index.h"

namespace reshard {

/// The points of a node of a ring of pseudo-random ones, sorted: no two nodes share one.
std::vector<std::uint64_t> random_points(std::uint32_t node, std::uint32_t count);

/// What is measured: a ring of so many nodes, whose oldest goes as the next one comes. Whoever measures looks at a clock before and after
/// look_up() and change().
class RingStudy {
 public:
  RingStudy(RingIndexKind kind, std::uint32_t nodes, std::uint32_t points);

  /// So many of its first nodes more; how many are still to come.
  std::uint32_t build(std::uint32_t nodes);

  const RingIndex& index() const { return *index_; }
  std::uint32_t oldest() const { return oldest_; }
  std::uint32_t next() const { return oldest_ + nodes_; }

  /// Works out the points of as many nodes that come and go next.
  void prepare(std::uint32_t times);

  /// Each of them comes, and the oldest goes: two changes each, at other places of the ring every time, as far as caches go.
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
