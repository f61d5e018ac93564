#include "core/base/natural_exp.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/random.h"

namespace reshard {
namespace {

TEST(NaturalExp, GivesKnownValues) {
  EXPECT_EQ(natural_exp(0), 1);
  EXPECT_DOUBLE_EQ(natural_exp(1), 0x1.5bf0a8b145769p+1);
  EXPECT_DOUBLE_EQ(natural_exp(-0x1.62e42fefa39efp-1), 0.5);
}

// Ours may be off by two units in the last place, the library's by one.
TEST(NaturalExp, IsWithinThreeUlpsOfTheStandardLibrary) {
  Random random(7);
  for (int i = 0; i < 100'000; ++i) {
    const double x = random.unit() * 80 - 40;
    const double library = std::exp(x);
    EXPECT_NEAR(natural_exp(x) / library, 1, 3 * 0x1p-52) << x;
  }
}

}  // namespace
}  // namespace reshard
