#include "core/base/text.h"

#include <gtest/gtest.h>

#include <limits>

namespace reshard {
namespace {

TEST(Text, NumbersAreWrittenInFull) {
  EXPECT_EQ(decimal(0), "0");
  EXPECT_EQ(decimal(~std::uint64_t{0}), "18446744073709551615");
  EXPECT_EQ(hex64(255), "0x00000000000000ff");
  std::string text = "key-";
  append_decimal(text, -7);
  EXPECT_EQ(text, "key--7");
}

TEST(Text, NumbersOf128BitsAreReadAndWrittenInFull) {
  const U128 middle = U128{1} << 127;
  EXPECT_EQ(signed_decimal(middle), "170141183460469231731687303715884105728");
  EXPECT_EQ(signed_decimal(U128{1} << 64), "18446744073709551616");
  EXPECT_EQ(signed_decimal((U128{1} << 64) - 1), "18446744073709551615");
  EXPECT_EQ(signed_decimal(middle + 1), "-170141183460469231731687303715884105727");
  EXPECT_EQ(signed_decimal(std::int64_t{0}), "0");
  EXPECT_EQ(signed_decimal(std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  for (U128 number = 1; number < middle / 3; number *= 3) EXPECT_EQ(parse_u128(signed_decimal(number)), number);
  EXPECT_EQ(parse_u128("340282366920938463463374607431768211455"), ~U128{0});
  for (const std::string_view text : {"", "340282366920938463463374607431768211456", "-1", "+1", "1 ", "4e38",
                                      "999999999999999999999999999999999999999"}) {
    EXPECT_FALSE(parse_u128(text)) << text;
  }
}

TEST(Text, ShortNumbersReadBackAsTheSameNumber) {
  EXPECT_EQ(short_number(0.1), "0.1");
  EXPECT_EQ(short_number(1000), "1000");
  EXPECT_EQ(short_number(-1'000'000), "-1000000");
  EXPECT_EQ(short_number(1e300), "1e+300");
  EXPECT_EQ(short_number(1.25), "1.25");
  for (const double value : {0.0, 1.0 / 3, 0.1 + 0.2, 1e15, 999999999999999.0, 1e300, 5e-324, -2.5, 123456789.123}) {
    EXPECT_EQ(parse_number(short_number(value)), value);
  }
}

TEST(Text, OnlyACompleteTextParsesAsANumber) {
  EXPECT_EQ(parse_u64("18446744073709551615"), ~std::uint64_t{0});
  for (const std::string_view text : {"", "18446744073709551616", "-1", "+1", " 1", "1 ", "1.0", "a"}) {
    EXPECT_FALSE(parse_u64(text)) << text;
  }
  EXPECT_EQ(parse_number("-1.5e3"), -1500.0);
  for (const std::string_view text : {"", ".", "1,5", "inf", "nan", "0x1", "1e999", " 1", "1 ", "1-1", "--1"}) {
    EXPECT_FALSE(parse_number(text)) << text;
  }
}

TEST(Utf8, FollowsUnicodesTableOfWellFormedBytes) {
  for (const std::string_view text : {"", "abc", "\xc2\x80", "\xdf\xbf", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xee\x80\x80",
                                      "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf",
                                      // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): else b is a digit
                                      "a\xe2\x82\xac"
                                      "b"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  for (const std::string_view text :
       {"\x80", "\xc0\x80", "\xc1\xbf", "\xc2", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xe2\x82", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "a\xe2\x28\xa1"}) {
    EXPECT_FALSE(is_utf8(text)) << text;
  }
}

}  // namespace
}  // namespace reshard
