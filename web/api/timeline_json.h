#pragma once

#include <string>

#include "web/app/app.h"

namespace reshard {

/// The history as the timeline below the canvas shows it, as JSON on one line: a Timeline of timeline.def.
std::string timeline_json(App& app);

}  // namespace reshard
