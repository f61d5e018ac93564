#include "web/words.h"

#include <algorithm>
#include <utility>

#include "core/base/text.h"

namespace reshard::ui {
namespace {

constexpr const char* kEnglishWords[] = {
#define WORD(key, english) english,
#include "web/words.def"
#undef WORD
};

// The names of what the core only has an id for.
constexpr std::pair<std::string_view, const char*> kCoreWords[] = {
#define CORE_WORD(key, english) {key, english},
#include "web/core_words.def"
#undef CORE_WORD
};

const char* find_core_word(std::string_view key) {
  const auto at =
      std::find_if(std::begin(kCoreWords), std::end(kCoreWords), [&](const auto& word) { return word.first == key; });
  return at == std::end(kCoreWords) ? nullptr : at->second;
}

// A new strategy may use ids that the table does not have yet: "swap_last" is "swap last".
std::string core_word(const std::string& key, std::string_view id) {
  if (const char* word = find_core_word(key)) return word;
  std::string plain(id);
  std::replace(plain.begin(), plain.end(), '_', ' ');
  return plain;
}

}  // namespace

const char* say(Word word) { return kEnglishWords[static_cast<std::size_t>(word)]; }

std::string say(Word word, std::initializer_list<std::string> args) { return fill(say(word), args); }

std::string fill(std::string_view text, std::initializer_list<std::string> args) {
  return fill_template(text, Error{ErrorCode::unknown, "", args});
}

const Locale& locale() { return kEnglish; }

std::optional<double> read_number(std::string_view text) {
  std::string digits(text);
  for (const std::string_view space : {" ", "\u2009", "\u00a0", "\u202f"}) {
    for (std::size_t at = digits.find(space); at != std::string::npos; at = digits.find(space, at)) {
      digits.erase(at, space.size());
    }
  }
  return parse_number(digits);
}

std::string option_title(const ParamSpec& spec, std::size_t option) {
  const std::string_view id = spec.options[option];
  return core_word("option." + std::string(spec.key) + "." + std::string(id), id);
}

std::string step_title(std::string_view label) { return core_word("step." + std::string(label), label); }

std::optional<std::string> fixed_hash(const StrategyChoice& choice) {
  const Strategy& strategy = *choice.strategy;
  const std::string key = "fixed_hash." + std::string(strategy.id);
  if (const char* word = find_core_word(key)) return word;
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    const ParamSpec& spec = strategy.params[i];
    if (spec.kind != ParamSpec::Kind::kChoice) continue;
    if (strategy.hash_fixed && spec.label == say(Word::hash_function)) return "";
    const std::string_view option = spec.options[static_cast<std::size_t>(choice.params[i])];
    if (const char* word = find_core_word(key + "." + std::string(option))) return word;
  }
  if (!strategy.hash_fixed) return std::nullopt;
  return say(Word::hash_fixed, {std::string(strategy.recipes(choice.params, *choice.hash).front().hash->title)});
}

std::string key_kind_title(std::string_view kind_id) { return core_word("keys." + std::string(kind_id), kind_id); }

std::string error_text(const Error& error) {
  Error named = error;
  named.field = core_word("field." + error.field, error.field);
  return message(named);
}

}  // namespace reshard::ui
