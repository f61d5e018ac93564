#include "core/partitioners/des.h"

#include <gtest/gtest.h>

namespace reshard::testing {
namespace {

// As `openssl enc -des-ede3 -nopad` of OpenSSL 3.0.19 with a key of 24 zero bytes.
TEST(Des, EncryptsWithAZeroKeyAsOpensslDoes) {
  EXPECT_EQ(des_with_zero_key(0), 0x8ca64de9c1b123a7u);
  EXPECT_EQ(des_with_zero_key(1), 0x166b40b44aba4bd6u);
  EXPECT_EQ(des_with_zero_key(~std::uint64_t{0}), 0x355550b2150e2451u);
}

}  // namespace
}  // namespace reshard::testing
