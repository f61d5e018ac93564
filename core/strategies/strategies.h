#pragma once

#include <span>
#include <string_view>

#include "core/placement/strategy.h"

namespace reshard {

/// All strategies, in the order of strategies.def.
std::span<const Strategy* const> strategies();

/// The strategy with this id; null where there is none.
const Strategy* find_strategy(std::string_view id);

/// The form of generated keys that the strategy reads with these parameters: always text in the first build, which has no
/// strategy of typed keys.
KeyForm form_of_keys(const Strategy& strategy, std::span<const double> params, const HashFunction& hash);

}  // namespace reshard
