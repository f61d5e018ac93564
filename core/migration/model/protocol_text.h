#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/migration/model/phase.h"

namespace reshard {

// A protocol as text, for links and presets.def: phases separated by semicolons, each a name and what differs from a
// plain phase, in the words of phase_fields.cpp. A space in a name is a "+", and other special characters are
// percent-escaped. A leading "!" says that nodes check requests.
//
//   start;double:writes=both,deletes=tombstone,barrier;copy:writes=both,copy=all,until=copied+acknowledged;…

/// Errors name the place: "phases[2].until".
Result<Protocol> parse_protocol(std::string_view text);
std::string format_protocol(const Protocol& protocol);

/// Refuses what makes no sense to a run: no phases or too many, a phase that can never end, a last phase in which
/// requests wait or are refused forever.
Status check_protocol(const Protocol& protocol);

inline constexpr std::size_t kMaxProtocolBytes = 8192;
inline constexpr std::size_t kMaxPhaseNameBytes = 60;

}  // namespace reshard
