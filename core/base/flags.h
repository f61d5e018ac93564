#pragma once

#include <cstdint>
#include <vector>

namespace reshard {

/// One flag for each of many things. A byte each: the code of std::vector<bool> would cost more than its bits save.
using Flags = std::vector<std::uint8_t>;

}  // namespace reshard
