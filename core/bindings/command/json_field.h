#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/bindings/command/records.h"

namespace reshard::command {

/// One member of a JSON object, by the names on its path.
struct JsonField {
  std::span<const std::string> path;
  std::string* value;  ///< receives a string as UTF-8, or a whole number as decimal digits
  bool may_be_null;    ///< null is allowed, and read as empty
  bool any = false;    ///< truth values and fractions are allowed, as they are written
  bool null = false;   ///< it was null
  bool found = false;
};

/// Reads the whole object, so that a truncated line is refused. Returns the first fault: not a JSON object; a field
/// that is missing, repeated, or neither a string nor a whole number (nor null where that is allowed); a member that
/// `added` names.
std::optional<Fault> read_json_fields(std::string_view text, std::span<JsonField> fields,
                                      std::span<const std::string> added);

}  // namespace reshard::command
