#pragma once

#include <span>

#include "core/placement/strategy.h"

namespace reshard {

/// Whether the chosen hash function has any effect under these parameters: a dialect may fix its own. Where it has
/// none, offered_hashes() offers one, and offers() is true for all, since links from before this was known have any.
bool uses_hash(const Strategy& strategy, std::span<const double> params);

}  // namespace reshard
