#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Integer, ReadsEveryUnsigned64BitNumber) {
  EXPECT_EQ(integer("0"), 0u);
  EXPECT_EQ(integer("42"), 42u);
  EXPECT_EQ(integer("00042"), 42u);
  EXPECT_EQ(integer("18446744073709551615"), ~std::uint64_t{0});
}

TEST(Integer, ReadsNegativeNumbersAsTwosComplement) {
  EXPECT_EQ(integer("-1"), ~std::uint64_t{0});
  EXPECT_EQ(integer("-9223372036854775808"), std::uint64_t{1} << 63);
  EXPECT_EQ(integer("-0"), 0u);
}

TEST(Integer, RefusesEveryOtherText) {
  for (const std::string_view text : {"", "-", "+1", " 1", "1 ", "1.0", "0x10", "key-1", "1\xc2\xb2", "--1",
                                      "18446744073709551616", "-9223372036854775809"}) {
    EXPECT_FALSE(integer_hash.accepts(text)) << text;
  }
  EXPECT_FALSE(integer_hash.accepts(std::string_view("1\0", 2)));
  EXPECT_FALSE(integer_hash.accepts({}));
  EXPECT_TRUE(integer_hash.accepts("7"));
}

TEST(Integer, HashIsTheNumber) {
  EXPECT_EQ(integer_hash.hash64("1234567890123", 0), 1234567890123u);
  EXPECT_EQ(to_hex(integer_hash.digest("258", 0)), "0000000000000102");
}

TEST(IntegerDeathTest, HashingARefusedTextIsFatal) {
  EXPECT_DEATH_IF_SUPPORTED(integer_hash.hash64("key-1", 0), "number.has_value");
}

}  // namespace
}  // namespace reshard::testing
