#pragma once

#include "core/migration/run/flow.h"
#include "core/migration/run/study.h"
#include "core/scenario/json_reader.h"

namespace reshard {

// A move as JSON, for the JavaScript API. Missing members have their defaults (move_spec.h); numbers and shares are at
// the paths of move_numbers() and move_fractions():
//
//   {"protocol":"double_write","seed":7,
//    "system":{"routing":"proxy","spread":"poll","cache":false,"checks":true,"clients":50,…},
//    "workload":{"requests":100000,"writes":0.3,…},"pace":{"unit":"section","section_keys":500,…},"faults":{…}}
//
// `protocol` is the id of a preset, a text as in protocol_text.h, or a list of phases, each {"name", …} with the keys
// of phase_fields.cpp, where `until` is a list.

/// Errors name the path in the input. Limits are those of check_move().
Result<MoveSpec> read_move(const Json& json);

/// The results of the flow engine; pairs are [from, to, keys, bytes].
Json flow_json(const FlowTotals& totals, const FlowPlan& plan);

/// The inverse: what differs from the defaults. `protocol` is the id of a preset, or a text.
Json move_json(const MoveSpec& spec);

/// The phases as read_move() takes them: {"checks":false,"phases":[{"name":"start"},{"name":"copy","copy":"all",…}]}.
Json protocol_json(const Protocol& protocol);

/// What a move can say, for whoever offers it:
///
///   {"presets":[{"id","summary","unit","safe","cleans","back","text"},…],
///    "settings":[{"part":"system","key":"clients","kind":"number","default":20,"least":1,"most":10000},…],
///    "phaseFields":[{"key":"reads","kind":"choice","default":"old","options":["old",…]},
///                   {"key":"after_us","kind":"number","default":0,"most":…},…],
///    "limits":{"keys","phases","protocolBytes","phaseNameBytes","moveBytes"}}
///
/// The kinds of settings are number, fraction, choice and flag; of phase fields choice, set (a list), flag and number.
Json move_tables_json();

// Columns of a film's rows, and which one has the key.
inline constexpr std::size_t kFilmLegColumns = 10, kFilmLegKey = 4, kFilmCopyColumns = 4, kFilmCopyKey = 1,
                             kFilmLostColumns = 3, kFilmLostKey = 1;

/// {"totals","baseline","series","anomalies"} of a finished study, and "film" if it was wanted.
Json study_json(const MoveStudy& study);

}  // namespace reshard
