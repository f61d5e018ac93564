#pragma once

#include <string>
#include <string_view>

namespace reshard::testing {

/// Reads a text as a scenario and as a command and checks what json.h promises, whatever the bytes: nothing crashes,
/// an error names its field, and what was taken is written as a text that reads as the same. The promise that is broken
/// in words; empty where all hold.
std::string broken_promise_of_json(std::string_view text);

}  // namespace reshard::testing
