#include "core/rebalance/target_search.h"

#include <gtest/gtest.h>

#include "tests/core/rebalance/problems.h"

namespace reshard::rebalance {
namespace {

TEST(RebalanceTargetSearch, EntriesHaveOneOrderAlsoWhereSomeAreForced) {
  Problem problem = testing::nodes_of(3);
  // Alike but for where they are; every third one is forced to go elsewhere.
  for (std::uint32_t e = 0; e < 12; ++e) problem.add_entry("e" + decimal(e), 10, 1, {(11 - e) % 2});
  for (std::uint32_t e = 2; e < 12; e += 3) problem.forced.push_back({e, (11 - e) % 2, 2});
  ASSERT_TRUE(check(problem).ok());
  const Model model(problem);
  for (std::uint32_t x = 0; x < 12; ++x) {
    for (std::uint32_t y = 0; y < 12; ++y) {
      const int by = alike_order(model, x, y);
      EXPECT_EQ(by, -alike_order(model, y, x));
      const bool forced = model.has_forced(x) || model.has_forced(y);
      EXPECT_EQ(by == 0, x == y || (!forced && x % 2 == y % 2));
      for (std::uint32_t z = 0; z < 12 && by < 0; ++z) {
        if (alike_order(model, y, z) < 0) { EXPECT_LT(alike_order(model, x, z), 0) << x << ' ' << y << ' ' << z; }
        if (alike_order(model, y, z) == 0) { EXPECT_LT(alike_order(model, x, z), 0) << x << ' ' << y << ' ' << z; }
      }
    }
  }
}

}  // namespace
}  // namespace reshard::rebalance
