#include "core/analysis/assignment.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace reshard {

void Assignment::settle() const {
  NoLimit no_limit;
  settle(no_limit);
}

bool Assignment::settle(Budget& budget) const {
  std::size_t clock_read = 0;  // at this many listed moves and finished ranges
  while (due_.done < due_.ranges.size()) {
    const std::size_t now = 1 + due_.done + moved_.size();
    if (clock_read == 0 || now - clock_read >= kQuickKeysBetweenClockReads) {
      if (budget.spent()) return false;
      clock_read = now;
    }
    const RangeMove& range = due_.ranges[due_.done];
    const std::uint64_t first = std::max(range.first, due_.next);
    std::uint64_t last = range.last;
    while (last > first && due_.index->about(first, last) > kQuickKeysBetweenClockReads)
      last = first + (last - first) / 2;
    due_.index->visit(first, last, [&](std::uint32_t key) {
      after_[key] = range.to;
      moved_.push_back(key);
    });
    due_.next = last + 1;
    due_.done += last == range.last;
  }
  due_ = {};
  return true;
}

NodeId Assignment::after(std::uint32_t key, std::uint64_t number) const {
  const auto range = std::lower_bound(due_.ranges.begin(), due_.ranges.end(), number,
                                      [](const RangeMove& move, std::uint64_t n) { return move.last < n; });
  return range != due_.ranges.end() && range->first <= number ? range->to : after_[key];
}

void Assignment::keep() {
  settle();
  for (const std::uint32_t key : moved_) before_[key] = after_[key];
  counts_before_ = counts_after_;
  unplaced_before_ = unplaced_after_;
  moved_.clear();
  flows_.clear();
}

void Assignment::revert() {
  due_ = {};
  for (const std::uint32_t key : moved_) after_[key] = before_[key];
  counts_after_ = counts_before_;
  unplaced_after_ = unplaced_before_;
  moved_.clear();
  flows_.clear();
}

void Assignment::turn_round() {
  settle();
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
  CHECK(moved_.empty() && due_.ranges.empty());
  moved_.resize(moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    after_[moves[i].key] = moves[i].to;
    moved_[i] = moves[i].key;
  }
  count(std::move(flows));
}

void Assignment::move(std::vector<RangeMove> ranges, std::shared_ptr<const KeyIndex> index, std::vector<Flow> flows) {
  CHECK(moved_.empty() && due_.ranges.empty());
  due_ = {std::move(ranges), std::move(index)};
  count(std::move(flows));
}

void Assignment::count(std::vector<Flow> flows) {
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
