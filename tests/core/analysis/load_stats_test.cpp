#include "core/analysis/load_stats.h"

#include <gtest/gtest.h>

#include "core/analysis/requests.h"
#include "tests/core/placing.h"

namespace reshard::testing {
namespace {

LoadStats stats_of(const Cluster& cluster, const std::vector<std::uint64_t>& counts) {
  return load_stats(cluster, counts, 0);
}

// Weights 3, 1, 1 and 1,000 keys: 600, 200 and 200 are fair. With 600, 210 and 190 the mean is 333.3, and deviations
// from it are 266.7, -123.3 and -143.3; from the fair shares they are 0, 5% and -5%.
TEST(LoadStats, TellTheMeanAndTheFairShareApart) {
  const LoadStats load = stats_of(with_weight(cluster_of({"a", "b", "c"}), "a", 3), {600, 210, 190});
  EXPECT_TRUE(load.weighted);
  EXPECT_NEAR(load.peak_to_mean, 1.8, 1e-12);
  EXPECT_NEAR(load.cv, 0.566216, 1e-6);
  EXPECT_NEAR(load.peak_to_fair, 1.05, 1e-12);
  EXPECT_NEAR(load.fair_cv, 0.040825, 1e-6);      // the root of (0.05² + 0.05²) / 3
  EXPECT_NEAR(load.fair_stddev, 8.164966, 1e-6);  // the root of (10² + 10²) / 3
}

TEST(LoadStats, OfEqualWeightsAreTheSameAgainstEither) {
  const LoadStats load = stats_of(cluster_of({"a", "b", "c"}), {500, 300, 100});
  EXPECT_FALSE(load.weighted);
  EXPECT_NEAR(load.fair_cv, load.cv, 1e-12);
  EXPECT_NEAR(load.fair_stddev, load.stddev, 1e-9);
  EXPECT_NEAR(load.peak_to_fair, load.peak_to_mean, 1e-12);
}

// A drained node has no fair share: two others that hold half of the keys each are even.
TEST(LoadStats, ADrainedNodeMakesTheOthersNoLessEven) {
  const LoadStats load = stats_of(with_weight(cluster_of({"a", "b", "c"}), "c", 0), {500, 500, 0});
  EXPECT_TRUE(load.weighted);
  EXPECT_GT(load.cv, 0.7);
  EXPECT_EQ(load.fair_cv, 0);
  EXPECT_EQ(load.peak_to_fair, 1);
}

// Of equal requests for 10 keys, a with weight 4 serves 6, where 8 would be fair, and b 4, where 2 would be.
TEST(LoadStats, ThePeakOfRequestsIsAgainstTheFairShareToo) {
  const Cluster cluster = with_weight(cluster_of({"a", "b"}), "a", 4);
  LoadStats load = stats_of(cluster, {6, 4});
  RequestShares shares(0, 10);
  NoLimit budget;
  shares.step(budget);
  add_requests(load, cluster, {}, {shares, 0});
  EXPECT_NEAR(load.request_peak_to_mean, 1.2, 1e-12);
  EXPECT_NEAR(load.request_peak_to_fair, 2, 1e-12);
}

}  // namespace
}  // namespace reshard::testing
