#pragma once

#include <cstdint>
#include <vector>

namespace reshard {

/// Whether something holds of each of many things. A byte each: the code of std::vector<bool> outweighs its bits.
using Flags = std::vector<std::uint8_t>;

}  // namespace reshard
