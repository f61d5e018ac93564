#pragma once

#include "core/base/random.h"
#include "core/scenario/scenario.h"

namespace reshard::testing {

/// A scenario that is odd in every part: names that need escapes, folded ranges, a long log, up to four strategies. Its
/// cluster keeps its whole log, so that a link or a file restores the same ids.
Scenario random_scenario(Random& random);

}  // namespace reshard::testing
