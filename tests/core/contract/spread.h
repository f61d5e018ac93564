#pragma once

#include "tests/core/contract/violation.h"
#include "tests/core/placing.h"

// Do keys spread as the strategy says? The statistic is a variance ratio: the squared relative deviations of the
// nodes' key counts from their fair shares, divided by what chance and the strategy's stated spread lead one to expect.
// Its mean is 1 if the strategy states the truth.

namespace reshard::testing {

/// How often an honest strategy fails the check. The seeds are fixed, so this is the chance that a new strategy, or a
/// new parameter, meets an unlucky seed.
inline constexpr double kFalseAlarmRate = 1e-5;

/// The value that a variance ratio with this many degrees of freedom exceeds at the rate kFalseAlarmRate. Where only
/// chance is at work, it is the chi-square quantile. Where a strategy states a spread of its own, only half the degrees
/// count: shares of single points on a ring are exponential, and their squares vary at most twice as much.
double highest_ratio(double degrees, bool own_spread);

/// Samples of several clusters and key sets under default and random parameters, combined.
struct SpreadReport {
  double ratio = 0;    ///< 1 is expected
  double highest = 0;  ///< that is let pass
  int samples = 0;     ///< that the strategy did not refuse
  int wanted = 0;      ///< kSpreadSamples, but for those under parameters where weights are unknown
};
inline constexpr int kSpreadSamples = 24;

/// With weights of 1 to 4, or all nodes equal.
SpreadReport measure_spread(const Strategy& strategy, bool weighted, std::uint64_t seed);

/// Check "spread" with equal nodes, and "weights" with unequal ones.
Violations check_spread(const Strategy& strategy, bool weighted, std::uint64_t seed);

}  // namespace reshard::testing
