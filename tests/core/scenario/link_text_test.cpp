#include "core/scenario/link_text.h"

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/base/text.h"

namespace reshard::testing {
namespace {

TEST(Escape, KeepsLettersDigitsAndAFewSigns) {
  EXPECT_EQ(escape("cache-01.eu:11211_A"), "cache-01.eu:11211_A");
  EXPECT_EQ(escape("a b,c"), "a%20b%2Cc");
  EXPECT_EQ(escape("é"), "%C3%A9");
  EXPECT_EQ(escape("a/b", "/"), "a/b");
}

TEST(Escape, EscapesDotsThatWouldReadAsARangeOrBeCutOff) {
  EXPECT_EQ(escape("a..b"), "a%2E.b");
  EXPECT_EQ(escape("end."), "end%2E");
  EXPECT_EQ(escape(".."), "%2E%2E");
  EXPECT_EQ(escape(".hidden"), ".hidden");
}

TEST(Unescape, RefusesBrokenEscapes) {
  EXPECT_EQ(unescape("a%2cb%2C"), "a,b,");
  EXPECT_EQ(unescape("1+1"), "1+1") << "a plus is a plus, not a blank";
  for (const char* broken : {"%", "%4", "100%", "%zz", "a%4g"}) EXPECT_EQ(unescape(broken), std::nullopt) << broken;
}

TEST(Unescape, UndoesEscapeForAnyBytes) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    std::string bytes;
    for (std::uint64_t left = random.below(20); left > 0; --left) bytes += static_cast<char>(random.below(256));
    EXPECT_EQ(unescape(escape(bytes)), bytes);
  }
}

TEST(Excerpt, IsShortAndValidUtf8) {
  EXPECT_EQ(excerpt("узел 1"), "узел 1");
  EXPECT_EQ(excerpt("a\xff\n"), "a%FF%0A");
  EXPECT_EQ(excerpt(std::string(500, 'x')), std::string(80, 'x') + "…");
  std::string letters = "x";
  for (int i = 0; i < 100; ++i) letters += "é";
  EXPECT_TRUE(is_utf8(excerpt(letters)));
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_EQ(split("a,,b,", ','), (std::vector<std::string_view>{"a", "", "b", ""}));
  EXPECT_EQ(split("", ','), (std::vector<std::string_view>{""}));
}

TEST(WholeIn, TellsTextThatIsNotANumberFromANumberOutOfRange) {
  const auto refusal = [](std::string_view text) { return message(whole_in("n", text, 1, 9).error()); };
  EXPECT_EQ(whole_in("n", "9", 1, 9).value(), 9u);
  EXPECT_EQ(refusal("10"), "n: 10 is outside 1 to 9");
  EXPECT_EQ(refusal("-3"), "n: -3 is outside 1 to 9");
  EXPECT_EQ(refusal("1e99"), "n: 1e99 is outside 1 to 9");
  EXPECT_EQ(refusal("99999999999999999999999"), "n: 99999999999999999999999 is outside 1 to 9");
  EXPECT_EQ(refusal("1.5"), "n: “1.5” cannot be read as a whole number");
  EXPECT_EQ(refusal(""), "n: “” cannot be read as a whole number");
  EXPECT_EQ(refusal(" 5"), "n: “ 5” cannot be read as a whole number");
}

}  // namespace
}  // namespace reshard::testing
