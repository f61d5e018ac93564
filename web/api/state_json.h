#pragma once

#include <string>

#include "web/app/app.h"

namespace reshard {

/// What the canvas shows, for the page, its live region and tests, as JSON on one line:
///
///   {"revision":3,"busy":false,"nodes":[{"name":"node-0","weight":1,"keys":20012,"fair":20000.0},…],
///    "strategy":"ring","hash":"xxh64","params":{"vnodes":100,…},"idle_params":[],"weights":true,"keys":100000,
///    "kind":"sequential","seed":"0","moved":16412,"moved_share":0.16412,"least":16412,"needless":0,
///    "flows":[{"from":"node-0","to":"node-5","keys":3300},…],"headline":"Added node-5 …","notice":"",
///    "inspected":{"key":"key-7","error":"","steps":[{"step":"Hash","value":"0x…","node":""},…],"before":"node-2"},
///    "picture":"A ring of 600 points. …",
///    "undo":true,"redo":false,"controls":{"nodes":"free","strategy":"locked","keys":"hidden"},"link":"v=1&nodes=6"}
///
/// `idle_params`: parameters that have no effect with the others' values. `weights`: whether this strategy uses the
/// nodes' weights. "hash_fixed" is present if the hash function cannot be chosen, and says so in words; "hash_notice",
/// if an old link names one that the dialect's program lacks; "hashes", with `id` and `title`, if the program offers a
/// choice of its own. "before" is the inspected key's owner before the last change, if that was a different one.
/// `controls`: web/state/link_view.h. Nodes and figures are those of the results shown, and missing before the first
/// results; `compare` has a row for each strategy, the main one first, with `spread` in keys per node (and
/// `spread_before` the last change) and `memory` in bytes.
std::string state_json(const App& app);

}  // namespace reshard
