#include "core/scenario/moves.h"

#include <algorithm>

#include "core/base/text.h"

namespace reshard {

std::uint64_t movable_entries(const StrategyChoice& choice, const KeySpec& keys) {
  return choice.strategy->entries == nullptr ? 0 : choice.strategy->entries(choice.params, keys.count);
}

Status check_move(const TableMove& move, const Scenario& scenario) {
  bool found = false;
  std::uint64_t entries = 0;  // of the largest table where the strategy is used several times
  for (const StrategyChoice& choice : scenario.strategies) {
    if (choice.strategy->id != move.table) continue;
    found = true;
    entries = std::max(entries, movable_entries(choice, scenario.keys));
  }
  if (!found) return Error{ErrorCode::unknown, "strategy", {move.table}};
  if (entries == 0) return Error{ErrorCode::unsupported, "strategy", {"{1} has no table to edit", move.table}};
  if (move.last >= entries) {
    return Error{ErrorCode::out_of_range, "last", {decimal(move.last), "0", decimal(entries - 1)}};
  }
  if (move.first > move.last) {
    return Error{ErrorCode::out_of_range, "first", {decimal(move.first), "0", decimal(move.last)}};
  }
  return Done{};
}

void forget_lost_moves(Scenario& scenario) {
  scenario.cluster.keep_moves([&](const TableMove& move) { return check_move(move, scenario).ok(); });
}

}  // namespace reshard
