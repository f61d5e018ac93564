#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

// Well-known values from Java's literature; the last two are from Effective Java and the Math.abs() puzzle: texts with
// the same hash, and one whose hash is Integer.MIN_VALUE.
TEST(JavaString, HasThePublishedValues) {
  EXPECT_EQ(java_string(""), 0u);
  EXPECT_EQ(java_string("a"), 97u);
  EXPECT_EQ(java_string("hello"), 99'162'322u);
  EXPECT_EQ(java_string("Hello"), 69'609'650u);
  EXPECT_EQ(java_string("Aa"), 2112u);
  EXPECT_EQ(java_string("BB"), 2112u);
  EXPECT_EQ(java_string("polygenelubricants"), 0x80000000u);
}

// The formula of java.lang.String's documentation, over the units 0x65E5, 0x672C, 0x8A9E, and U+1F600's surrogates.
TEST(JavaString, HashesUtf16UnitsNotBytes) {
  EXPECT_EQ(java_string("日本語"), (0x65E5u * 31 + 0x672Cu) * 31 + 0x8A9Eu);
  EXPECT_EQ(java_string("😀"), 0xD83Du * 31 + 0xDE00u);
}

// Java decodes bytes before it hashes, and puts U+FFFD in place of those that are not UTF-8.
TEST(JavaString, ReplacesInvalidUtf8BeforeHashing) {
  EXPECT_EQ(java_string("\xff"), 0xFFFDu);
  EXPECT_EQ(java_string("a\xff\x80"), (0x61u * 31 + 0xFFFDu) * 31 + 0xFFFDu);
}

}  // namespace
}  // namespace reshard::testing
