#include "tests/core/contract/spread.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"

namespace reshard::testing {
namespace {

TEST(SpreadBound, ForChanceAloneIsTheChiSquareQuantile) {
  // Quantiles at 1 - 1e-5, from the closed form for even degrees: 41.30 for 10 degrees, 172.10 for 100, 316.33 for 216.
  EXPECT_NEAR(highest_ratio(10, false), 4.130, 0.1);
  EXPECT_NEAR(highest_ratio(100, false), 1.7210, 0.005);
  EXPECT_NEAR(highest_ratio(216, false), 1.4645, 0.002);
}

/// The variance ratio of kSpreadSamples clusters of ten nodes with one point each, without any keys.
double ratio_of_exponential_shares(Random& random) {
  constexpr int kNodes = 10;
  double ratio = 0;
  for (int sample = 0; sample < kSpreadSamples; ++sample) {
    double arcs[kNodes];
    double circle = 0;
    for (double& arc : arcs) circle += arc = -std::log(1 - random.unit());
    double squares = 0;
    for (const double arc : arcs) squares += std::pow(arc / circle * kNodes - 1, 2) / kNodes;
    ratio += squares / ((kNodes - 1.0) / (kNodes + 1.0)) / kSpreadSamples;
  }
  return ratio;
}

// The worst case of a stated spread. 20,000 runs at a rate of 1e-5 give 0.2 alarms on average, and more than three in
// one of 17,000 such tests.
TEST(SpreadBound, ForAStatedSpreadHoldsForSinglePointsOnARing) {
  Random random(7);
  int alarms = 0;
  double mean = 0;
  for (int run = 0; run < 20'000; ++run) {
    const double ratio = ratio_of_exponential_shares(random);
    alarms += ratio > highest_ratio(9 * kSpreadSamples, true);
    mean += ratio / 20'000;
  }
  EXPECT_LE(alarms, 3);
  EXPECT_NEAR(mean, 1, 0.01);
}

// The bound must also catch something: shares that vary by a third more than stated exceed it.
TEST(SpreadBound, ForAStatedSpreadIsExceededByASpreadAThirdLarger) {
  Random random(8);
  double mean = 0;
  for (int run = 0; run < 1000; ++run) mean += ratio_of_exponential_shares(random) / 1000;
  EXPECT_GT(mean * std::pow(4.0 / 3, 2), highest_ratio(9 * kSpreadSamples, true));
}

}  // namespace
}  // namespace reshard::testing
