#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Sdbm, MultipliesBy65599AndAddsTheByte) {
  EXPECT_EQ(sdbm(""), 0u);
  EXPECT_EQ(sdbm("a"), 97u);
  EXPECT_EQ(sdbm("ab"), 97u * 65599u + 98u);
  EXPECT_EQ(sdbm("\x80"), 128u);
  EXPECT_EQ(sdbm("hello"), 0x28d19932u);
}

TEST(Sdbm, ModuloTheServerCountIsHaproxysMapBasedChoice) {
  for (const Vectors::Row& row : Vectors("ring_haproxy.csv")) {
    EXPECT_EQ(sdbm(row["key"]) % 10 + 1, row.number("map_sdbm_n10")) << row["key"];
  }
}

}  // namespace
}  // namespace reshard::testing
