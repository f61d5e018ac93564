#pragma once

#include <vector>

#include "core/scenario/scenario.h"

namespace reshard {

// What a real system cannot have is refused where somebody enters it. A link or a file that already has it opens as it
// was stored, and may be changed in every other way.

/// What the scenario has that the real systems behind its strategies' dialects cannot have, as Strategy::fits tells.
std::vector<Error> misfits(const Scenario& scenario);

/// Refuses rings with so many points that the page would work for seconds, even with few nodes: weights can multiply
/// points without limit. Accepts an average of a thousand for each node, and a million altogether.
Status check_size(const Scenario& scenario);

/// Refuses the first misfit of `next` that `now` does not have, and a ring that becomes too large (check_size()).
Status check_entry(const Scenario& now, const Scenario& next);

}  // namespace reshard
