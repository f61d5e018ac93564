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

void Assignment::move(std::span<const Move> moves, std::size_t known_nodes) {
  CHECK(moved_.empty());
  FlowCounter counter(known_nodes);
  moved_.resize(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    NodeId& owner = after_[moves[i].key];
    counter.count(owner, moves[i].to);
    owner = moves[i].to;
    moved_[i] = moves[i].key;
  }
  flows_ = counter.flows();
  if (counts_after_.size() < known_nodes) counts_after_.resize(known_nodes);
  for (const Flow& flow : flows_) {
    count_after(flow.from) -= flow.keys;
    count_after(flow.to) += flow.keys;
  }
}

std::uint64_t Assignment::memory_bytes() const {
  return (before_.capacity() + after_.capacity()) * sizeof(NodeId) + moved_.capacity() * sizeof(std::uint32_t);
}

}  // namespace reshard
