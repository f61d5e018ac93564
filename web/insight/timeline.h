#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/budget.h"
#include "core/scenario/history.h"
#include "core/simulation/simulation.h"

namespace reshard {

/// What a step cost under one strategy, in keys; and what its keys count that moved (KeySet::counts).
struct StepCost {
  StrategyChoice choice;
  std::uint64_t moved = 0, needless = 0, moved_counted = 0;
};

/// A step of the history: what it changed, in words, and what it cost.
struct TimelineStep {
  std::string title;
  std::uint64_t keys = 0, counted = 0;
  std::vector<StepCost> costs;  ///< by strategy; empty while unknown, and where other keys make moves meaningless
  bool measured = false;
};

/// The costs of a history's steps. Those that are shown are noted; the others, of a link that was opened, can be worked
/// out beside, in slices. Undo, redo and branches keep them: a step is known by its scenario.
class Timeline {
 public:
  /// Notes the cost of the history's current step where the results show that step. Whether that was new.
  bool note(const History& history, const Results& results);

  /// Works on the costs that nobody has seen until the budget is spent. True when nothing is left to do.
  bool measure(const History& history, const Results& shown, Budget& budget);

  /// Titles are words: they are written again in another language.
  void forget_titles();

  /// Of step `index` of a line, which has one before it.
  const TimelineStep& step(const History::Line& line, std::size_t index);

 private:
  TimelineStep& entry(const History::Line& line, std::size_t index);
  bool begin(const History::Line& line, std::size_t index, const Results& shown);

  std::map<std::shared_ptr<const Scenario>, TimelineStep> steps_;  // by what the step led to
  std::optional<Simulation> beside_;                               // works out what nobody has seen
  std::shared_ptr<const Scenario> to_;                             // what the step that it works on leads to
};

}  // namespace reshard
