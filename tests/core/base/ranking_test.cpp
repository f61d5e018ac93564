#include "core/base/ranking.h"

#include <gtest/gtest.h>

#include <limits>

namespace reshard {
namespace {

TEST(Ranking, PutsTheGreatestFirstAndKeepsTheOrderOfEqualValues) {
  const std::int64_t values[] = {3, -1, 7, 3, 7};
  EXPECT_EQ(ranking(values), (std::vector<std::uint32_t>{2, 4, 0, 3, 1}));
  EXPECT_TRUE(ranking({}).empty());
}

TEST(Ranking, HandlesTheLargestAndSmallestIntegers) {
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max(), kLeast = -kMost - 1;
  const std::int64_t values[] = {3, kLeast, kMost, 3, kMost, kLeast};
  EXPECT_EQ(ranking(values), (std::vector<std::uint32_t>{2, 4, 0, 3, 1, 5}));
}

}  // namespace
}  // namespace reshard
