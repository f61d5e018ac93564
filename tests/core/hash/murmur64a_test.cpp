#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Murmur64A, AgreesWithJedis) {
  for (const Vectors::Row& row : Vectors("jedis_hashes.csv")) {
    EXPECT_EQ(static_cast<std::int64_t>(murmur64a(row["input"], 0x1234abcd)), row.signed_number("murmur64a_signed"))
        << row["input"];
  }
}

TEST(Murmur64A, HasTheVerificationValueOfSmhasher) {
  EXPECT_EQ(smhasher_value([](std::string_view in, std::uint32_t seed) { return memory(murmur64a(in, seed)); }),
            0x1f0d3804u);
}

TEST(Murmur64A, HashesTheEmptyTextToZero) { EXPECT_EQ(murmur64a(""), 0u); }

}  // namespace
}  // namespace reshard::testing
