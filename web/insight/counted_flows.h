#pragma once

#include <cstdint>
#include <vector>

#include "core/simulation/simulation.h"

namespace reshard::ui {

/// What the keys of each of the main strategy's flows count together (KeySet::counts(): requests, bytes or rows), in the
/// flows' order. Empty where the keys count nothing.
std::vector<std::uint64_t> counted_flows(const Results& results);

/// The same as flows of so many requests instead of keys, the largest first. `counted`: as counted_flows() returns it.
std::vector<Flow> flows_of_counts(const Results& results, const std::vector<std::uint64_t>& counted);

}  // namespace reshard::ui
