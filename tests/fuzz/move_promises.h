#pragma once

#include <string>
#include <string_view>

namespace reshard::testing {

/// Reads a text as the field `move` of a link and checks that move_text.h keeps its promises, whatever the bytes:
/// nothing crashes, an error names its field, and what was accepted is written as a text that links can carry and that
/// reads back the same. Returns the broken promise in words, or an empty string.
std::string broken_promise_of_move(std::string_view text);

/// The same for the JSON of a move (move_json.h), which is also run on a few keys for a limited time; its result is
/// JSON, and the same twice.
std::string broken_promise_of_migrate(std::string_view json);

}  // namespace reshard::testing
