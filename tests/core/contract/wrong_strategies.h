#pragma once

#include <span>
#include <string_view>

#include "core/placement/strategy.h"

namespace reshard::testing {

/// A strategy that deliberately breaks one promise, and the check that must find it.
struct WrongStrategy {
  std::string_view check;  ///< as Violation::check names it
  Strategy strategy;
};

/// Wrong in what their placements say: random scripts must find it.
std::span<const WrongStrategy> wrong_placements();

/// Wrong in how evenly, or in what proportion, keys are spread.
std::span<const WrongStrategy> wrong_spreads();

/// An honest strategy with the same code, which every check must pass.
const Strategy& honest_strategy();

}  // namespace reshard::testing
