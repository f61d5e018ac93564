#include "core/model/key_names.h"

#include <gtest/gtest.h>

namespace reshard::testing {
namespace {

constexpr KeyKind kKinds[] = {KeyKind::kSequential, KeyKind::kRandom, KeyKind::kUser,
                              KeyKind::kUrl,        KeyKind::kPython, KeyKind::kLink};

std::string between(const std::string& name, std::size_t margin) {
  return std::string(margin, '\0') + name + std::string(margin, '\0');
}

TEST(KeyNames, CountSequentialNamesUpPastEveryCarry) {
  for (const std::string prefix : {"9-", "9", "k09", ""}) {
    const auto keys = KeySet::generate({KeyKind::kSequential, 100'001, prefix}, 0).take();
    KeyNames names(*keys, 32);
    for (std::uint32_t i = 0; i < keys->size(); ++i) ASSERT_EQ(names(i), between(prefix + std::to_string(i), 32));
  }
}

TEST(KeyNames, AreTheNamesOfTheSetInAnyOrder) {
  for (const KeyKind kind : kKinds) {
    const auto keys = KeySet::generate({kind, 1000, "k:"}, 7).take();
    KeyNames names(*keys), padded(*keys, 5);
    std::string buffer;
    std::uint32_t i = 0;
    for (int step = 0; step < 4000; ++step) {
      const std::string name(keys->name(i, buffer));
      ASSERT_EQ(names(i), name) << i;
      ASSERT_EQ(padded(i), between(name, 5)) << i;
      // Forward by one, as often as not; else on, back, or to the same key again.
      i = step % 2 == 0 ? (i + 1) % 1000 : (i * 31 + static_cast<std::uint32_t>(step)) % 1000;
      if (step % 7 == 0) { ASSERT_EQ(names(i), keys->name(i, buffer)); }
    }
  }
}

TEST(KeyNames, ReturnGivenNamesUnchanged) {
  const std::string_view given[] = {"", "a9", "a8", "b"};
  const KeySet keys(given);
  KeyNames names(keys), padded(keys, 3);
  for (const std::uint32_t i : {1u, 2u, 3u, 0u, 1u}) {
    EXPECT_EQ(names(i), given[i]);
    EXPECT_EQ(padded(i), between(std::string(given[i]), 3));
  }
}

}  // namespace
}  // namespace reshard::testing
