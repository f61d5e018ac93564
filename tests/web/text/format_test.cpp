#include "web/text/format.h"

#include <gtest/gtest.h>

namespace reshard::ui {
namespace {

// Its spaces are narrow no-break spaces.
constexpr Locale kRussian{
    .group = "\u202f", .group_four = false, .decimal = ",", .percent = "\u202f%", .bytes = {"Б", "КиБ", "МиБ", "ГиБ"}};

TEST(Format, GroupsThreeDigits) {
  EXPECT_EQ(format_count(0, kEnglish), "0");
  EXPECT_EQ(format_count(999, kEnglish), "999");
  EXPECT_EQ(format_count(1000, kEnglish), "1,000");
  EXPECT_EQ(format_count(1000, kRussian), "1000");
  EXPECT_EQ(format_count(10'000'000, kRussian), "10\u202f000\u202f000");
}

TEST(Format, ShortensToThreeDigits) {
  EXPECT_EQ(format_short(999, kEnglish), "999");
  EXPECT_EQ(format_short(1000, kEnglish), "1k");
  EXPECT_EQ(format_short(16'412, kEnglish), "16.4k");
  EXPECT_EQ(format_short(999'960, kEnglish), "1M");
  EXPECT_EQ(format_short(1'234'000, kRussian), "1,2M");
}

TEST(Format, NeverRoundsAPartToZeroOr100Percent) {
  EXPECT_EQ(format_percent(0, kEnglish), "0.0%");
  EXPECT_EQ(format_percent(0.0001, kEnglish), "<0.1%");
  EXPECT_EQ(format_percent(0.16412, kEnglish), "16.4%");
  EXPECT_EQ(format_percent(0.9999, kEnglish), ">99.9%");
  EXPECT_EQ(format_percent(1, kEnglish), "100.0%");
}

TEST(Format, SignsDifferences) {
  EXPECT_EQ(format_signed_percent(0.006, kEnglish), "+0.6%");
  EXPECT_EQ(format_signed_percent(-0.012, kRussian), "\u22121,2\u202f%");
  EXPECT_EQ(format_signed_percent(-0.0001, kEnglish), "0.0%");
}

TEST(Format, CountsBytesInPowersOf1024) {
  EXPECT_EQ(format_bytes(640, kEnglish), "640\u202fB");
  EXPECT_EQ(format_bytes(1536, kEnglish), "1.5\u202fKiB");
  EXPECT_EQ(format_bytes(3 << 20, kEnglish), "3.0\u202fMiB");
}

}  // namespace
}  // namespace reshard::ui
