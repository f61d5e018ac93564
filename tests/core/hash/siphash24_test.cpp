#include "tests/core/hash/hash_rows.h"

namespace reshard::testing {
namespace {

constexpr std::uint64_t kK0 = 0x0706050403020100u;  // the paper's key: the bytes 0 to 15
constexpr std::uint64_t kK1 = 0x0f0e0d0c0b0a0908u;

/// CPython's hash(text) with PYTHONHASHSEED=0; it reserves −1 for errors.
template <typename SipHash>
std::int64_t python_hash(SipHash siphash, std::string_view text) {
  const auto hash = static_cast<std::int64_t>(siphash(text, 0, 0));
  return hash == -1 ? -2 : hash;
}

TEST(SipHash24, HashesTheExampleOfThePaper) {
  std::string message;
  for (char byte = 0; byte < 15; ++byte) message += byte;
  EXPECT_EQ(siphash24(message, kK0, kK1), 0xa129ca6149be45e5u);
}

TEST(SipHash24, AgreesWithGo) {
  expect_column(Vectors("hashes_go.csv"), Input::kHex, "siphash24_k0_1",
                [](const std::string& in) { return hex_text(siphash24(in, kK0, kK1)); });
  expect_column(Vectors("hashes_go.csv"), Input::kHex, "siphash24_zero",
                [](const std::string& in) { return hex_text(siphash24(in, 0, 0)); });
}

TEST(SipHash24, AgreesWithGuavaUnderThePapersKey) {
  expect_column(Vectors("hashes_java.csv"), Input::kText, "guava_siphash24",
                [](const std::string& in) { return hex_text(siphash24(in, kK0, kK1)); });
}

TEST(SipHash24, SeedIsTheFirstHalfOfTheKey) {
  EXPECT_EQ(siphash24_hash.hash64("key", 0xdeadbeefcafebabeu), siphash24("key", 0xdeadbeefcafebabeu, 0));
}

TEST(SipHash24, AndSipHash13HashTextsAsCpythonDoes) {
  int checked24 = 0;
  int checked13 = 0;
  for (const Vectors::Row& row : Vectors("golubtsov_keys.csv")) {
    const std::string text = "item-" + row["i"];
    const bool before311 = row["python"].starts_with("3.10");
    EXPECT_EQ(before311 ? python_hash(siphash24, text) : python_hash(siphash13, text), row.signed_number("hash"))
        << row["python"] << " " << text;
    ++(before311 ? checked24 : checked13);
  }
  EXPECT_GT(checked24, 100);
  EXPECT_GT(checked13, 100);
}

}  // namespace
}  // namespace reshard::testing
