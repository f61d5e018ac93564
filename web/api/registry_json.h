#pragma once

#include <string>

namespace reshard {

/// What there is to choose from, in words, for controls outside the canvas, as JSON on one line:
///
///   {"strategies":[{"id","title","family","summary","limits",
///                   "params":[{"key","label","unit","min","max","whole"} or {"key","label","options":[…]},…]},…],
///    "hashes":[{"id","title"},…],"kinds":[{"id","title"},…]}
///
/// where an option is {"id","title"} too. Everything in it comes from the core's registries.
std::string registry_json();

}  // namespace reshard
