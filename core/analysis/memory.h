#pragma once

#include <cstdint>

#include "core/scenario/scenario.h"

namespace reshard {

/// The bytes that a simulation of it holds for each key, names of given keys not counted: 8 for each distinct column, up
/// to 14 for the index of one that ranges are looked up in; per strategy 20 for owners before and after and what moved
/// between them, and 8 where the strategy itself has a row for each key; 8 more where some keys are asked for more often
/// than others. At most 96 with two strategies, whichever they are.
std::uint64_t bytes_per_key(const Scenario& scenario);

}  // namespace reshard
