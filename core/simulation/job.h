#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/standings.h"
#include "core/analysis/update.h"
#include "core/simulation/simulation.h"

// The parts of a simulation; only its own files include this.

namespace reshard {

// One strategy with everything that its owners are computed from.
struct Simulation::PlacedStrategy {
  StrategyChoice choice;
  std::shared_ptr<const Scenario> scenario;
  std::shared_ptr<Placement> placement;
  bool has_ranges = false;                 // and updates can use them
  mutable std::vector<OwnedRange> ranges;  // of the placement, once somebody asked for them
  std::vector<Recipe> recipes;
  std::vector<std::shared_ptr<KeyColumn>> columns;  // by recipe
  std::shared_ptr<KeyIndex> by_slot;                // of all keys, where ranges are of slots; otherwise null

  // Indexes the numbers that ranges are made of.
  std::shared_ptr<const KeyIndex> index() const {
    return by_slot != nullptr ? by_slot : std::shared_ptr<const KeyIndex>(columns[0], &columns[0]->index());
  }
  bool step_index(Budget& budget) const {
    if (by_slot == nullptr) return columns[0]->step_index(budget);
    return by_slot->step(columns[0]->values(), budget,
                         [&](std::uint64_t column) { return placement->slot_of(column); });
  }

  Placed placed() const { return {choice, scenario->cluster, *placement, scenario->replicas, &ranges}; }

  KeyBlock block(const KeySet& keys, std::uint32_t first, std::uint32_t count) const {
    KeyBlock block{&keys, first, count, {}};
    for (std::size_t c = 0; c < columns.size(); ++c) block.columns[c] = columns[c]->values().subspan(first, count);
    return block;
  }
};

struct Simulation::Slot {
  explicit Slot(std::uint32_t keys) : assignment(keys) {}

  std::shared_ptr<const PlacedStrategy> placed, placed_before;  // what gave the owners after, and before
  Assignment assignment;
  Standings standings;       // for the owners after
  bool by_one_node = false;  // one node joined or left between before and after, and only its keys moved

  /// Shows the result of the plan, compared as `baseline` says.
  void take(Plan& plan, Baseline baseline);

  /// Its part of these results, whose scenarios, keys and shares are already set.
  StrategyResult result(const Results& results) const;
};

struct Simulation::Plan {
  std::shared_ptr<PlacedStrategy> placed;
  std::shared_ptr<const PlacedStrategy> previous;  // this placement may reuse parts of that one
  const Slot* base = nullptr;                      // its owners are compared with these; null: no comparison
  bool unchanged = false;                          // base already shows these owners
  bool back = false;                               // returns to what base showed before: reverses its last change
  bool built = false;                              // the placement needs no further step()
  std::optional<Update> update;

  void begin_update(const KeySet& keys, Baseline baseline);
};

struct Simulation::Job {
  std::shared_ptr<const Scenario> scenario;
  Baseline baseline;
  std::shared_ptr<const KeySet> keys;
  std::shared_ptr<const RequestShares> shares;
  std::shared_ptr<RequestShares> unfilled;  // the same object while it is being filled
  std::vector<Plan> plans;

  void take_shares(const Results& shown);

  Result<bool> work(Budget& budget);
  double progress() const;
};

}  // namespace reshard
