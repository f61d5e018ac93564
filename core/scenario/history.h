#pragma once

#include <memory>
#include <vector>

#include "core/scenario/scenario.h"

namespace reshard {

/// Scenarios one after another, with undo and redo. Never empty.
class History {
 public:
  explicit History(Scenario first);

  const std::shared_ptr<const Scenario>& current() const { return steps_[at_]; }

  /// Adds a step; what could be redone is forgotten. A scenario equal to the current one adds none.
  void push(Scenario next);

  /// Puts another scenario in the place of the current one: the steps of one drag are one undo step.
  void replace(Scenario next);

  bool can_undo() const { return at_ > 0; }
  bool can_redo() const { return at_ + 1 < steps_.size(); }
  bool undo();  ///< false where there is nothing to undo
  bool redo();
  bool go_to(std::size_t step);  ///< false beyond the last step

  std::size_t position() const { return at_; }
  std::size_t size() const { return steps_.size(); }
  const Scenario& step(std::size_t index) const { return *steps_[index]; }

 private:
  static constexpr std::size_t kMaxSteps = 1000;  // the oldest are forgotten

  std::vector<std::shared_ptr<const Scenario>> steps_;
  std::size_t at_ = 0;
};

}  // namespace reshard
