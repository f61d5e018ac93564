#include "core/base/natural_log.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "core/base/random.h"

namespace reshard {
namespace {

TEST(NaturalLog, KnownValuesAreExact) {
  EXPECT_EQ(natural_log(1), 0);
  EXPECT_EQ(natural_log(2), 0x1.62e42fefa39efp-1);
  EXPECT_EQ(natural_log(0.5), -0x1.62e42fefa39efp-1);
  EXPECT_EQ(natural_log(10), 0x1.26bb1bbb55516p+1);
  EXPECT_EQ(natural_log(0x1p-128), -128 * 0x1.62e42fefa39efp-1);
  EXPECT_EQ(natural_log(1 - 0x1p-53), -0x1p-53);
}

// The library's is within one unit in the last place, ours within 0.55, so they differ by one at most.
TEST(NaturalLog, IsWithinOneUlpOfTheStandardLibrary) {
  Random random(7);
  for (int i = 0; i < 100'000; ++i) {
    const double x = i % 2 == 0 ? random.unit() + 0x1p-60 : 1 + static_cast<double>(random.below(1 << 16));
    const double ours = natural_log(x);
    const double library = std::log(x);
    EXPECT_TRUE(ours == library || std::nextafter(ours, library) == library) << x;
  }
}

}  // namespace
}  // namespace reshard
