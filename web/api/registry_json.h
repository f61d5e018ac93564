#pragma once

#include <string>

namespace reshard {

/// The available choices, as text for controls outside the canvas, as JSON on one line:
///
///   {"strategies":[{"id","title","family","summary","limits",
///                   "params":[{"key","label","unit","min","max","whole"} or {"key","label","options":[…]},…]},…],
///    "hashes":[{"id","title"},…],"kinds":[{"id","title"},…]}
///
/// where an option is also {"id","title"}. All of it comes from the core's registries.
std::string registry_json();

}  // namespace reshard
