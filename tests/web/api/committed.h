#pragma once

#include <string>

namespace reshard::testing {

/// The text of a file of the project, which tests print. With RESHARD_WRITE_GOLDEN it is first written anew.
std::string committed(const std::string& path, const std::string& printed);

}  // namespace reshard::testing
