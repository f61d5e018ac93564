#pragma once

#include "core/placement/strategy.h"

namespace reshard {

/// What a registered strategy's clients do about nodes that are down, in words.
DownRules down_rules(const Strategy& strategy);

}  // namespace reshard
