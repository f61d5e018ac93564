#include "core/base/random.h"

#include <gtest/gtest.h>

#include <array>

namespace reshard {
namespace {

// The first five words of Vigna's splitmix64.c for this seed, which ports to other languages test too.
TEST(Random, IsSplitMix64) {
  Random random(1234567);
  for (const std::uint64_t expected : {6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
                                       4593380528125082431u, 16408922859458223821u}) {
    EXPECT_EQ(random.next(), expected);
  }
}

TEST(Random, BelowStaysBelowAndReachesEveryNumber) {
  Random random(1);
  std::array<int, 6> seen{};
  for (int draw = 0; draw < 6000; ++draw) ++seen.at(static_cast<std::size_t>(random.below(6)));
  // 173 is six standard deviations of a binomial with n = 6000, p = 1/6.
  for (const int count : seen) EXPECT_NEAR(count, 1000, 173);
  EXPECT_EQ(random.below(1), 0u);
}

TEST(Random, BelowDrawsAgainRatherThanFavourSmallNumbers) {
  // With the bound 2^63 + 1, only that many of the 2^64 words can be used: about every second one is rejected.
  constexpr std::uint64_t kBound = (std::uint64_t{1} << 63) + 1;
  Random drawn(2), words(2);
  for (int draw = 0; draw < 100; ++draw) {
    std::uint64_t word = words.next();
    while (word >= kBound) word = words.next();
    EXPECT_EQ(drawn.below(kBound), word);
  }
}

TEST(Random, UnitIsAtLeastZeroAndBelowOne) {
  Random random(3);
  double sum = 0;
  for (int draw = 0; draw < 10000; ++draw) {
    const double x = random.unit();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
  }
  EXPECT_NEAR(sum / 10000, 0.5, 0.0174);  // six times 1 / sqrt(12 * 10000)
}

}  // namespace
}  // namespace reshard
