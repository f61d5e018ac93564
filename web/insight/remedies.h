#pragma once

#include <vector>

#include "core/base/result.h"
#include "web/state/ui_state.h"

namespace reshard::ui {

/// What would make a refused edit possible: the options of the main strategy's choices with which it builds, a number of
/// nodes that it can have, or a larger capacity.
/// They are found by trying, so that no strategy has to be known here.
std::vector<Refusal::Remedy> remedies(const Scenario& scenario, const Edit& edit, const Error& error);

/// What a link or file holds that a real system cannot have (misfits()), and that it is kept; "" where there is nothing.
std::string misfits_text(const std::vector<Error>& misfits);

}  // namespace reshard::ui
