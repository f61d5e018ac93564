#include "core/base/ranking.h"

#include <gtest/gtest.h>

namespace reshard {
namespace {

TEST(Ranking, IsGreatestFirstAndKeepsTheOrderOfEquals) {
  const std::int64_t values[] = {3, -1, 7, 3, 7};
  EXPECT_EQ(ranking(values), (std::vector<std::uint32_t>{2, 4, 0, 3, 1}));
  EXPECT_TRUE(ranking({}).empty());
}

}  // namespace
}  // namespace reshard
