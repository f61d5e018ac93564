#pragma once

#include <vector>

#include "core/scenario/scenario.h"

namespace reshard {

// What a real system cannot have is refused where somebody enters it. A link or a file that already has it opens as it
// was stored, and may be changed in every other way.

/// What the scenario has that the real systems behind its strategies' dialects cannot have, as Strategy::fits tells.
std::vector<Error> misfits(const Scenario& scenario);

/// Refuses rings of more than kMaxRingPoints, to which weights can take even a few nodes. This is the one limit of every
/// door: links, files, edits, calls and the command.
Status check_size(const Scenario& scenario);

/// The largest whole weight up to which no node makes a ring too large: if every heavier node had this weight instead,
/// check_size() would accept the scenario. kMaxWeight where it does so anyway, or where weights are not the reason.
double heaviest_that_fits(const Scenario& scenario);

/// Refuses the first misfit of `next` that `now` does not have, and a ring that is too large (check_size()).
Status check_entry(const Scenario& now, const Scenario& next);

}  // namespace reshard
