#pragma once

#include <string>
#include <string_view>

namespace reshard::testing {

/// Reads a text as a scenario and as a command and checks that json.h keeps its promises, whatever the bytes: nothing
/// crashes, an error names its field, and what was accepted is written as a text that reads back the same. Returns the
/// broken promise in words, or an empty string.
std::string broken_promise_of_json(std::string_view text);

}  // namespace reshard::testing
