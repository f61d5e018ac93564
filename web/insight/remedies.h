#pragma once

#include <vector>

#include "core/base/result.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

/// What would make a refused edit possible: options of the main strategy with which it can be built, a number of nodes
/// that it can have, or a larger capacity. They are found by trying, so that nothing here depends on a particular
/// strategy.
std::vector<Refusal::Remedy> remedies(const Scenario& scenario, const Edit& edit, const Error& error);

/// Names what a link or file holds that a real system cannot have (misfits()), and says that it is kept; "" if there is
/// nothing.
std::string misfits_text(const std::vector<Error>& misfits);

}  // namespace reshard::ui
