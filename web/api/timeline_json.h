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
/// If keys have counts, a step has "counted", the sum for all keys, and each of its costs has "moved_counted". "costs"
/// are by strategy, the main one first; empty while unknown ("measured" false), and if a step has none because it
/// places other keys. The first step is the initial state. A branch lists only its own steps.
std::string timeline_json(App& app);

}  // namespace reshard
