#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/scenario/scenario.h"

namespace reshard {

/// Scenarios one after another, with undo and redo. Never empty. A change to an earlier step starts a new line; the
/// steps that came after it stay as a branch.
class History {
 public:
  using Line = std::vector<std::shared_ptr<const Scenario>>;  ///< from the first step on

  explicit History(Scenario first);

  const std::shared_ptr<const Scenario>& current() const { return steps_[at_]; }

  /// Adds a step; steps that could be redone become a branch. A scenario equal to the current one adds none.
  void push(Scenario next);

  /// Replaces the current scenario: the steps of one drag are one undo step.
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

  /// The lines that were left, oldest first.
  std::span<const Line> branches() const { return branches_; }

  /// The last step that this branch shares with the current line.
  std::size_t fork_of(std::size_t branch) const;

  /// Goes to the end of a branch; the current line takes its place among the branches. False where there is no such
  /// branch.
  bool switch_to(std::size_t branch);

 private:
  static constexpr std::size_t kMaxSteps = 1000;  // beyond that, the oldest are dropped
  static constexpr std::size_t kMaxBranches = 8;

  Line steps_;
  std::size_t at_ = 0;
  std::vector<Line> branches_;
};

}  // namespace reshard
