#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

TEST(Hsieh, AgreesWithTwemproxy) {
  expect_column(Vectors("hashes_memcached_clients.csv"), Input::kHex, "hsieh",
                [](const std::string& in) { return hex_text(hsieh(in)); });
}

}  // namespace
}  // namespace reshard::testing
