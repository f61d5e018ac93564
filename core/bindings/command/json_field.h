#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/bindings/command/records.h"

namespace reshard::command {

/// One member of a JSON object, by the names on the way to it.
struct JsonField {
  std::span<const std::string> path;
  std::string* value;  ///< gets a text as UTF-8, a whole number as its decimal digits
  bool may_be_null;    ///< and is empty then
  bool found = false;
};

/// Reads the whole object, so that half a line is not taken for a whole one. The fault of the first thing that is wrong:
/// no JSON object, a field that is missing, there twice, or neither a text nor a whole number (nor null where that may be),
/// `added` there already.
std::optional<Fault> read_json_fields(std::string_view text, std::span<JsonField> fields,
                                      std::span<const std::string> added);

}  // namespace reshard::command
