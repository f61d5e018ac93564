#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace reshard {

/// The link in what `reshard read --json` printed (web/systems/README.md); nothing where the text is no reading. Errors,
/// with the field "reading": unsupported where the placement was refused, where several systems write such a text, or
/// where no link says the same.
std::optional<Result<std::string>> link_of_reading(std::string_view json);

}  // namespace reshard
