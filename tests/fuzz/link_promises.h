#pragma once

#include <string>
#include <string_view>

namespace reshard::testing {

/// Opens a fragment and checks what links promise, whatever the bytes: what was opened can be written again, that opens
/// without complaint as the same scenario with the same other fields, and is written the same way. The promise that
/// is broken in words; empty where all hold.
std::string broken_promise_of_link(std::string_view fragment);

}  // namespace reshard::testing
