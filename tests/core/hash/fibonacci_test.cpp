#include <algorithm>
#include <vector>

#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

// 0x9e3779b97f4a7c15 is 2^64 / 1.6180339887… = 11400714819323198485; its multiples, modulo 2^64.
TEST(FibonacciHash, MultipliesTheNumberByTwoToThe64OverTheGoldenRatio) {
  EXPECT_EQ(fibonacci_hash.hash64("0", 0), 0u);
  EXPECT_EQ(fibonacci_hash.hash64("1", 0), 11400714819323198485u);
  EXPECT_EQ(fibonacci_hash.hash64("2", 0), 4354685564936845354u);
  EXPECT_EQ(fibonacci_hash.hash64("3", 0), 15755400384260043839u);
  EXPECT_EQ(fibonacci_hash.hash64("-1", 0), 7046029254386353131u);
}

TEST(FibonacciHash, MultipliesTheFnvHashOfOtherText) {
  EXPECT_EQ(fibonacci_hash.hash64("key-1", 0), fnv1a64("key-1") * 11400714819323198485u);
}

// The theorem of the three gaps: the points 0 to n - 1 cut the ring into gaps of at most three lengths, of which the
// longest is the sum of the others.
TEST(FibonacciHash, ConsecutiveNumbersLeaveGapsOfAtMostThreeLengths) {
  for (const std::size_t count : {5u, 20u, 21u, 100u}) {
    std::vector<std::uint64_t> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(fibonacci_hash.hash64(std::to_string(i), 0));
    std::sort(points.begin(), points.end());
    std::vector<std::uint64_t> gaps{points[0] - points.back()};
    for (std::size_t i = 1; i < count; ++i) gaps.push_back(points[i] - points[i - 1]);
    std::sort(gaps.begin(), gaps.end());
    gaps.erase(std::unique(gaps.begin(), gaps.end()), gaps.end());
    ASSERT_LE(gaps.size(), 3u) << count;
    EXPECT_EQ(gaps.back(), gaps.size() == 3 ? gaps[0] + gaps[1] : gaps.back()) << count;
  }
}

}  // namespace
}  // namespace reshard::testing
