#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Crc16, HasThePublishedCheckValue) { EXPECT_EQ(crc16("123456789"), 0x31c3); }

TEST(Crc16, LowFourteenBitsAreTheRedisSlot) {
  int checked = 0;
  for (const Vectors::Row& row : Vectors("redis_keyslot.csv")) {
    const std::string key = row.bytes("key_hex");
    if (key.find('{') != std::string::npos) continue;  // may contain a hash tag, which is up to the strategy
    EXPECT_EQ(crc16(key) % 16384, row.number("slot")) << row["key_hex"];
    ++checked;
  }
  EXPECT_GT(checked, 600);
}

TEST(Crc16, IsReadAsANumberBelow65536) { EXPECT_EQ(crc16_hash.hash64("123456789", 0), 0x31c3u); }

}  // namespace
}  // namespace reshard::testing
