#include "core/model/node.h"

#include <gtest/gtest.h>

namespace reshard {
namespace {

TEST(Endpoint, IsSplitAtTheLastColon) {
  EXPECT_EQ(endpoint("10.0.0.1:11211").host, "10.0.0.1");
  EXPECT_EQ(endpoint("10.0.0.1:11211").port, "11211");
  EXPECT_EQ(endpoint("[::1]:80").host, "[::1]");
  EXPECT_EQ(endpoint("[::1]:80").port, "80");
  EXPECT_EQ(endpoint("node-1").host, "node-1");
  EXPECT_EQ(endpoint("node-1").port, "");
  EXPECT_EQ(endpoint("node:").host, "node");
}

TEST(Name, MayBeAnyTextWithoutControlCharacters) {
  for (const std::string_view name : {"a", "node 1", "Zürich–3", "数据库", "💾",
                                      // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): else b is a digit
                                      "a\xc2\xa0"
                                      "b"}) {
    EXPECT_TRUE(check_name("nodes", name).ok()) << name;
  }
}

TEST(Name, IsRefusedNamingItsField) {
  EXPECT_EQ(check_name("prefix", "").error(), (Error{ErrorCode::empty, "prefix", {}}));
  EXPECT_EQ(check_name("prefix", "a\tb").error().field, "prefix");
  EXPECT_EQ(check_name("prefix", "a\x7f").error().code, ErrorCode::malformed);
  EXPECT_EQ(check_name("prefix", std::string_view("a\0b", 3)).error().code, ErrorCode::malformed);
  EXPECT_EQ(check_name("prefix", "\xc0\x80").error().code, ErrorCode::malformed);
  EXPECT_EQ(check_name("prefix", std::string(256, 'a')).error().field, "prefix.length");
}

TEST(NodeName, MayContainControlCharactersAboveAsciiOnlyIfItIsOld) {
  for (const std::string name : {"a\xC2\x80", "\xC2\x85",
                                 "\xC2\x9F"
                                 "b"}) {
    EXPECT_TRUE(check_name("name", name).ok());
    ASSERT_FALSE(check_new_name("name", name).ok());
    EXPECT_EQ(check_new_name("name", name).error().field, "name");
  }
  for (const std::string name : {"\xC2\xA0", "é", "\xE2\x80\x85"}) EXPECT_TRUE(check_new_name("name", name).ok());
  EXPECT_FALSE(check_new_name("name", "\x07").ok());
}

}  // namespace
}  // namespace reshard
