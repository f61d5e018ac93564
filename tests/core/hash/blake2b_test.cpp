#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

/// The first 32 of the 128 hexadecimal digits.
std::string head(std::string_view bytes) {
  const std::array<std::uint8_t, 64> digest = blake2b_512(bytes);
  return hex_text(load_be64(digest.data())) + hex_text(load_be64(digest.data() + 8));
}

TEST(Blake2b, HashesTheExampleOfRfc7693) {
  const std::array<std::uint8_t, 64> digest = blake2b_512("abc");
  std::string hex;
  for (std::size_t at = 0; at < 64; at += 8) hex += hex_text(load_be64(digest.data() + at));
  EXPECT_EQ(hex,
            "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1"
            "7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923");
}

TEST(Blake2b, AgreesWithPythonAroundMultiplesOfTheBlockSize) {
  EXPECT_EQ(head(""), "786a02f742015903c6c6fd852552d272");
  EXPECT_EQ(head(pattern(127)), "62087accb43dcfcdd2c68af9a9537efd");
  EXPECT_EQ(head(pattern(128)), "78fb69da77bf07c2baa1b9ca3996c59c");
  EXPECT_EQ(head(pattern(129)), "b2c0b4c825102ebf62d75a53a9bbb7c1");
  EXPECT_EQ(head(pattern(256)), "735b1f1d3c31b193f1a684c86d1c6d63");
  EXPECT_EQ(head(pattern(257)), "f5ffd38aa33bb18246ba608cf45e230d");
}

}  // namespace
}  // namespace reshard::testing
