#include "core/placement/dialects.h"

#include <gtest/gtest.h>

namespace reshard {
namespace {

struct Dish {
  std::string_view id;
  bool has_eggs = false;
};

constexpr Dish kDishes[] = {{"bread"}, {"cake", true}, {"soup"}, {"waffles", true}};

TEST(Dialects, AreOptionsInTheOrderOfTheRows) {
  constexpr auto kIds = ids_of(kDishes);
  EXPECT_EQ(std::vector<std::string_view>(kIds.begin(), kIds.end()),
            (std::vector<std::string_view>{"bread", "cake", "soup", "waffles"}));
}

TEST(Dialects, GiveAConditionTheOptionsOfTheRowsThatItIsTrueOf) {
  constexpr auto kWithEggs = with_dialects(kDishes, &Dish::has_eggs);
  EXPECT_EQ(kWithEggs.key, "dialect");
  EXPECT_EQ(kWithEggs.options, 0b1010u);
  EXPECT_EQ(with_dialects(kDishes, [](const Dish& dish) { return dish.id.size() == 4; }).options, 0b0110u);
  EXPECT_EQ(with_dialect(kDishes, "soup").options, 0b0100u);
}

TEST(DialectsDeathTest, HaveNoConditionForAMisspelledId) {
  EXPECT_DEATH_IF_SUPPORTED(with_dialect(kDishes, "soap"), "options != 0");
}

}  // namespace
}  // namespace reshard
