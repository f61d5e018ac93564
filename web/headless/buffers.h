#pragma once

#include <cstdint>
#include <vector>

#include "web/headless/placing.h"

// What headless.cpp shares with dialogs.cpp.

namespace reshard {

inline std::vector<std::uint32_t> numbers_out;  ///< what a call gives beside its reply, until the next call

/// Of the request and, if `given`, of the keys that JavaScript has written into the buffers.
Result<Placing> placing_of(bool given);

}  // namespace reshard
