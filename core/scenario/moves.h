#pragma once

#include "core/scenario/scenario.h"

namespace reshard {

// Moves by hand (ClusterEvent::kMove) are about the table of one strategy: they hold as long as the scenario has that
// strategy with a table of sufficient size.

/// How many entries of the strategy's table can be moved by hand; 0 where it has no such table.
std::uint64_t movable_entries(const StrategyChoice& choice, const KeySpec& keys);

/// Whether the scenario has these entries. Errors: unknown (field "strategy"), unsupported (the same field, if the
/// strategy has no table to change), out_of_range ("first" beyond `last`, or "last" beyond the table).
Status check_move(const TableMove& move, const Scenario& scenario);

/// Removes from the log the moves that no longer hold: another table has other entries.
void forget_lost_moves(Scenario& scenario);

}  // namespace reshard
