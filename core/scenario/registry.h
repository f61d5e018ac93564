#pragma once

#include "core/scenario/json_reader.h"

namespace reshard {

// The registries as JSON, for code that is not C++.

Json strategies_json();
Json hash_functions_json();

}  // namespace reshard
