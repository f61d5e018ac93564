#pragma once

#include <cstdint>

namespace reshard {

/// Dates and timestamps of a row begin in 2000; these systems count from 1970.
constexpr std::int64_t days_since_1970(std::int64_t since_2000) { return since_2000 + 10957; }
constexpr std::int64_t micros_since_1970(std::int64_t since_2000) { return since_2000 + 10957 * 86'400'000'000; }

}  // namespace reshard
