#pragma once

#include "core/base/random.h"
#include "core/scenario/scenario.h"

namespace reshard::testing {

/// A scenario with something odd in every part of it: names that need escapes, folded ranges, a long log, up to four
/// strategies. Its cluster has its whole log, so that a link or a file can give its very ids again.
Scenario random_scenario(Random& random);

}  // namespace reshard::testing
