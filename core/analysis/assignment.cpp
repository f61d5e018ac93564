#include "core/analysis/assignment.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace reshard {

void Assignment::keep() {
  for (const std::uint32_t key : moved_) before_[key] = after_[key];
  counts_before_ = counts_after_;
  unplaced_before_ = unplaced_after_;
  moved_.clear();
  flows_.clear();
}

void Assignment::revert() {
  for (const std::uint32_t key : moved_) after_[key] = before_[key];
  counts_after_ = counts_before_;
  unplaced_after_ = unplaced_before_;
  moved_.clear();
  flows_.clear();
}

void Assignment::turn_round() {
  before_.swap(after_);
  counts_before_.swap(counts_after_);
  std::swap(unplaced_before_, unplaced_after_);
  for (Flow& flow : flows_) std::swap(flow.from, flow.to);
  std::sort(flows_.begin(), flows_.end(), largest_first);
}

std::uint64_t& Assignment::count_after(NodeId node) {
  if (node == kNoNode) return unplaced_after_;
  if (counts_after_.size() <= index_of(node)) counts_after_.resize(index_of(node) + std::size_t{1});
  return counts_after_[index_of(node)];
}

void Assignment::move(std::span<const Move> moves, std::vector<Flow> flows) {
  CHECK(moved_.empty());
  moved_.resize(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    after_[moves[i].key] = moves[i].to;
    moved_[i] = moves[i].key;
  }
  flows_ = std::move(flows);
  for (const Flow& flow : flows_) {
    count_after(flow.from) -= flow.keys;
    count_after(flow.to) += flow.keys;
  }
}

std::uint64_t Assignment::memory_bytes() const {
  return (before_.capacity() + after_.capacity()) * sizeof(NodeId) + moved_.capacity() * sizeof(std::uint32_t);
}

}  // namespace reshard
