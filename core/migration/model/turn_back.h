#pragma once

#include "core/base/result.h"
#include "core/migration/model/phase.h"

namespace reshard {

/// The last phase from which the way back still fits into kMaxPhases.
inline constexpr std::size_t kMaxTurnBack = (kMaxPhases - 1) / 2;

/// A protocol that proceeds to a phase, is aborted during it, at any time, and returns through the earlier phases to
/// the initial situation. On the way back, nothing is copied or dropped, everybody acknowledges each phase, held-back
/// phases are held back again, and a backward log is replayed while requests wait. What is at new stays there.
///
/// `phase` is between 1 and the last phase, and at most kMaxTurnBack.
Protocol turned_back(const Protocol& protocol, std::size_t phase);

}  // namespace reshard
