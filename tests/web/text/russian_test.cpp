// The Russian table (assets/words/ru.json) has everything that the canvas says, and the result is Russian.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "core/placement/strategy.h"
#include "core/strategies/strategies.h"
#include "tests/web/stage.h"
#include "web/api/timeline_json.h"
#include "web/panels/strategy_menu.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

using Table = std::map<std::string, std::string>;

const std::filesystem::path kTables = RESHARD_TEST_DATA "/../assets/words";

Table table_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return nlohmann::json::parse(file).get<Table>();
}

Table russian() { return table_of(kTables / "ru.json"); }

// The table as web/page/page.js passes it.
std::string text_of(const Table& table) {
  std::string text;
  for (const auto& [english, its] : table) text.append(english).append(1, '\0').append(its).append(1, '\0');
  return text;
}

/// Switches to Russian during its lifetime.
struct Russian {
  Russian() { speak(text_of(russian())); }
  ~Russian() { speak(""); }
};

// Everything that the page's C++ looks up, and where it comes from.
std::map<std::string, std::string> english_texts() {
  std::map<std::string, std::string> texts = {
#define WORD(key, english) {english, "words.def: " #key},
#include "web/text/words.def"
#undef WORD
#define CORE_WORD(key, english) {english, std::string("core_words.def: ").append(key)},
#include "web/text/core_words.def"
#undef CORE_WORD
#define ERROR(code, text) {text, "errors.def: " #code},
#include "core/base/errors.def"
#undef ERROR
  };
  for (const Strategy* strategy : strategies()) {
    const std::string where = "strategy " + std::string(strategy->id);
    for (const std::string_view text :
         {strategy->title, strategy->summary, strategy->limits, strategy->lookup, family_title(strategy->family)}) {
      texts.emplace(text, where);
    }
    for (const ParamSpec& spec : strategy->params) {
      texts.emplace(spec.label, where);
      if (!spec.unit.empty()) texts.emplace(spec.unit, where);
    }
  }
  for (const HashFunction* hash : hash_functions()) texts.emplace(hash->title, "hash " + std::string(hash->id));
  return texts;
}

/// "strategy ring: its title" for each text that the table lacks.
std::set<std::string> missing_in(const Table& table) {
  std::set<std::string> missing;
  for (const auto& [text, where] : english_texts()) {
    if (!table.contains(text)) missing.insert(std::string(where).append(": ").append(text));
  }
  return missing;
}

TEST(EveryLanguage, has_every_text_of_the_canvas) {
  for (const auto& file : std::filesystem::directory_iterator(kTables)) {
    for (const std::string& text : missing_in(table_of(file.path()))) ADD_FAILURE() << file.path() << " lacks " << text;
  }
}

TEST(EveryLanguage, a_missing_text_is_reported_with_the_strategy_or_list_that_uses_it) {
  Table table;
  for (const auto& [text, where] : english_texts()) table[text] = text;
  table.erase("Add node");
  table.erase("Modulo");
  EXPECT_EQ(missing_in(table), (std::set<std::string>{"strategy modulo: Modulo", "words.def: add_node: Add node"}));
}

// A template's arguments, sorted, such as "{0}" and "{field}", and its emphasis marks.
std::set<std::string> parts_of(std::string_view text) {
  std::set<std::string> parts;
  for (std::size_t open = 0; (open = text.find('{', open)) != std::string_view::npos; ++open) {
    const std::string_view name = text.substr(open + 1, text.find_first_of("}|", open) - open - 1);
    parts.emplace(name);
  }
  for (const char sign : {'*', '#'}) {
    if (const auto count = std::count(text.begin(), text.end(), sign)) parts.insert(sign + std::to_string(count));
  }
  return parts;
}

TEST(Russian, fills_in_the_same_arguments_as_English) {
  for (const auto& [english, text] : russian()) {
    EXPECT_EQ(parts_of(english), parts_of(text)) << english;
    EXPECT_FALSE(text.empty()) << english;
  }
}

// {0|ключ|ключа|ключей}: always three forms.
TEST(Russian, has_three_plural_forms_wherever_it_counts) {
  for (const auto& [english, text] : russian()) {
    for (std::size_t bar = 0; (bar = text.find('|', bar)) != std::string::npos;) {
      const std::size_t end = text.find('}', bar);
      ASSERT_NE(end, std::string::npos) << text;
      EXPECT_EQ(std::count(text.begin() + static_cast<std::ptrdiff_t>(bar),
                           text.begin() + static_cast<std::ptrdiff_t>(end), '|'),
                3)
          << text;
      bar = end;
    }
  }
}

TEST(Russian, picks_the_right_plural_form) {
  const char* keys = "{0} {0|ключ|ключа|ключей}";
  for (const auto& [number, form] : std::map<const char*, const char*>{{"0", "ключей"},
                                                                       {"1", "ключ"},
                                                                       {"2", "ключа"},
                                                                       {"4", "ключа"},
                                                                       {"5", "ключей"},
                                                                       {"11", "ключей"},
                                                                       {"12", "ключей"},
                                                                       {"14", "ключей"},
                                                                       {"20", "ключей"},
                                                                       {"21", "ключ"},
                                                                       {"22", "ключа"},
                                                                       {"101", "ключ"},
                                                                       {"111", "ключей"},
                                                                       {"16\u202f412", "ключей"},
                                                                       {"1\u202f000\u202f001", "ключ"},
                                                                       {"1,5", "ключа"}}) {
    EXPECT_EQ(fill(keys, {number}), std::string(number) + " " + form);
  }
}

TEST(Russian, English_has_two_plural_forms) {
  EXPECT_EQ(fill("{0} {0|key|keys}", {"1"}), "1 key");
  EXPECT_EQ(fill("{0} {0|key|keys}", {"21"}), "21 keys");
  EXPECT_EQ(fill("{0|one|more} of {1|one|more}", {"1.5", "1"}), "more of one");
}

TEST(Russian, is_used_until_English_is_again) {
  {
    const Russian spoken;
    EXPECT_STREQ(say(Word::add_node), "Добавить узел");
    EXPECT_EQ(translated("Modulo"), "Остаток от деления");
    EXPECT_EQ(translated("node-3"), "node-3") << "what it has no text for stays";
    EXPECT_EQ(format_percent(0.16412, locale()), "16,4\u202f%");
    EXPECT_EQ(read_number("1,5"), 1.5);
  }
  EXPECT_STREQ(say(Word::add_node), "Add node");
  EXPECT_EQ(format_percent(0.16412, locale()), "16.4%");
}

TEST(Russian, is_converted_to_lower_case_like_English) {
  EXPECT_EQ(lower("Node-7 ЁЛКА, ПРСЯ, ёжик"), "node-7 ёлка, прся, ёжик");
}

TEST(Russian, refusals_are_translated_too) {
  const Russian spoken;
  EXPECT_EQ(error_text({ErrorCode::out_of_range, "nodes", {"0", "1", "10000"}}),
            "Узлы: 0 – вне пределов от 1 до 10000");
  EXPECT_EQ(error_text({ErrorCode::malformed, "seed", {"x", "a whole number"}}), "Зерно: «x» – это не целое число");
  EXPECT_EQ(error_text({ErrorCode::too_large, "keys", {"21 bytes", "20"}}), "Ключи: нужно 21 байт, предел – 20");
}

bool asked_for_the_other = false;

TEST(Russian, can_be_switched_to_in_the_bar) {
  Page page;
  page.switch_language = [] { asked_for_the_other = true; };
  Stage stage({1440, 900}, page);
  ASSERT_TRUE(stage.click("language"));
  EXPECT_TRUE(asked_for_the_other);
}

TEST(Russian, headline_and_timeline_are_translated_when_it_is_chosen) {
  Stage stage;
  ASSERT_TRUE(stage.click("add-node"));
  ASSERT_TRUE(stage.type_into("inspect", "key-17"));
  ASSERT_TRUE(stage.app().ui().headline.plain().starts_with("Added node-5"));
  const std::uint64_t revision = stage.app().results().revision;
  const int told = stage.app().timeline_revision();

  const Russian spoken;
  stage.app().speak(text_of(russian()));
  stage.settle();
  EXPECT_TRUE(stage.app().ui().headline.plain().starts_with("Добавлен node-5")) << stage.app().ui().headline.plain();
  EXPECT_EQ(stage.app().results().revision, revision) << "nothing is worked out anew";
  EXPECT_NE(stage.app().timeline_revision(), told);
  EXPECT_NE(timeline_json(stage.app()).find("\"title\":\"Добавлен node-5\""), std::string::npos);
}

TEST(Russian, strategies_are_found_by_their_Russian_names) {
  const Russian spoken;
  EXPECT_TRUE(search_finds(*find_strategy("ring"), "КОЛЬЦО консист"));
  EXPECT_TRUE(search_finds(*find_strategy("ring"), "ring"));
  for (const std::string_view typed : {"зон", "zone"}) {
    EXPECT_TRUE(search_finds(*find_strategy("token_ring"), typed)) << typed;
    EXPECT_FALSE(search_finds(*find_strategy("ring"), typed)) << typed;
  }
  EXPECT_FALSE(search_finds(*find_strategy("ring"), "ольцо")) << "words are found by their beginning";
}

}  // namespace
}  // namespace reshard::ui
