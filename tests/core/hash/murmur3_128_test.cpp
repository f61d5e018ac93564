#include "core/hash/murmur3_prefix.h"
#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Murmur3x128, AgreesWithGo) {
  const Vectors rows("hashes_go.csv");
  expect_column(rows, Input::kHex, "murmur3_x64_128_h1",
                [](const std::string& in) { return hex_text(murmur3_128(in).h1); });
  expect_column(rows, Input::kHex, "murmur3_x64_128_h2",
                [](const std::string& in) { return hex_text(murmur3_128(in).h2); });
}

TEST(Murmur3x128, AgreesWithGuavaWhichPrintsLittleEndianWords) {
  expect_column(Vectors("hashes_java.csv"), Input::kText, "guava_murmur3_128_hex", [](const std::string& in) {
    std::array<std::uint8_t, 16> bytes{};
    store_le(bytes.data(), murmur3_128(in).h1);
    store_le(bytes.data() + 8, murmur3_128(in).h2);
    return hex_text(bytes);
  });
}

TEST(Murmur3x128, HasTheVerificationValueOfSmhasher) {
  EXPECT_EQ(smhasher_value([](std::string_view in, std::uint32_t seed) {
              const Murmur128 hash = murmur3_128(in, seed);
              return memory(hash.h1) + memory(hash.h2);
            }),
            0x6384ba69u);
}

// Block boundaries fall into either text, between the two, or nowhere.
TEST(Murmur3x128, OfAPrefixThenASuffixIsTheHashOfBothTogether) {
  std::string text;
  for (unsigned char byte = 200; text.size() < 120; byte = static_cast<unsigned char>(byte * 5 + 1))
    text += static_cast<char>(byte);
  for (std::size_t before = 0; before < 50; ++before) {
    const MurmurPrefix prefix(text.substr(0, before));
    for (std::size_t after = 0; after < 70; ++after) {
      std::string bytes;
      MurmurText::begin(bytes);
      bytes += text.substr(before, after);
      MurmurText::end(bytes);
      MurmurSuffix suffix;
      suffix.set(MurmurText(bytes), prefix.rest());
      EXPECT_EQ(suffix.hash_after(prefix), murmur3_128(text.substr(0, before + after))) << before << " + " << after;
    }
  }
}

TEST(Murmur3x128, IsReadAsItsFirstWord) {
  EXPECT_EQ(murmur3_128_hash.hash64("abc", 0), 0xb4963f3f3fad7867u);
  EXPECT_EQ(to_hex(murmur3_128_hash.digest("abc", 0)), "b4963f3f3fad78673ba2744126ca2d52");
  EXPECT_EQ(murmur3_128_hash.hash64("abc", 0x5'0000'0001u), murmur3_128("abc", 1).h1);
}

TEST(Murmur3x128, CassandraVariantAgreesWithGocql) {
  const Vectors rows("cassandra_murmur3.csv");
  int differing = 0;
  for (const Vectors::Row& row : rows) {
    const std::string key = row.bytes("key_hex");
    const auto h1 = static_cast<std::uint64_t>(row.signed_number("murmur3h1_signed"));
    EXPECT_EQ(murmur3_128_cassandra(key).h1, h1) << row["key_hex"];
    if (murmur3_128(key).h1 != h1) ++differing;
  }
  EXPECT_GT(differing, 0) << "no row tells the variant from the standard";
}

TEST(Murmur3x128, CassandraVariantDiffersOnlyByTailBytesFrom0x80) {
  const std::string block = pattern(16);  // with its high bytes in a whole block
  EXPECT_EQ(murmur3_128_cassandra(block + "tail"), murmur3_128(block + "tail"));
  EXPECT_NE(murmur3_128_cassandra(block + "\x80"), murmur3_128(block + "\x80"));
  EXPECT_EQ(murmur3_128_cassandra(""), murmur3_128(""));
}

TEST(Murmur3x128, FinaliserIsABijectionThatKeepsZero) {
  EXPECT_EQ(fmix64(0), 0u);
  EXPECT_EQ(fmix64(1), 0xb456bcfc34c2cb2cu);
}

}  // namespace
}  // namespace reshard::testing
