#pragma once

#include <vector>

#include "core/scenario/scenario.h"

namespace reshard {

// What a real system cannot have is refused where somebody enters it. A link or a file that has it already opens as it
// was stored, and may be changed in every other way.

/// What of the scenario the systems cannot have whose dialects its strategies speak, as Strategy::fits says it.
std::vector<Error> misfits(const Scenario& scenario);

/// Refuses rings of so many points that the page would work for seconds, though the nodes are few: weights make any number
/// of points. A thousand for each node is accepted, and a million altogether.
Status check_size(const Scenario& scenario);

/// Refuses the first misfit of `next` that `now` has not, and a size of that kind.
Status check_entry(const Scenario& now, const Scenario& next);

}  // namespace reshard
