#pragma once

#include "core/base/result.h"
#include "core/migration/phase.h"

namespace reshard {

/// The longest way back that has room behind the way there.
inline constexpr std::size_t kMaxTurnBack = (kMaxPhases - 1) / 2;

/// A protocol that goes up to a phase, is aborted in it, at any time, and goes back through the phases before it to how
/// things were. On the way back nothing is copied or dropped, everybody acknowledges each phase, what was held back is
/// held back again, and a log that is written backwards is replayed while requests wait. What is at new stays there.
///
/// `phase` is from 1 to the last one's number, and at most kMaxTurnBack.
Protocol turned_back(const Protocol& protocol, std::size_t phase);

}  // namespace reshard
