#pragma once

#include <span>
#include <string_view>

#include "core/placement/strategy.h"

namespace reshard::testing {

/// A strategy that breaks one promise on purpose, and the check that has to find it.
struct WrongStrategy {
  std::string_view check;  ///< as Violation::check names it
  Strategy strategy;
};

/// Wrong in what placements say: random scripts have to find it.
std::span<const WrongStrategy> wrong_placements();

/// Wrong in how evenly, or in what proportion, keys are spread.
std::span<const WrongStrategy> wrong_spreads();

/// An honest one with the same code, which every check has to let pass.
const Strategy& honest_strategy();

}  // namespace reshard::testing
