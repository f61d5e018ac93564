#pragma once

#include "core/placement/strategy.h"

namespace reshard {

/// What the clients of a strategy of the registry do about nodes that are down, in words.
DownRules down_rules(const Strategy& strategy);

}  // namespace reshard
