#include "core/rebalance/exact_shares.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/base/random.h"

namespace reshard::rebalance {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Owners = std::vector<std::uint32_t>;

std::size_t runs_in(const Owners& owners) {
  std::size_t runs = owners.empty() ? 0 : 1;
  for (std::size_t i = 1; i < owners.size(); ++i) runs += owners[i] != owners[i - 1] ? 1 : 0;
  return runs;
}

Numbers sums_of(const Numbers& sizes, const Owners& owners, std::size_t count) {
  Numbers sums(count);
  for (std::size_t i = 0; i < owners.size(); ++i) sums[owners[i]] += sizes[i];
  return sums;
}

TEST(ExactShares, OfEqualThingsEveryOwnerGetsOneRun) {
  EXPECT_EQ(exact_shares({2, 2, 2, 2, 2}, {4, 0, 6}), (Owners{0, 0, 2, 2, 2}));
  EXPECT_EQ(exact_shares({1, 1}, {2}), (Owners{0, 0}));
  EXPECT_EQ(exact_shares({}, {}), Owners{});
}

TEST(ExactShares, WhatARunLacksComesFromNearby) {
  EXPECT_EQ(exact_shares({5, 5, 7, 6, 5}, {11, 17}), (Owners{0, 1, 1, 0, 1}));  // 5 for 6
  EXPECT_EQ(exact_shares({5, 4, 5, 1}, {10, 5}), (Owners{0, 0, 1, 0}));         // one more
  EXPECT_EQ(exact_shares({1, 5, 5, 8}, {10, 9}), (Owners{1, 0, 0, 1}));         // one less
}

TEST(ExactShares, WhatOneExchangeCannotDoSeveralDo) {
  // Ten of the first are 100: each of three exchanges gives one more.
  Numbers sizes(10, 10);
  sizes.insert(sizes.end(), 10, 11);
  const Owners owners = exact_shares(sizes, {103, 107});
  EXPECT_EQ(sums_of(sizes, owners, 2), (Numbers{103, 107}));
}

TEST(ExactShares, AShareThatNothingAddsUpToIsNotMet) {
  EXPECT_EQ(exact_shares({2, 2, 2}, {3, 3}), Owners{});
  EXPECT_EQ(exact_shares({100, 1}, {50, 51}), Owners{});
}

TEST(ExactShares, SharesAreMetToTheLastUnitInFewRuns) {
  Random random(1);
  std::size_t met = 0, few = 0;
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t width = 1 + random.below(i % 2 == 0 ? 20 : 10'000), owners = 2 + random.below(6);
    const std::uint64_t least = random.below(100);
    Numbers sizes(300 + random.below(700)), shares(owners);
    for (auto& size : sizes) size = least + random.below(width);
    for (const std::uint64_t size : sizes) shares[random.below(owners)] += size;
    const Owners dealt = exact_shares(sizes, shares);
    if (dealt.empty()) continue;
    ASSERT_EQ(dealt.size(), sizes.size());
    EXPECT_EQ(sums_of(sizes, dealt, owners), shares);
    few += runs_in(dealt) <= owners + 8 * (owners - 1) ? 1 : 0;  // two exchanges each, which cut two runs
    ++met;
  }
  EXPECT_GE(met, 295u);
  EXPECT_GE(few, 250u);
}

}  // namespace
}  // namespace reshard::rebalance
