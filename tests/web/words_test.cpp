// The table of words is complete, and says nothing about what is not there.

#include "web/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/model/keys.h"

namespace reshard::ui {
namespace {

constexpr std::pair<std::string_view, std::string_view> kWords[] = {
#define WORD(key, english) {#key, english},
#include "web/words.def"
#undef WORD
};
constexpr std::pair<std::string_view, std::string_view> kCoreWords[] = {
#define CORE_WORD(key, english) {key, english},
#include "web/core_words.def"
#undef CORE_WORD
};

TEST(Words, every_word_is_said) {
  for (const auto& [key, text] : kWords) {
    EXPECT_FALSE(text.empty()) << key;
    for (const char sign : {'*', '#'}) {
      EXPECT_EQ(std::count(text.begin(), text.end(), sign) % 2, 0) << key << ": emphasis ends where it began";
    }
  }
}

TEST(Words, templates_number_their_arguments_from_zero) {
  for (const auto& [key, text] : kWords) {
    bool ended = false;
    for (char number = '0'; number <= '9'; ++number) {
      const bool used = text.find(std::string{'{', number, '}'}) != std::string_view::npos;
      EXPECT_FALSE(used && ended) << key << " leaves an argument out";
      ended = !used;
    }
  }
}

// A new strategy's options show their ids until the table has words for them; words without an option are dead.
TEST(Words, every_title_belongs_to_something) {
  std::set<std::string, std::less<>> offered;
  for (const Strategy* strategy : strategies()) {
    for (const ParamSpec& spec : strategy->params) {
      for (std::size_t i = 0; i < spec.options.size(); ++i) {
        EXPECT_EQ(option_title(spec, i).find('_'), std::string::npos) << spec.key;
        offered.insert("option." + std::string(spec.key) + "." + std::string(spec.options[i]));
      }
    }
  }
  for (const KeyKindInfo& kind : key_kinds()) {
    EXPECT_NE(key_kind_title(kind.id), kind.id);
    offered.insert("keys." + std::string(kind.id));
  }
  for (const auto& [key, text] : kCoreWords) {
    EXPECT_FALSE(text.empty()) << key;
    const bool listed = key.starts_with("option.") || key.starts_with("keys.");
    EXPECT_TRUE(!listed || offered.contains(key)) << key;
  }
}

TEST(Words, numbers_are_read_as_people_write_them) {
  EXPECT_EQ(read_number("100\u2009000"), 100'000);
  EXPECT_EQ(read_number("100 000"), 100'000);
  EXPECT_EQ(read_number("2.5"), 2.5);
  EXPECT_EQ(read_number("ten"), std::nullopt);
  EXPECT_EQ(read_number(""), std::nullopt);
}

}  // namespace
}  // namespace reshard::ui
