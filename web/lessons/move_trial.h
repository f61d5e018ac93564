#pragma once

#include <span>
#include <string>

#include "core/migration/run/move_spec.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/scenario.h"

namespace reshard {

// What a lesson about a move measures: the lesson's keys move from where its nodes put them at first to where they put
// them now, while the lesson's requests continue.
//
//   {"moved_keys":412,"arrived":true,"seconds":1.9,"lost_writes":0,"wrong_reads":0,"old_only":0,"copied_keys":412,
//    "requests":16000,"waited":130,"network":1.02,"median_ms":0.6,"store_peak":51}
//
// `arrived`: the move is over, and requests go to the new nodes. `lost_writes` counts keys; `wrong_reads` counts stale
// and missed reads, returned deletes, and keys with writes in the wrong order; both in excess of the same requests
// without a move. `old_only`: moved keys that are only on the old node at the end. `network`: bytes that cross the
// site's network to serve the requests, as a multiple of their keys and values; copies are not counted. `store_peak`:
// requests to the store behind a cache in the busiest second, in excess of those without a move.

/// The lesson's move with the learner's choices for the parts that `free` lists, named as in links. Errors name the
/// field "move".
Result<MoveSpec> chosen_move(MoveSpec lesson, const MoveSpec& learner, std::span<const std::string> free);

/// Errors name the field of what is not possible.
Result<Json> measure_move(const Scenario& scenario, const MoveSpec& spec);

}  // namespace reshard
