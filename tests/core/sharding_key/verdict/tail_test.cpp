#include "core/sharding_key/verdict/tail.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"
#include "core/sharding_key/verdict/fan_out.h"

namespace reshard {
namespace {

// Wichura checks his algorithm against these values of published tables.
TEST(Tail, NormalQuantilesMatchTables) {
  EXPECT_NEAR(normal_quantile(0.5), 0, 1e-16);
  EXPECT_NEAR(normal_quantile(0.25), -0.6744897501960817, 1e-15);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(0.99), 2.3263478740408408, 1e-14);
  EXPECT_NEAR(normal_quantile(0.001), -3.090232306167814, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-20), -9.262340089798408, 1e-12);
}

// F(x)^n = q: for exponential times F(x) = 1 - e^-x, so x = -ln(1 - q^(1/n)). Median, n = 2: -ln(1 - sqrt(1/2)).
TEST(Tail, TheSlowestOfTwoExponentialTimesFollowsItsFormula) {
  EXPECT_NEAR(quantile_of_one(0.5, 2), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(quantile(Exponential{10}, quantile_of_one(0.5, 2)), -10 * std::log(1 - std::sqrt(0.5)), 1e-12);
}

TEST(Tail, EachDistributionsQuantilesFollowItsFormula) {
  EXPECT_NEAR(quantile(Lognormal{5, 50}, 0.5), 5, 1e-12);
  EXPECT_NEAR(quantile(Lognormal{5, 50}, 0.99), 50, 1e-11);
  EXPECT_NEAR(quantile(Pareto{2, 1.5}, 0.99), 2 * std::pow(0.01, -1 / 1.5), 1e-11);
  EXPECT_EQ(quantile(TwoPoint{1, 100, 0.01}, 0.98), 1);
  EXPECT_EQ(quantile(TwoPoint{1, 100, 0.01}, 0.995), 100);
  EXPECT_EQ(quantile(Measured{{1, 2, 3, 4}}, 0.5), 2);
  EXPECT_EQ(quantile(Measured{{1, 2, 3, 4}}, 0.51), 3);
  EXPECT_EQ(quantile(Measured{{1, 2, 3, 4}}, 0.999), 4);
}

// Dean and Barroso, "The tail at scale": if 1% of the answers are slow and 100 servers are asked, 63% of queries wait.
TEST(Tail, OneInAHundredServersMakesSixtyThreeOfAHundredQueriesSlow) {
  EXPECT_NEAR(1 - power(0.99, 100), 0.634, 0.0005);
  EXPECT_EQ(quantile(TwoPoint{10, 1000, 0.01}, quantile_of_one(0.5, 100)), 1000);
}

/// How many of n shards hold k random values, on average over random draws.
double drawn(std::uint32_t n, std::uint32_t k, int rounds, Random& random) {
  double sum = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<bool> asked(n);
    for (std::uint32_t i = 0; i < k; ++i) asked[random.below(n)] = true;
    for (const bool one : asked) sum += one ? 1 : 0;
  }
  return sum / rounds;
}

TEST(FanOut, OfAnInWithKValuesMatchesRandomDraws) {
  EXPECT_EQ(expected_shards(8, 1), 1);
  EXPECT_NEAR(expected_shards(4, 2), 1.75, 1e-15);  // 1/4 · 1 + 3/4 · 2
  Random random(1);
  for (const auto& [n, k] : {std::pair{8u, 3u}, {16u, 50u}, {100u, 10u}}) {
    // The number of shards has a standard deviation below sqrt(k) / 2; five standard errors are allowed.
    EXPECT_NEAR(expected_shards(n, k), drawn(n, k, 20'000, random), 5 * std::sqrt(k) / 2 / std::sqrt(20'000.0));
    EXPECT_GT(std::fabs(expected_shards(n, k + 3) - drawn(n, k, 20'000, random)), 0.1) << "the control";
  }
}

}  // namespace
}  // namespace reshard
