#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/analysis/standings.h"
#include "core/analysis/update.h"
#include "core/simulation/simulation.h"

// What a simulation works with; only its own files see it.

namespace reshard {

// One strategy with everything that owners are made from.
struct Simulation::PlacedStrategy {
  StrategyChoice choice;
  std::shared_ptr<const Scenario> scenario;
  std::shared_ptr<Placement> placement;
  bool has_ranges = false;                 // that updates can go by
  mutable std::vector<OwnedRange> ranges;  // of the placement, once they were asked for
  std::vector<Recipe> recipes;
  std::vector<std::shared_ptr<KeyColumn>> columns;  // by recipe
  std::shared_ptr<KeyIndex> by_slot;                // of all keys, where ranges are of slots; null where they are not

  // Of the numbers that ranges are of.
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

  std::shared_ptr<const PlacedStrategy> placed, placed_before;  // of the owners after, and before
  Assignment assignment;
  Standings standings;       // of the owners after
  bool by_one_node = false;  // before and after differ by a node that joined or left, and by its keys only

  /// Shows what the plan came to, compared as `baseline` says.
  void take(Plan& plan, Baseline baseline);

  /// As a part of these results, whose scenarios, keys and shares are set.
  StrategyResult result(const Results& results) const;
};

struct Simulation::Plan {
  std::shared_ptr<PlacedStrategy> placed;
  std::shared_ptr<const PlacedStrategy> previous;  // whose placement this one may take parts over from
  const Slot* base = nullptr;                      // whose owners these are compared with; null: with nothing
  bool unchanged = false;                          // base shows these very owners already
  bool back = false;                               // to what base showed before: its last change is turned round
  bool built = false;                              // the placement has no step to go
  std::optional<Update> update;

  void begin_update(const KeySet& keys, Baseline baseline);
};

struct Simulation::Job {
  std::shared_ptr<const Scenario> scenario;
  Baseline baseline;
  std::shared_ptr<const KeySet> keys;
  std::shared_ptr<const RequestShares> shares;
  std::shared_ptr<RequestShares> unfilled;  // the same, as long as there is something to fill in
  std::vector<Plan> plans;

  void take_shares(const Results& shown);

  Result<bool> work(Budget& budget);
  double progress() const;
};

}  // namespace reshard
