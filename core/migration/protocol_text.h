#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/migration/phase.h"

namespace reshard {

// A protocol as text, as links and presets.def have it: the phases between semicolons, each a name and what differs from
// a plain phase, in the words of phase_fields.cpp. A space of a name is a "+", other odd letters are percent-escaped.
// A "!" in front says that nodes check requests.
//
//   start;double:writes=both,deletes=tombstone,barrier;copy:writes=both,copy=all,until=copied+acknowledged;…

/// Errors name the place: "phases[2].until".
Result<Protocol> parse_protocol(std::string_view text);
std::string format_protocol(const Protocol& protocol);

/// Refuses what no run could make sense of: no phases or too many, a phase that can never end, a last phase in which
/// requests wait or are refused for ever.
Status check_protocol(const Protocol& protocol);

inline constexpr std::size_t kMaxProtocolBytes = 8192;
inline constexpr std::size_t kMaxPhaseNameBytes = 60;

}  // namespace reshard
