#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(SplitMix64, AgreesWithTheFirstOutputsOfHash4j) {
  for (const Vectors::Row& row : Vectors("splitmix64.csv")) {
    const std::uint64_t seed = row.hex("seed_hex");
    EXPECT_EQ(splitmix64(seed), row.hex("out1"));
    Random stream(seed);
    for (const char* column : {"out1", "out2", "out3", "out4", "out5"}) {
      EXPECT_EQ(stream.next(), row.hex(column)) << row["seed_hex"] << " " << column;
    }
  }
}

TEST(SplitMix64, ReadsDecimalTextAsTheNumber) {
  EXPECT_EQ(splitmix64_hash.hash64("0", 0), 0xe220a8397b1dcdafu);
  EXPECT_EQ(splitmix64_hash.hash64("42", 0), 0xbdd732262feb6e95u);
  EXPECT_EQ(splitmix64_hash.hash64("18446744073709551615", 0), 0xe4d971771b652c20u);
  EXPECT_EQ(splitmix64_hash.hash64("-1", 0), 0xe4d971771b652c20u);
}

TEST(SplitMix64, MixesTheFnvHashOfOtherText) {
  for (const std::string& text :
       {std::string(), std::string("key-1"), std::string("18446744073709551616"), pattern(70)}) {
    EXPECT_EQ(splitmix64_hash.hash64(text, 0), splitmix64(fnv1a64(text))) << text;
  }
}

}  // namespace
}  // namespace reshard::testing
