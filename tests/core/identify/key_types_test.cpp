#include "core/identify/key_types.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace reshard::testing {
namespace {

std::string words(const RowType& row) {
  std::string text;
  for (std::size_t c = 0; c < row.size(); ++c) {
    text.append(c > 0 ? "," : "").append(kColumnTypes[static_cast<std::size_t>(row.columns[c])]);
  }
  return text;
}

std::vector<std::string> types_of(const std::vector<std::string>& keys) {
  std::vector<std::string> all;
  for (const RowType& row : likely_types(keys)) all.push_back(words(row));
  return all;
}
using Words = std::vector<std::string>;

TEST(LikelyTypes, OfNumbersAreTheIntegersThatHoldThemAndText) {
  EXPECT_EQ(types_of({"1", "-300"}), (Words{"int64", "int32", "int16", "text"}));
  EXPECT_EQ(types_of({"1", "70000"}), (Words{"int64", "int32", "text"}));
  EXPECT_EQ(types_of({"1", "3000000000"}), (Words{"int64", "text"}));
  EXPECT_EQ(types_of({"1", "007"}), (Words{"text"})) << "007 is no number that a database prints, nor whole bytes";
  EXPECT_EQ(types_of({"1.5", "-2"}), (Words{"float64", "float32", "text"}));
}

TEST(LikelyTypes, OfOtherValuesAreWhatAllOfThemCanBeReadAs) {
  EXPECT_EQ(types_of({"00000000-0000-0000-0000-000000000000"}), (Words{"uuid", "text"}));
  EXPECT_EQ(types_of({"00ff", "abcd"}), (Words{"text", "bytes"}));
  EXPECT_EQ(types_of({"2026-11-28", "1999-01-01"}), (Words{"date", "text"}));
  EXPECT_EQ(types_of({"2026-11-28 10:00:00"}), (Words{"timestamp", "text"}));
  EXPECT_EQ(types_of({"true", "false"}), (Words{"bool", "text"}));
  EXPECT_EQ(types_of({"anna", "bo  "}), (Words{"text", "char"}));
  EXPECT_EQ(types_of({"user:17", ""}), (Words{"text"}));
}

TEST(LikelyTypes, TakeNullForAValueOfAnyType) {
  EXPECT_EQ(types_of({"70000", "\\N"}), (Words{"int64", "int32", "text"}));
  EXPECT_EQ(types_of({"\\N"}), (Words{"text"}));
}

TEST(LikelyTypes, OfRowsAreThoseOfEachColumn) {
  EXPECT_EQ(types_of({"70000\tanna", "\\N\tbo"}), (Words{"int64,text", "int32,text", "text,text", "text"}));
  EXPECT_EQ(types_of({"1\tanna", "2"}), (Words{"text"})) << "not the same number of columns";
  EXPECT_EQ(types_of({"a\tb\tc\td\te"}), (Words{"text"})) << "more columns than keys have";
}

TEST(LikelyTypes, AreFewEvenOfFourColumnsOfNumbers) {
  const auto types = types_of({"1\t2\t3\t4", "5\t6\t7\t8"});
  EXPECT_LE(types.size(), 25u);
  EXPECT_EQ(types.front(), "int64,int64,int64,int64");
  EXPECT_NE(std::find(types.begin(), types.end(), "text,int64,text,int64"), types.end());
}

}  // namespace
}  // namespace reshard::testing
