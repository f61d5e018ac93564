#include "core/rebalance/knapsack.h"

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/core/vectors.h"

namespace reshard::rebalance {
namespace {

std::vector<Item> random_items(Random& random, std::uint64_t count, std::uint64_t most, bool equal) {
  std::vector<Item> items;
  for (std::uint64_t i = 0; i < count; ++i) {
    items.push_back({random.below(most), random.below(most)});
    if (equal) items.back().cost = items.back().load;
  }
  return items;
}

TEST(Knapsack, LeavesWhatTryingEverySetLeaves) {
  Random random(1);
  for (int k = 0; k < 20'000; ++k) {
    const auto items = random_items(random, 1 + random.below(11), k % 3 == 0 ? 5 : 60, k % 5 == 0);
    std::uint64_t all = 0, best = ~std::uint64_t{0};
    for (const Item& item : items) all += item.load;
    const std::uint64_t need = random.below(all + 2);
    for (std::uint32_t set = 0; set < 1u << items.size(); ++set) {
      std::uint64_t cost = 0, load = 0;
      for (std::size_t i = 0; i < items.size(); ++i) {
        if ((set >> i & 1) == 0) continue;
        cost += items[i].cost;
        load += items[i].load;
      }
      if (load >= need) best = std::min(best, cost);
    }
    const Leaving leaving = cheapest_leaving(items, need, 1'000'000);
    ASSERT_EQ(leaving.possible, all >= need);
    if (!leaving.possible) continue;
    ASSERT_TRUE(leaving.exact);
    ASSERT_EQ(leaving.cost, best);
    ASSERT_EQ(leaving.bound, best);
    ASSERT_GE(leaving.load, need);
    ASSERT_LE(fractional_leaving(items, need), best);
  }
}

TEST(Knapsack, OfMoreItemsItIsWhatDynamicProgrammingSays) {
  Random random(2);
  for (int k = 0; k < 200; ++k) {
    const auto items = random_items(random, 200, 300, k % 4 == 0);
    const std::uint64_t need = 100 + random.below(10'000);
    std::vector<std::uint64_t> least(need + 1, ~std::uint64_t{0} / 2);
    least[0] = 0;
    for (const Item& item : items) {
      for (std::uint64_t load = need; load > 0; --load) {
        least[load] = std::min(least[load], least[load - std::min(load, item.load)] + item.cost);
      }
    }
    const Leaving leaving = cheapest_leaving(items, need, 10'000'000);
    ASSERT_TRUE(leaving.exact);
    ASSERT_EQ(leaving.cost, least[need]);
  }
}

TEST(Knapsack, WithFewStatesTheBoundStaysBelowAndTheSetIsEnough) {
  Random random(3);
  std::size_t inexact = 0;
  for (int k = 0; k < 500; ++k) {
    const auto items = random_items(random, 100, 1'000'000, false);
    const std::uint64_t need = 1 + random.below(20'000'000);
    const Leaving exact = cheapest_leaving(items, need, 10'000'000), quick = cheapest_leaving(items, need, 50);
    ASSERT_TRUE(exact.exact);
    ASSERT_GE(quick.load, need);
    ASSERT_GE(quick.cost, exact.cost);
    ASSERT_LE(quick.bound, exact.cost);
    inexact += quick.cost > exact.cost ? 1 : 0;
  }
  EXPECT_GT(inexact, 0u);
}

}  // namespace
}  // namespace reshard::rebalance
