#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

// From driver5() in lookup3.c.
TEST(Lookup3, HashesTheAuthorsExamples) {
  EXPECT_EQ(lookup3("", 0), 0xdeadbeefu);
  EXPECT_EQ(lookup3("", 0xdeadbeefu), 0xbd5b7ddeu);
  EXPECT_EQ(lookup3("Four score and seven years ago", 0), 0x17770551u);
  EXPECT_EQ(lookup3("Four score and seven years ago", 1), 0xcd628161u);
}

TEST(Lookup3, WithSeed13AgreesWithLibhashkitAndTwemproxy) {
  for (const char* column : {"JENKINS", "jenkins"}) {
    expect_column(Vectors("hashes_memcached_clients.csv"), Input::kHex, column,
                  [](const std::string& in) { return hex_text(lookup3(in, 13)); });
  }
}

}  // namespace
}  // namespace reshard::testing
