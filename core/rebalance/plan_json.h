#pragma once

#include <string>

#include "core/rebalance/planner.h"
#include "core/rebalance/schedule.h"

namespace reshard::rebalance {

/// The plan on one line: {"id":…,"moves":[["e4","n0","n1"],…],…}. Moves are in their order; one of leadership alone has a
/// fourth item, "lead". core/rebalance/README.md lists the members.
/// With a pace it also has when each move runs.
std::string format_plan(const Problem& problem, const Plan& plan, const Pace* pace = nullptr);

}  // namespace reshard::rebalance
