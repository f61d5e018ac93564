#include "core/model/key_index.h"

#include <gtest/gtest.h>

#include "core/base/random.h"

namespace reshard {
namespace {

using Values = std::vector<std::uint64_t>;

constexpr std::uint64_t kHighest = ~std::uint64_t{0};

KeyIndex index_of_all(const Values& values) {
  KeyIndex index;
  NoLimit no_limit;
  EXPECT_TRUE(index.step(values, no_limit));
  return index;
}

/// Whether the index finds and counts the same keys as a scan of all.
bool finds_all_and_no_other(const KeyIndex& index, const Values& values, std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint32_t> found, wanted;
  index.visit(first, last, [&](std::uint32_t key) { found.push_back(key); });
  std::sort(found.begin(), found.end());
  for (std::uint32_t key = 0; key < values.size(); ++key) {
    if (first <= values[key] && values[key] <= last) wanted.push_back(key);
  }
  return found == wanted && index.count(first, last) == wanted.size() && index.about(first, last) >= wanted.size();
}

void expect_finds_ranges(const Values& values) {
  const KeyIndex index = index_of_all(values);
  Random random(7);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t a = values[random.below(values.size())], b = values[random.below(values.size())];
    EXPECT_TRUE(finds_all_and_no_other(index, values, std::min(a, b), std::max(a, b)));
  }
  for (const std::uint64_t a : {std::uint64_t{0}, std::uint64_t{1}, kHighest / 2, kHighest}) {
    for (const std::uint64_t b : {std::uint64_t{0}, kHighest / 3, kHighest}) {
      EXPECT_TRUE(finds_all_and_no_other(index, values, std::min(a, b), std::max(a, b))) << a << " and " << b;
    }
  }
}

TEST(KeyIndex, FindsAndCountsTheKeysOfAnyRange) {
  Values spread, narrow;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    spread.push_back(mix64(i));
    narrow.push_back(1'000'000 + i % 1000);
  }
  expect_finds_ranges(spread);
  expect_finds_ranges(narrow);
  expect_finds_ranges({kHighest});
  expect_finds_ranges({0, kHighest});
  expect_finds_ranges({5, 5, 5});
}

TEST(KeyIndex, CountsTheKeysOfSeveralRangesLikeThoseOfEach) {
  struct Range {
    std::uint64_t first, last;
  };
  Values values;
  for (std::uint64_t i = 0; i < 3000; ++i) values.push_back(mix64(i));
  const KeyIndex index = index_of_all(values);
  for (std::size_t many = 0; many <= KeyIndex::kTogether; ++many) {
    std::vector<Range> ranges;
    for (std::size_t i = 0; i < many; ++i) {
      const std::uint64_t a = mix64(10'000 + i), b = mix64(20'000 + i);
      ranges.push_back({std::min(a, b), std::max(a, b)});
    }
    std::size_t looked = 0;
    index.count_each(std::span<const Range>(ranges), [&](std::size_t i, std::uint32_t keys) {
      const Range& range = ranges[i];
      EXPECT_EQ(i, looked++);
      EXPECT_EQ(keys, std::count_if(values.begin(), values.end(),
                                    [&](auto v) { return range.first <= v && v <= range.last; }));
    });
    EXPECT_EQ(looked, many);
  }
}

// Keys are indexed by their value's last digit, so each of the numbers 0 to 9 has about a tenth of them.
TEST(KeyIndex, FindsKeysByAFunctionOfTheirValues) {
  Values values, digits;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    values.push_back(mix64(i));
    digits.push_back(values.back() % 10);
  }
  KeyIndex index;
  NoLimit no_limit;
  ASSERT_TRUE(index.step(values, no_limit, [](std::uint64_t value) { return value % 10; }));
  EXPECT_TRUE(index.useful()) << "a bucket of one number needs no search, however full";
  for (std::uint64_t first = 0; first < 10; ++first) {
    for (std::uint64_t last = first; last < 12; ++last) EXPECT_TRUE(finds_all_and_no_other(index, digits, first, last));
  }
}

TEST(KeyIndex, IsUsefulUnlessManyKeysShareABucket) {
  Values spread, clustered;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    spread.push_back(mix64(i));
    clustered.push_back(i == 0 ? kHighest : i);
  }
  EXPECT_FALSE(KeyIndex().useful());
  EXPECT_TRUE(index_of_all(spread).useful());
  EXPECT_FALSE(index_of_all(clustered).useful());
}

}  // namespace
}  // namespace reshard
