#include "core/placement/systems/crush_ln.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/bytes.h"
#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

// The digest comes from make/crush_ln.py, which follows Ceph's two published tables number by number.
TEST(CrushLn, All65536DrawsMatchThePublishedTables) {
  std::string bytes;
  for (std::uint32_t draw = 0; draw < 65536; ++draw) append_le(bytes, static_cast<std::uint64_t>(crush_ln(draw)));
  EXPECT_EQ(hex_text(sha1(bytes)), "bd0183fadbbe88ba287d90cf49033de692ef45b5");
}

// For draw 65535 it gives 2^48 - 2^28, although the logarithm is 2^48; so 65534 has the longest straw of all.
TEST(CrushLn, NeverDecreasesExceptAtTheLastDraw) {
  for (std::uint32_t draw = 0; draw < 65534; ++draw) ASSERT_LE(crush_ln(draw), crush_ln(draw + 1)) << draw;
  EXPECT_LT(crush_ln(65535), crush_ln(65534));
  EXPECT_EQ(crush_ln(65535), (std::int64_t{1} << 48) - (std::int64_t{1} << 28));
}

// Two nodes of equal weight that draw such neighbours have straws of equal length, and the earlier node wins.
TEST(CrushLn, Has10007PairsOfEqualNeighbours) {
  std::size_t equal = 0;
  for (std::uint32_t draw = 0; draw < 65535; ++draw) equal += crush_ln(draw) == crush_ln(draw + 1);
  EXPECT_EQ(equal, 10'007u);
}

TEST(CrushLn, IsExactAtPowersOfTwoAndCloseElsewhere) {
  for (int power = 0; power < 16; ++power) EXPECT_EQ(crush_ln((1u << power) - 1), std::int64_t{power} << 44);
  for (std::uint32_t draw = 0; draw < 65536; ++draw) {
    ASSERT_NEAR(static_cast<double>(crush_ln(draw)) * 0x1p-44, std::log2(draw + 1.0), 4.4e-5) << draw;
  }
}

}  // namespace
}  // namespace reshard::testing
