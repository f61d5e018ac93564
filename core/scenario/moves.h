#pragma once

#include "core/scenario/scenario.h"

namespace reshard {

// Moves by hand (ClusterEvent::kMove) are about the table of one strategy: they hold as long as the scenario has that
// strategy, with a table that large.

/// How many entries of the strategy's table can be moved by hand: 0 where none can.
std::uint64_t movable_entries(const StrategyChoice& choice, const KeySpec& keys);

/// Whether the scenario has these entries. Errors: unknown (field "strategy"), unsupported (the same, where the strategy
/// has no table to change), out_of_range ("first" beyond `last`, or "last" beyond the table).
Status check_move(const TableMove& move, const Scenario& scenario);

/// Takes the moves out of the log that no longer hold: another table has other entries.
void forget_lost_moves(Scenario& scenario);

}  // namespace reshard
