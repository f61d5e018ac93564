#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace reshard::command {

/// Where a value is in a JSON object, written as jq has it: .user.id, or .user["a.b"] if a name has a dot. The page reads
/// and writes the same (web/dialogs/files/json_path.js). Returns the names on the way, or nothing if it is no path.
std::optional<std::vector<std::string>> json_path(std::string_view text);

/// The path, in the one way in which the page and errors write it.
std::string json_path_text(std::span<const std::string> names);

/// Appends one name to a path that is written so.
void append_json_name(std::string& path, std::string_view name);

}  // namespace reshard::command
