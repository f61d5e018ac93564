#include "core/base/ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/base/random.h"

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

TEST(SortStably, SortsAsTheStandardLibraryDoes) {
  Random random(7);
  for (const std::size_t size : {0, 1, 2, 17, 300}) {
    std::vector<std::pair<std::uint64_t, std::size_t>> items;  // few different values, and where each was
    for (std::size_t i = 0; i < size; ++i) items.emplace_back(random.below(8), i);
    const auto before = [](const auto& a, const auto& b) { return a.first > b.first; };
    auto expected = items;
    std::stable_sort(expected.begin(), expected.end(), before);
    sort_stably(items, before);
    EXPECT_EQ(items, expected);
  }
}

}  // namespace
}  // namespace reshard
