#include "core/analysis/assignment.h"

#include "core/base/check.h"

namespace reshard {

std::uint64_t& Assignment::count_of(std::vector<std::uint64_t>& counts, std::uint64_t& unplaced, NodeId node) {
  if (node == kNoNode) return unplaced;
  if (index_of(node) >= counts.size()) counts.resize(index_of(node) + std::size_t{1});
  return counts[index_of(node)];
}

void Assignment::keep() {
  for (const std::uint32_t key : moved_) before_[key] = after_[key];
  counts_before_ = counts_after_;
  unplaced_before_ = unplaced_after_;
  moved_.clear();
}

void Assignment::revert() {
  for (const std::uint32_t key : moved_) after_[key] = before_[key];
  counts_after_ = counts_before_;
  unplaced_after_ = unplaced_before_;
  moved_.clear();
}

void Assignment::move(std::span<const Move> moves) {
  CHECK(moved_.empty());
  moved_.reserve(moves.size());
  for (const Move& move : moves) {
    --count_of(counts_after_, unplaced_after_, after_[move.key]);
    ++count_of(counts_after_, unplaced_after_, move.to);
    after_[move.key] = move.to;
    moved_.push_back(move.key);
  }
}

std::uint64_t Assignment::memory_bytes() const {
  return (before_.capacity() + after_.capacity()) * sizeof(NodeId) + moved_.capacity() * sizeof(std::uint32_t);
}

}  // namespace reshard
