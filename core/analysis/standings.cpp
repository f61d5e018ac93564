#include "core/analysis/standings.h"

#include <algorithm>

#include "core/placement/incremental.h"

namespace reshard {
Foreseen Standings::of(const std::shared_ptr<const Placement>& placement) const {
  const bool known = placement == placement_ && done_ == standings_.size() && changed_.empty();
  if (!known || standings_.empty()) return {};
  return {standings_, foreseen_ == standings_.size() ? &taken_ : nullptr};
}

void Standings::follow(std::shared_ptr<const Placement> placement, const Assignment& assignment, bool all) {
  if (placement == placement_) return;
  placement_ = std::move(placement);
  foreseen_ = 0;
  taken_.clear();
  if (all || !has_standings(*placement_) || changed_.size() + assignment.moved().size() > standings_.size() / 2) {
    done_ = 0;
    changed_.clear();
  } else {
    changed_.insert(changed_.end(), assignment.moved().begin(), assignment.moved().end());
  }
}

bool Standings::step(const KeyBlock& keys, const Assignment& assignment, Budget& budget) {
  if (!has_standings(*placement_)) {
    standings_ = changed_ = taken_ = {};
    return true;
  }
  const auto owners = assignment.after();
  standings_.resize(keys.size);
  while (!changed_.empty()) {
    if (budget.spent()) return false;
    stand_changed(keys, owners);
  }
  while (done_ < keys.size) {
    if (budget.spent()) return false;
    const auto first = static_cast<std::uint32_t>(done_);
    const std::uint32_t count = std::min(kQuickKeysBetweenClockReads, keys.size - first);
    placement_->incremental()->stand(keys.slice(first, count), owners.subspan(first, count),
                                     std::span(standings_).subspan(first, count));
    done_ += count;
  }
  return foresee(budget);
}

bool Standings::foresee(Budget& budget) {
  while (foreseen_ < standings_.size()) {
    if (budget.spent()) return false;
    const auto some = std::span(standings_).subspan(foreseen_);
    const std::size_t before = taken_.size();
    const std::size_t count = std::min<std::size_t>(kQuickKeysBetweenClockReads, some.size());
    if (!placement_->incremental()->foresee(some.first(count), taken_)) return true;
    for (std::size_t i = before; i < taken_.size(); ++i) taken_[i] += static_cast<std::uint32_t>(foreseen_);
    foreseen_ += count;
  }
  return true;
}

// Takes the keys from the end of the list.
void Standings::stand_changed(const KeyBlock& keys, std::span<const NodeId> owners) {
  const std::size_t count = std::min<std::size_t>(kQuickKeysBetweenClockReads, changed_.size());
  const auto listed = std::span(changed_).last(count);
  const ListedKeys some(keys, listed);
  std::vector<NodeId> theirs;
  for (const std::uint32_t key : listed) theirs.push_back(owners[key]);
  std::vector<std::uint32_t> standings(count);
  placement_->incremental()->stand(some.block(), theirs, standings);
  for (std::size_t i = 0; i < count; ++i) standings_[listed[i]] = standings[i];
  changed_.resize(changed_.size() - count);
}

std::uint64_t Standings::memory_bytes() const {
  return (standings_.capacity() + changed_.capacity() + taken_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace reshard
