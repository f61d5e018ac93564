#pragma once

#include <string>
#include <string_view>

namespace reshard::testing {

/// Reads a text as the field `move` of a link and checks what move_text.h promises, whatever the bytes: nothing crashes,
/// an error names its field, and what was taken is written as a text that links can carry and that reads as the same. The
/// promise that is broken in words; empty where all hold.
std::string broken_promise_of_move(std::string_view text);

/// The same of the JSON of a move (move_json.h), which is also run, on few keys and for a limited time; what it comes to
/// is JSON, and twice the same.
std::string broken_promise_of_migrate(std::string_view json);

}  // namespace reshard::testing
