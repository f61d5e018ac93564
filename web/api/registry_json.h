#pragma once

#include <string>

namespace reshard {

/// The available choices, as text for controls outside the canvas, as JSON on one line: a Registry of registry.def. All of
/// it comes from the core's registries.
std::string registry_json();

}  // namespace reshard
