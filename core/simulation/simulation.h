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

  /// What placed the owners before; null if there is no before.
  std::shared_ptr<const Placement> placement_before;
  std::vector<Recipe> recipes_before;

  std::span<const NodeId> owners() const { return assignment->after(); }  ///< by key
  std::span<const NodeId> owners_before() const {
    return assignment->before();
  }  ///< the same as owners() if there is no before
  std::span<const std::uint32_t> moved() const { return assignment->moved(); }  ///< keys, in no particular order

  /// The owner of one key, without waiting for all owners.
  NodeId owner(std::uint32_t key) const {
    if (keys.columns[0].empty()) return owners()[key];
    const std::uint64_t slot = placement->slot_of(keys.hash(key));  // used where ranges are of slots
    return assignment->after(key, slot == kNoSlot ? keys.hash(key) : slot);
  }
};

/// The most that a simulation may hold; a scenario that needs more is refused before any work.
inline constexpr std::uint64_t kMaxMemoryBytes = 1'500'000'000;

/// How many bytes of provided keys are kept besides the newest ones, for undo.
inline constexpr std::uint64_t kMaxProvidedBytes = 200'000'000;

/// A consistent view of one scenario and of the change that led to it.
struct Results {
  std::uint64_t revision = 0;  ///< grows with every publication; 0: nothing published yet
  std::shared_ptr<const Scenario> scenario;
  std::shared_ptr<const Scenario> before;  ///< what `moved` compares with; null if there is no before
  std::shared_ptr<const KeySet> keys;
  std::shared_ptr<const RequestShares> shares;         ///< how often each key is requested
  std::shared_ptr<const RequestShares> shares_before;  ///< null if there is no before
  std::vector<StrategyResult> strategies;              ///< in the order of the scenario

  /// Whether generated keys stand in for given keys that nobody has provided.
  bool stands_in() const { return keys != nullptr && keys->spec() != scenario->keys; }
};

/// What a new scenario is compared with.
enum class Baseline : std::uint8_t {
  kShown,  ///< with the results shown now: an ordinary step
  kKept,   ///< with what the results shown now are compared with: the next moment of one drag
  kNone,   ///< with nothing: an unrelated scenario
};

/// Turns a scenario into results in slices: keys, columns, placement, owners, movement and load. Stages whose input did
/// not change are skipped. Results are published as a whole. New work replaces unfinished work, except that during a
/// drag (kKept) running work is finished first, so that the picture follows the hand.
class Simulation {
 public:
  /// Replaces the scenario. On error, names the field and changes nothing.
  Status set(std::shared_ptr<const Scenario> scenario, Baseline baseline);

  /// Works until the budget is spent. True when all work is done; an error (a key that the hash function cannot read, a
  /// build that fails late) drops the work and leaves results() as it was.
  Result<bool> step(Budget& budget);

  bool idle() const { return job_ == nullptr; }          ///< results() shows what was set
  bool prepared() const { return idle() && prepared_; }  ///< and the preparation for the next change is done, too
  double progress() const;                               ///< of the running work, 0 to 1; 1 when idle
  void cancel();                                         ///< drops the running work

  const Results& results() const { return results_; }

  /// Keys that a scenario with KeyKind::kGiven refers to by their fingerprint. Until they are provided, the same number
  /// of generated keys stands in. Of keys provided earlier, it keeps as many as fit into kMaxProvidedBytes.
  void provide(std::shared_ptr<const KeySet> keys);

  Simulation();
  ~Simulation();

 private:
  struct PlacedStrategy;
  struct Slot;  // one strategy as shown in results_
  struct Plan;  // one strategy on its way to becoming a Slot
  struct Job;   // a scenario on its way to becoming Results

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
  bool prepared_ = true;                                 // for the next change, where preparation helps
  bool in_drag_ = false;                                 // results_ shows a moment of a drag
  std::vector<std::shared_ptr<const KeySet>> provided_;  // newest last
};

}  // namespace reshard
