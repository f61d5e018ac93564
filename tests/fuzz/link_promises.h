#pragma once

#include <string>
#include <string_view>

namespace reshard::testing {

/// Opens a fragment and checks that links keep their promises, whatever the bytes: what was opened can be written as a
/// link, which opens without complaint as the same scenario with the same other fields, and is written the same way
/// again. Returns the broken promise in words, or an empty string.
std::string broken_promise_of_link(std::string_view fragment);

}  // namespace reshard::testing
