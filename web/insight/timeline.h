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

/// What a step cost under one strategy: how many keys moved, how many of them unnecessarily, and what the moved keys
/// count for (KeySet::counts).
struct StepCost {
  StrategyChoice choice;
  std::uint64_t moved = 0, needless = 0, moved_counted = 0;
};

/// What a step is to the timeline's total.
enum class StepKind {
  kStart,     ///< leads to initial nodes: the total begins anew
  kSetup,     ///< sets up another strategy, hash function, seed, or other keys
  kMove,      ///< anything else, which a running system would have to carry out
  kCompared,  ///< only strategies beside the main one
};

StepKind kind_of(const Scenario& before, const Scenario& after);

/// Whether the two differ only in which strategies are shown, and in which order.
bool shows_others(const Scenario& one, const Scenario& other);

/// A step of the history: what it changed, in words, and what it cost.
struct TimelineStep {
  std::string title;
  StepKind kind = StepKind::kMove;
  std::uint64_t keys = 0, counted = 0;
  std::vector<StepCost> costs;  ///< by strategy; empty while unknown, and if other keys make moves meaningless
  bool measured = false;
};

/// The costs of a history's steps. The costs of steps that are shown are recorded; those of other steps, from a link
/// that was opened, can be computed separately, in slices. Undo, redo and branches keep them: a step is identified by
/// its scenario.
class Timeline {
 public:
  /// Records the cost of the history's current step if the results show that step. Returns whether that was new.
  bool note(const History& history, const Results& results);

  /// Works on the costs of steps not shown until the budget is spent. True when nothing is left to do.
  bool measure(const History& history, const Results& shown, Budget& budget);

  /// How many keys have another owner than before the first of the moves that led to the history's current step, under
  /// the main strategy. Nothing for less than two moves, and until measure() is through.
  std::optional<std::uint64_t> net(const History& history);

  /// Titles are text: they are written again in another language.
  void forget_titles();

  /// Step `index` of a line; it must have one before it.
  const TimelineStep& step(const History::Line& line, std::size_t index);

 private:
  using Moment = std::shared_ptr<const Scenario>;
  enum class Arrival { kNotYet, kThere, kFailed };
  struct Net {
    Moment from, to;
    std::optional<std::uint64_t> moved = std::nullopt;
  };

  TimelineStep& entry(const History::Line& line, std::size_t index);
  bool begin(const Moment& from, const Moment& to, const Results& shown);
  Arrival go_on(Budget& budget);
  std::optional<Net> moves_of(const History& history);
  bool measure_net(const History& history, const Results& shown, Budget& budget);

  std::map<std::shared_ptr<const Scenario>, TimelineStep> steps_;  // by the scenario that the step led to
  std::optional<Simulation> beside_;                               // computes the steps not shown
  Moment from_, to_;                                               // between which it is working
  Net net_;                                                        // the last that was measured
};

}  // namespace reshard
