#include "core/base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace reshard {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0) return Error{ErrorCode::malformed, "n", {std::to_string(number), "an even number"}};
  return number / 2;
}

TEST(Result, HoldsAValueOrAnError) {
  EXPECT_TRUE(half(8).ok());
  EXPECT_EQ(half(8).value(), 4);
  EXPECT_FALSE(half(7).ok());
  EXPECT_EQ(half(7).error(), (Error{ErrorCode::malformed, "n", {"7", "an even number"}}));
}

TEST(Result, MovesOutAValueThatCannotBeCopied) {
  Result<std::unique_ptr<int>> result(std::make_unique<int>(5));
  const std::unique_ptr<int> taken = result.take();
  EXPECT_EQ(*taken, 5);
}

TEST(ResultDeathTest, ReadingTheWrongSideIsFatal) {
  EXPECT_DEATH_IF_SUPPORTED((void)half(7).value(), "CHECK\\(ok\\(\\)\\) failed");
  EXPECT_DEATH_IF_SUPPORTED((void)half(8).error(), "CHECK\\(!ok\\(\\)\\) failed");
}

TEST(Error, IsFormattedFromItsTemplate) {
  EXPECT_EQ(message({ErrorCode::out_of_range, "nodes[3].weight", {"-1", "0.01", "100"}}),
            "nodes[3].weight: -1 is outside 0.01 to 100");
  EXPECT_EQ(error_id(ErrorCode::not_prime), "not_prime");
}

TEST(Error, TemplatesInOtherLanguagesMayReorderArguments) {
  const Error error{ErrorCode::out_of_range, "n", {"9", "1", "5"}};
  EXPECT_EQ(fill_template("{1}–{2}, nicht {0}: {field}", error), "1–5, nicht 9: n");
  EXPECT_EQ(fill_template("", error), "");
  EXPECT_EQ(fill_template("ohne Felder", error), "ohne Felder");
}

TEST(ErrorDeathTest, AMissingTemplateArgumentIsFatal) {
  EXPECT_DEATH_IF_SUPPORTED((void)message({ErrorCode::unknown, "hash", {}}), "CHECK");
}

}  // namespace
}  // namespace reshard
