#pragma once

#include <vector>

#include "web/ui_state.h"

namespace reshard::ui {

/// What would make a refused edit possible: the options of the main strategy's choices with which it builds, a number of
/// nodes that it can have, or a larger capacity.
/// They are found by trying, so that no strategy has to be known here.
std::vector<Refusal::WayOut> ways_out(const Scenario& scenario, const Edit& edit, const Error& error);

}  // namespace reshard::ui
