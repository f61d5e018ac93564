#include "core/base/bytes.h"

#include <gtest/gtest.h>

namespace reshard {
namespace {

TEST(Bytes, LoadsNumbersFromTheLowestOrTheHighestByte) {
  const char bytes[] = "\x01\x02\x03\x04\x05\x06\x07\xf8";
  EXPECT_EQ(load_le32(bytes), 0x04030201u);
  EXPECT_EQ(load_be32(bytes), 0x01020304u);
  EXPECT_EQ(load_le64(bytes), 0xf807060504030201u);
  EXPECT_EQ(load_be64(bytes), 0x01020304050607f8u);
  EXPECT_EQ(load_be<std::uint16_t>(bytes + 6), 0x07f8u);
}

TEST(Bytes, StoresWhatItLoads) {
  std::uint8_t bytes[8] = {};
  store_le(bytes, std::uint64_t{0x8899aabbccddeeff});
  EXPECT_EQ(bytes[0], 0xff);
  EXPECT_EQ(load_le64(bytes), 0x8899aabbccddeeffu);
  store_be(bytes, std::uint64_t{0x8899aabbccddeeff});
  EXPECT_EQ(bytes[0], 0x88);
  EXPECT_EQ(load_be64(bytes), 0x8899aabbccddeeffu);
}

TEST(Bytes, AppendsNumbersToText) {
  std::string text = "k";
  append_be(text, std::uint32_t{1});
  append_le(text, std::uint16_t{2});
  EXPECT_EQ(text, std::string("k\0\0\0\1\2\0", 7));
}

}  // namespace
}  // namespace reshard
