#pragma once

#include <string>

#include "web/app/app.h"

namespace reshard {

/// The history as the timeline below the canvas shows it, as JSON on one line:
///
///   {"at":2,"steps":[{"title":""},{"title":"Added node-5","measured":true,"keys":100000,
///                                  "costs":[{"strategy":"ring","setup":"…","title":"…","moved":20105,"needless":0},…]},…],
///    "branches":[{"fork":1,"titles":["Removed node-2",…]},…]}
///
/// Where keys have counts, a step has "counted", those of all keys, and each of its costs "moved_counted".
/// "costs" are by strategy, the main one first; empty while they are not known ("measured" false), and where a step has
/// none, because other keys are placed after it. The first step is the start. A branch lists what it has of its own.
std::string timeline_json(App& app);

}  // namespace reshard
