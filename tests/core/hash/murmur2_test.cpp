#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Murmur2, AgreesWithJedis) {
  for (const Vectors::Row& row : Vectors("jedis_hashes.csv")) {
    EXPECT_EQ(static_cast<std::int32_t>(murmur2(row["input"])), row.signed_number("murmur2_32_seed0_signed"))
        << row["input"];
  }
}

TEST(Murmur2, HashesTheExamplesOfKafkasTests) {
  int checked = 0;
  for (const Vectors::Row& row : Vectors("known_answers_upstream.csv")) {
    if (row["algorithm"] != "murmur2 seed 0x9747b28c signed (Kafka)") continue;
    EXPECT_EQ(static_cast<std::int32_t>(murmur2(row["input"], 0x9747b28cu)), row.signed_number("value"))
        << row["input"];
    ++checked;
  }
  EXPECT_EQ(checked, 6);
}

TEST(Murmur2, AgreesWithLibhashkitSeededByTheLength) {
  expect_column(Vectors("hashes_libhashkit.csv"), Input::kText, "murmur", [](const std::string& in) {
    return hex_text(murmur2(in, 0xdeadbeefu * static_cast<std::uint32_t>(in.size())));
  });
}

TEST(Murmur2, HasTheVerificationValueOfSmhasher) {
  EXPECT_EQ(smhasher_value([](std::string_view in, std::uint32_t seed) { return memory(murmur2(in, seed)); }),
            0x27864c1eu);
}

TEST(Murmur2, TakesTheLowHalfOfTheSeed) { EXPECT_EQ(murmur2_hash.hash64("key", 0x5'0000'0001u), murmur2("key", 1)); }

}  // namespace
}  // namespace reshard::testing
