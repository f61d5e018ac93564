#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Djb2, MultipliesBy33AndAddsTheByte) {
  EXPECT_EQ(djb2(""), 5381u);
  EXPECT_EQ(djb2("a"), 5381u * 33 + 97);
  EXPECT_EQ(djb2("ab"), (5381u * 33 + 97) * 33 + 98);
  EXPECT_EQ(djb2("\xff"), 5381u * 33 + 255);
  EXPECT_EQ(djb2("hello"), 0x0f923099u);
}

TEST(Djb2, GivesSimilarShortTextsTheSameHighBits) { EXPECT_EQ(djb2("key-1") >> 16, djb2("key-9") >> 16); }

}  // namespace
}  // namespace reshard::testing
