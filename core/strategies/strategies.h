#pragma once

#include <span>
#include <string_view>

#include "core/placement/strategy.h"

namespace reshard {

/// All strategies, in the order of strategies.def.
std::span<const Strategy* const> strategies();

/// The strategy with this id; null where there is none.
const Strategy* find_strategy(std::string_view id);

}  // namespace reshard
