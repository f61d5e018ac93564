#include "core/studies/ring_study.h"

#include <algorithm>
#include <utility>

#include "core/base/random.h"

namespace reshard {

std::vector<std::uint64_t> random_points(std::uint32_t node, std::uint32_t count) {
  std::vector<std::uint64_t> hashes(count);
  // mix64 is a bijection, so different numbers have different hashes.
  const std::uint64_t from = (std::uint64_t{node} << 32) + 1;
  for (std::uint32_t i = 0; i < count; ++i) hashes[i] = mix64(from + i);
  std::sort(hashes.begin(), hashes.end());
  return hashes;
}

// A tree grows node by node. The other kinds get all points at once: they would be rebuilt for every node.
RingStudy::RingStudy(RingIndexKind kind, std::uint32_t nodes, std::uint32_t points)
    : nodes_(nodes), points_(points), built_(kind == RingIndexKind::kTree ? 1 : nodes) {
  std::vector<RingIndexPoint> first;
  first.reserve(std::size_t{built_} * points);
  for (std::uint32_t node = 0; node < built_; ++node) {
    for (const std::uint64_t hash : random_points(node, points)) first.push_back({hash, node});
  }
  index_ = make_ring_index(kind, std::move(first));
}

std::uint32_t RingStudy::build(std::uint32_t nodes) {
  for (std::uint32_t i = 0; i < nodes && built_ < nodes_; ++i, ++built_) {
    index_->add(built_, random_points(built_, points_));
  }
  return nodes_ - built_;
}

void RingStudy::prepare(std::uint32_t times) {
  coming_.clear();
  going_.clear();
  for (std::uint32_t i = 0; i < times; ++i) {
    coming_.push_back(random_points(next() + i, points_));
    going_.push_back(random_points(oldest_ + i, points_));
  }
}

void RingStudy::change() {
  for (std::size_t i = 0; i < coming_.size(); ++i) {
    index_->add(next(), coming_[i]);
    index_->remove(going_[i]);
    ++oldest_;
  }
  coming_.clear();
  going_.clear();
}

}  // namespace reshard
