#include "core/scenario/history.h"

#include <algorithm>
#include <utility>

namespace reshard {

History::History(Scenario first) { steps_.push_back(std::make_shared<const Scenario>(std::move(first))); }

void History::push(Scenario next) {
  if (next == *current()) return;
  if (can_redo()) branches_.push_back(steps_);
  if (branches_.size() > kMaxBranches) branches_.erase(branches_.begin());
  steps_.resize(at_ + 1);
  steps_.push_back(std::make_shared<const Scenario>(std::move(next)));
  if (steps_.size() > kMaxSteps) {
    steps_.erase(steps_.begin());
    branches_.clear();  // the step they begin with is gone
  }
  at_ = steps_.size() - 1;
}

void History::replace(Scenario next) {
  steps_.resize(at_ + 1);
  steps_[at_] = std::make_shared<const Scenario>(std::move(next));
}

bool History::undo() { return can_undo() && go_to(at_ - 1); }

bool History::redo() { return can_redo() && go_to(at_ + 1); }

std::size_t History::fork_of(std::size_t branch) const {
  const Line& other = branches_[branch];
  const auto [here, there] = std::mismatch(steps_.begin(), steps_.end(), other.begin(), other.end());
  return static_cast<std::size_t>(here - steps_.begin()) - 1;  // all lines share the first step
}

bool History::switch_to(std::size_t branch) {
  if (branch >= branches_.size()) return false;
  std::swap(steps_, branches_[branch]);
  at_ = steps_.size() - 1;
  return true;
}

bool History::go_to(std::size_t step) {
  if (step >= steps_.size()) return false;
  at_ = step;
  return true;
}

}  // namespace reshard
