#pragma once

#include <string>

#include "web/app/app.h"

namespace reshard {

/// What the canvas shows, for the page, its live region and tests, as JSON on one line: an AppState of state.def.
std::string state_json(const App& app);

}  // namespace reshard
