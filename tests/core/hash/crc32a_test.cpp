#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Crc32a, AgreesWithTwemproxy) {
  expect_column(Vectors("hashes_memcached_clients.csv"), Input::kHex, "crc32a",
                [](const std::string& in) { return hex_text(static_cast<std::uint32_t>(crc32a_hash.hash64(in, 0))); });
}

TEST(Crc32a, IsOfferedOnlyByDialects) {
  for (const HashFunction* function : hash_functions()) {
    EXPECT_EQ(function->only_of_dialects, function == &crc32a_hash || function == &java_string_hash) << function->id;
  }
}

}  // namespace
}  // namespace reshard::testing
