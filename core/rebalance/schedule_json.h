#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/rebalance/schedule.h"
#include "core/scenario/json_reader.h"

namespace reshard::rebalance {

/// {"spans":[[0,1000],…],"end_ms":…,"busy_ms":…,"bound_ms":…}, or {"too_long":[3,5]}: moves that no window is long enough
/// for.
Json schedule_json(const Schedule& schedule);

/// When each of these moves runs, in the same form. Asked as JSON:
///
///   {"moves":[["e4","n0","n1"],["e5","n1","n2","lead"]],
///    "pace":{"rate":20000000,"fixed":0,"window":{"begin":60,"end":300}}}
///
/// `rate` is in bytes per second of one copy, `fixed` in ms for each, the window in minutes since midnight; may be left out:
/// fixed, and window (null), always. Moves may be any that are possible in their order, such as the first of a plan.
/// Errors name the field: "moves[3][1]".
Result<std::string> answer_schedule(const Problem& problem, std::string_view request);

}  // namespace reshard::rebalance
