#pragma once

#include <cstdint>

#include "core/scenario/scenario.h"

namespace reshard {

/// The bytes that a simulation of the scenario holds for each key, not counting the names of given keys: 8 for each
/// distinct column, and up to 14 for the index of a column in which ranges are looked up; per strategy, 20 for the
/// owners before and after and what moved between them, and 8 where the strategy itself stores a row for each key; 8
/// more where some keys are requested more often than others. At most 96 with any two strategies.
std::uint64_t bytes_per_key(const Scenario& scenario);

}  // namespace reshard
