#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Murmur3x32, AgreesWithGo) {
  const Vectors rows("hashes_go.csv");
  expect_column(rows, Input::kHex, "murmur3_x86_32_seed0",
                [](const std::string& in) { return hex_text(murmur3_32(in)); });
  expect_column(rows, Input::kHex, "murmur3_x86_32_seed1",
                [](const std::string& in) { return hex_text(murmur3_32(in, 1)); });
}

TEST(Murmur3x32, AgreesWithJava) {
  expect_column(Vectors("hashes_java.csv"), Input::kText, "murmur3_32",
                [](const std::string& in) { return hex_text(murmur3_32(in)); });
}

TEST(Murmur3x32, AgreesWithLibhashkitSeededByTheLength) {
  expect_column(Vectors("hashes_libhashkit.csv"), Input::kText, "murmur3", [](const std::string& in) {
    return hex_text(murmur3_32(in, 0xdeadbeefu * static_cast<std::uint32_t>(in.size())));
  });
}

TEST(Murmur3x32, HashesTheExamplesOfElasticsearchsTestsInUtf16) {
  int checked = 0;
  for (const Vectors::Row& row : Vectors("known_answers_upstream.csv")) {
    if (row["algorithm"] != "murmur3_x86_32 utf16le seed0 (Elasticsearch)") continue;
    std::string utf16;
    for (const char ascii : row["input"]) utf16 += {ascii, '\0'};
    EXPECT_EQ(murmur3_32(utf16), row.hex("value")) << row["input"];
    ++checked;
  }
  EXPECT_EQ(checked, 7);
}

TEST(Murmur3x32, HasTheVerificationValueOfSmhasher) {
  EXPECT_EQ(smhasher_value([](std::string_view in, std::uint32_t seed) { return memory(murmur3_32(in, seed)); }),
            0xb0f57ee3u);
}

TEST(Murmur3x32, TakesTheLowHalfOfTheSeed) {
  EXPECT_EQ(murmur3_32_hash.hash64("key", 0x5'0000'0001u), murmur3_32("key", 1));
}

TEST(Murmur3x32, FinaliserIsABijectionThatKeepsZero) {
  EXPECT_EQ(fmix32(0), 0u);
  EXPECT_EQ(fmix32(1), 0x514e28b7u);  // also the hash of the empty text with seed 1
}

}  // namespace
}  // namespace reshard::testing
