#include "core/scenario/history.h"

namespace reshard {

History::History(Scenario first) { steps_.push_back(std::make_shared<const Scenario>(std::move(first))); }

void History::push(Scenario next) {
  if (next == *current()) return;
  steps_.resize(at_ + 1);
  steps_.push_back(std::make_shared<const Scenario>(std::move(next)));
  if (steps_.size() > kMaxSteps) steps_.erase(steps_.begin());
  at_ = steps_.size() - 1;
}

void History::replace(Scenario next) {
  steps_.resize(at_ + 1);
  steps_[at_] = std::make_shared<const Scenario>(std::move(next));
}

bool History::undo() { return can_undo() && go_to(at_ - 1); }

bool History::redo() { return can_redo() && go_to(at_ + 1); }

bool History::go_to(std::size_t step) {
  if (step >= steps_.size()) return false;
  at_ = step;
  return true;
}

}  // namespace reshard
