#include "core/placement/systems/go_random.h"

#include <gtest/gtest.h>

#include <sstream>

#include "tests/core/vectors.h"

namespace reshard::testing {
namespace {

TEST(GoRandom, RowsAgreeWithGo) {
  const Vectors rows("cortex.csv");
  for (const auto& row : rows) {
    GoRandom random(row.signed_number("seed"));
    std::istringstream drawn(row["rand"]);
    for (std::uint32_t number = 0; drawn >> number;) ASSERT_EQ(random.uint32(), number) << row["seed"];
  }
  EXPECT_GT(rows.size(), 700u);
}

// Go 1.19.8: rand.New(rand.NewSource(seed)), the Uint32 after so many others; past 273 and 607 it draws on what it drew.
TEST(GoRandom, GoesOnAsGoDoes) {
  const auto number = [](std::int64_t seed, std::size_t after) {
    GoRandom random(seed);
    for (std::size_t i = 0; i < after; ++i) random.uint32();
    return random.uint32();
  };
  EXPECT_EQ(number(0, 0), 4059586549u);
  EXPECT_EQ(number(0, 272), 2715810061u);
  EXPECT_EQ(number(0, 273), 2940943710u);
  EXPECT_EQ(number(0, 606), 2506048308u);
  EXPECT_EQ(number(0, 607), 2152165259u);
  EXPECT_EQ(number(0, 2000), 217380320u);
  EXPECT_EQ(number(1, 0), 2596996162u);
  EXPECT_EQ(number(1, 272), 65203089u);
  EXPECT_EQ(number(1, 273), 1858424790u);
  EXPECT_EQ(number(1, 606), 1166414187u);
  EXPECT_EQ(number(1, 607), 2790229741u);
  EXPECT_EQ(number(1, 2000), 4220433602u);
  EXPECT_EQ(number(-1, 0), 1697317822u);
  EXPECT_EQ(number(-1, 272), 4230146159u);
  EXPECT_EQ(number(-1, 273), 2436189737u);
  EXPECT_EQ(number(-1, 606), 3129347731u);
  EXPECT_EQ(number(-1, 607), 1505724180u);
  EXPECT_EQ(number(-1, 2000), 83793223u);
  EXPECT_EQ(number(2147483647, 0), 4059586549u);
  EXPECT_EQ(number(2147483647, 272), 2715810061u);
  EXPECT_EQ(number(2147483647, 273), 2940943710u);
  EXPECT_EQ(number(2147483647, 606), 2506048308u);
  EXPECT_EQ(number(2147483647, 607), 2152165259u);
  EXPECT_EQ(number(2147483647, 2000), 217380320u);
  EXPECT_EQ(number(-9223372036854775807 - 1, 0), 3576951867u);
  EXPECT_EQ(number(-9223372036854775807 - 1, 272), 2853070726u);
  EXPECT_EQ(number(-9223372036854775807 - 1, 273), 2836130055u);
  EXPECT_EQ(number(-9223372036854775807 - 1, 606), 3678824499u);
  EXPECT_EQ(number(-9223372036854775807 - 1, 607), 3344903884u);
  EXPECT_EQ(number(-9223372036854775807 - 1, 2000), 4169402207u);
  EXPECT_EQ(number(89482311, 0), 4059586549u);
  EXPECT_EQ(number(89482311, 272), 2715810061u);
  EXPECT_EQ(number(89482311, 273), 2940943710u);
  EXPECT_EQ(number(89482311, 606), 2506048308u);
  EXPECT_EQ(number(89482311, 607), 2152165259u);
  EXPECT_EQ(number(89482311, 2000), 217380320u);
}

}  // namespace
}  // namespace reshard::testing
