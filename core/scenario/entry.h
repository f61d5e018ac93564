#pragma once

#include <vector>

#include "core/scenario/scenario.h"

namespace reshard {

// What a real system cannot have is refused where somebody enters it. A link or a file that has it already opens as it
// was stored, and may be changed in every other way.

/// What of the scenario the systems cannot have whose dialects its strategies speak, as Strategy::fits says it.
std::vector<Error> misfits(const Scenario& scenario);

/// Refuses what the page would work on for minutes: rings of so many points, though the nodes are few, as weights make any
/// number of them (a thousand for each node is accepted, and a million altogether); and more keys times nodes than
/// Strategy::most_pairs.
Status check_size(const Scenario& scenario);

/// Refuses the first misfit of `next` that `now` has not, and a size of that kind.
Status check_entry(const Scenario& now, const Scenario& next);

}  // namespace reshard
