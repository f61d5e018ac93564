#pragma once

#include "core/scenario/json_reader.h"
#include "core/scenario/scenario.h"

namespace reshard {

/// Strategies name what they refuse by itself: a parameter by its key, a node by its name, and of two nodes the one that is in
/// the way. Here the error is given the path in the input at which that was said: `params.vnodes`, `nodes[2].weight`, or
/// `log[0].weight` where it was changed there. `request` is the input that `scenario` was read from.
Error in_input(Error error, const Json& request, const Scenario& scenario);

}  // namespace reshard
