#pragma once

#include <cstdint>

namespace reshard {

using Time = std::int64_t;                  ///< microseconds since the run began
inline constexpr Time kNanoseconds = 1000;  ///< in one microsecond

}  // namespace reshard
