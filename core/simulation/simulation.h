#pragma once

#include <memory>
#include <vector>

#include "core/analysis/assignment.h"
#include "core/analysis/load_stats.h"
#include "core/analysis/movement.h"
#include "core/analysis/requests.h"
#include "core/base/budget.h"
#include "core/scenario/scenario.h"

namespace reshard {

/// What one strategy makes of the scenario. What it refers to lives until the next revision.
struct StrategyResult {
  StrategyChoice choice;
  std::shared_ptr<const Placement> placement;
  std::vector<Recipe> recipes;
  KeyBlock keys;                           ///< all of them, with the columns of those recipes
  const Assignment* assignment = nullptr;  ///< of all keys; lives until the next revision
  LoadStats load, load_before;
  Movement movement;

  /// What the owners before come from; null where nothing is before.
  std::shared_ptr<const Placement> placement_before;
  std::vector<Recipe> recipes_before;

  std::span<const NodeId> owners() const { return assignment->after(); }  ///< by key
  std::span<const NodeId> owners_before() const {
    return assignment->before();
  }  ///< equal to them where nothing is before
  std::span<const std::uint32_t> moved() const { return assignment->moved(); }  ///< keys, in no particular order

  /// The owner of one key, without waiting for those of all.
  NodeId owner(std::uint32_t key) const {
    if (keys.columns[0].empty()) return owners()[key];
    const std::uint64_t slot = placement->slot_of(keys.hash(key));  // which ranges are of where there are any
    return assignment->after(key, slot == kNoSlot ? keys.hash(key) : slot);
  }
};

/// What a simulation may hold at once; a scenario that needs more is refused before it is tried.
inline constexpr std::uint64_t kMaxMemoryBytes = 1'500'000'000;

/// How much of provided keys is kept beside the newest ones, for undo.
inline constexpr std::uint64_t kMaxProvidedBytes = 200'000'000;

/// A consistent picture of one scenario, and of the change that led to it.
struct Results {
  std::uint64_t revision = 0;  ///< grows with every publication; 0: nothing yet
  std::shared_ptr<const Scenario> scenario;
  std::shared_ptr<const Scenario> before;  ///< what `moved` compares with; null where there is nothing before
  std::shared_ptr<const KeySet> keys;
  std::shared_ptr<const RequestShares> shares;         ///< how often each key is asked for
  std::shared_ptr<const RequestShares> shares_before;  ///< null where nothing is before
  std::vector<StrategyResult> strategies;              ///< in the order of the scenario

  /// Whether generated keys stand in for given ones that nobody provided.
  bool stands_in() const { return keys != nullptr && keys->spec() != scenario->keys; }
};

/// What a new scenario is compared with.
enum class Baseline : std::uint8_t {
  kShown,  ///< with the results shown so far: an ordinary step
  kKept,   ///< with what those are compared with: the next moment of one drag
  kNone,   ///< with nothing: another scenario altogether
};

/// From a scenario to its results in slices: keys, columns, placement, owners, movement and load. Stages whose
/// input did not change are not run again. Results are published whole; superseded work is dropped, except that
/// during a drag (kKept) running work is finished first, so that the picture follows the hand.
class Simulation {
 public:
  /// Takes a scenario. On an error (field named) everything stays as it was.
  Status set(std::shared_ptr<const Scenario> scenario, Baseline baseline);

  /// Goes on working until the budget is spent. True when all work is done; an error (a key that the hash function
  /// cannot read, a build that fails late) drops the work, and results() stays as it was.
  Result<bool> step(Budget& budget);

  bool idle() const { return job_ == nullptr; }          ///< what was set is what is shown
  bool prepared() const { return idle() && prepared_; }  ///< and what makes the next change quick is done, too
  double progress() const;                               ///< of the running work, 0 to 1; 1 when idle
  void cancel();                                         ///< drops the running work

  const Results& results() const { return results_; }

  /// Keys that a scenario with KeyKind::kGiven refers to by their fingerprint. As long as they are not there, as many
  /// generated ones stand in. Of what was provided earlier so much is kept as kMaxProvidedBytes allow.
  void provide(std::shared_ptr<const KeySet> keys);

  Simulation();
  ~Simulation();

 private:
  struct PlacedStrategy;
  struct Slot;  // one strategy as results_ shows it
  struct Plan;  // one strategy on its way to a Slot
  struct Job;   // a scenario on its way to Results

  Result<std::unique_ptr<Job>> plan(std::shared_ptr<const Scenario> scenario, Baseline baseline) const;
  std::shared_ptr<Placement> placement_of(const PlacedStrategy& placed, const Job& job) const;
  std::shared_ptr<const PlacedStrategy> previous_of(const StrategyChoice& choice) const;
  std::shared_ptr<KeyIndex> by_slot_of(const PlacedStrategy& placed, const Job& job) const;
  Status plan_strategy(const StrategyChoice& choice, Job& job) const;
  Result<std::shared_ptr<const KeySet>> keys_of(const Scenario& scenario) const;
  std::shared_ptr<KeyColumn> column_of(const Job& job, const Recipe& recipe) const;
  void begin(std::unique_ptr<Job> job);
  void publish();
  bool prepare_next(Budget& budget);

  Results results_;
  std::vector<std::unique_ptr<Slot>> slots_;             // in the order of results_.strategies
  std::unique_ptr<Job> job_;                             // what is being worked on
  std::unique_ptr<Job> next_;                            // the newest moment of a drag, waiting for job_
  bool prepared_ = true;                                 // for the change that comes next, where that helps
  bool in_drag_ = false;                                 // what is shown is a moment of a drag
  std::vector<std::shared_ptr<const KeySet>> provided_;  // the newest last
};

}  // namespace reshard
