#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/scenario/scenario.h"

namespace reshard {

/// Scenarios one after another, with undo and redo. Never empty. A change of an earlier step begins a line of its own;
/// the steps that came after it stay as a branch.
class History {
 public:
  using Line = std::vector<std::shared_ptr<const Scenario>>;  ///< from the first step on

  explicit History(Scenario first);

  const std::shared_ptr<const Scenario>& current() const { return steps_[at_]; }

  /// Adds a step; what could be redone becomes a branch. A scenario equal to the current one adds none.
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
  const Line& line() const { return steps_; }

  /// The lines that were left, the oldest first.
  std::span<const Line> branches() const { return branches_; }

  /// The last step that this branch shares with the line that is followed now.
  std::size_t fork_of(std::size_t branch) const;

  /// Goes to the end of a branch, and the line that is left takes its place; false where there is none.
  bool switch_to(std::size_t branch);

 private:
  static constexpr std::size_t kMaxSteps = 1000;  // the oldest are forgotten
  static constexpr std::size_t kMaxBranches = 8;

  Line steps_;
  std::size_t at_ = 0;
  std::vector<Line> branches_;
};

}  // namespace reshard
