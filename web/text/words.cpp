#include "web/text/words.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/placement/hash_use.h"

namespace reshard::ui {
namespace {

constexpr const char* kEnglishWords[] = {
#define WORD(key, english) english,
#include "web/text/words.def"
#undef WORD
};

// Names for what the core knows only by id.
constexpr std::pair<std::string_view, const char*> kCoreWords[] = {
#define CORE_WORD(key, english) {key, english},
#include "web/text/core_words.def"
#undef CORE_WORD
};

struct Translation {
  std::string_view english, text;
};

// Shows how numbers are written, with four digits and with every separator: each language's table has its own version.
constexpr std::string_view kNumbers = "1,234; 12,345.6%";
Locale numbers;

std::string language;                   // the table that speak() was given
std::vector<Translation> translations;  // its texts; empty in English
std::array<const char*, std::size(kEnglishWords)> words = std::to_array(kEnglishWords);

const char* find_core_word(std::string_view key) {
  const auto at =
      std::find_if(std::begin(kCoreWords), std::end(kCoreWords), [&](const auto& word) { return word.first == key; });
  return at == std::end(kCoreWords) ? nullptr : translated(at->second).data();
}

// The index of the form that goes with a number as written: of two, for 1 and everything else (English), or of three,
// as in Russian. A number with a fraction takes the second: 1.5 keys, 1,5 ключа.
std::size_t plural_form(std::string_view number, bool three) {
  std::uint64_t value = 0;
  for (const char c : number) {
    if (c == '.' || c == ',') return 1;
    if (c >= '0' && c <= '9')
      value = value % 1000 * 10 + static_cast<std::uint64_t>(c - '0');  // the last digits decide the form
  }
  if (!three) return number == "1" ? 0 : 1;
  const std::uint64_t ones = value % 10;
  if (value / 10 % 10 == 1 || ones == 0 || ones > 4) return 2;
  return ones == 1 ? 0 : 1;
}

// The template with a form chosen for each {0|one|other}.
std::string with_forms(std::string_view text, std::initializer_list<std::string_view> args) {
  std::string chosen;
  for (std::size_t bar; (bar = text.find('|')) != std::string_view::npos;) {
    const std::size_t end = text.find('}', bar);
    chosen.append(text.substr(0, bar - 2));
    std::string_view forms = text.substr(bar + 1, end - bar - 1);
    const bool three = std::count(forms.begin(), forms.end(), '|') == 2;
    for (std::size_t skip = plural_form(args.begin()[text[bar - 1] - '0'], three); skip > 0; --skip) {
      forms.remove_prefix(forms.find('|') + 1);
    }
    chosen.append(forms.substr(0, forms.find('|')));
    text.remove_prefix(end + 1);
  }
  return chosen.append(text);
}

// A new strategy may use ids that the table does not have yet: "swap_last" becomes "swap last".
std::string core_word(const std::string& key, std::string_view id) {
  if (const char* word = find_core_word(key)) return word;
  std::string plain(id);
  std::replace(plain.begin(), plain.end(), '_', ' ');
  return plain;
}

// An argument of an error: plain words, or words around a number, which the table has as "{0} bytes", "line {0}".
std::string translated_argument(const std::string& arg) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t first = arg.find_first_of(kDigits);
  const std::string_view whole = translated(arg);
  if (whole != arg || first == std::string::npos) return std::string(whole);
  const std::size_t end = std::min(arg.find_first_not_of(kDigits, first), arg.size());
  std::string pattern = arg;
  const std::string_view known = translated(pattern.replace(first, end - first, "{0}"));
  return known == pattern ? arg : fill(known, {arg.substr(first, end - first)});
}

// "100,000" is 100000. Any other comma stays, so that the number is refused: "1,5" may mean 1.5.
std::string without_commas(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view group = text.substr(i + 1, 3), rest = text.substr(std::min(i + 4, text.size()));
    const bool between = text[i] == ',' && !plain.empty() && group.size() == 3 &&
                         rest.find_first_of("0123456789") != 0 &&
                         group.find_first_not_of("0123456789") == std::string_view::npos;
    if (!between) plain += text[i];
  }
  return plain;
}

// Takes the text up to the next NUL, and that NUL, off the front.
std::string_view take_text(std::string_view& texts) {
  const std::string_view text = texts.substr(0, texts.find('\0'));
  texts.remove_prefix(std::min(text.size() + 1, texts.size()));
  return text;
}

Locale locale_of(std::string_view sample) {
  const std::size_t end = sample.find(';'), first = sample.find("12", end), middle = sample.find("345", first),
                    last = sample.rfind('6');
  CHECK(last != std::string_view::npos && end < first && first < middle && middle < last);
  return {.group = sample.substr(first + 2, middle - first - 2),
          .group_four = end > 4,
          .decimal = sample.substr(middle + 3, last - middle - 3),
          .percent = sample.substr(last + 1),
          .bytes = {translated("B"), translated("KiB"), translated("MiB"), translated("GiB")}};
}

}  // namespace

void speak(std::string_view table) {
  language = table;
  translations.clear();
  for (std::string_view left = language; !left.empty();) {
    const std::string_view english = take_text(left);
    translations.push_back({english, take_text(left)});
  }
  std::transform(std::begin(kEnglishWords), std::end(kEnglishWords), words.begin(),
                 [](const char* english) { return translated(english).data(); });
  numbers = locale_of(translated(kNumbers));
}

std::string_view translated(std::string_view english) {
  for (const auto& [from, to] : translations) {
    if (from == english) return to;
  }
  return english;
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto byte = static_cast<unsigned char>(out[i]);
    if (byte >= 'A' && byte <= 'Z') out[i] = static_cast<char>(byte + 0x20);
    if (i == 0 || out[i - 1] != '\xD0') continue;
    // А–П are D0 90–9F, lower case D0 B0–BF; Р–Я are D0 A0–AF, lower case D1 80–8F; Ё is D0 81, ё is D1 91.
    if (byte >= 0x90 && byte < 0xA0) out[i] = static_cast<char>(byte + 0x20);
    if (byte >= 0xA0 && byte < 0xB0) out[i] = static_cast<char>(byte - 0x20);
    if (byte == 0x81) out[i] = '\x91';
    if (byte == 0x81 || (byte >= 0xA0 && byte < 0xB0)) out[i - 1] = '\xD1';
  }
  return out;
}

const char* say(Word word) { return words[static_cast<std::size_t>(word)]; }

const char* in_english(Word word) { return kEnglishWords[static_cast<std::size_t>(word)]; }

std::string say(Word word, std::initializer_list<std::string_view> args) { return fill(say(word), args); }

std::string fill(std::string_view text, std::initializer_list<std::string_view> args) {
  return fill_template(with_forms(text, args), Error{ErrorCode::unknown, "", args});
}

const Locale& locale() { return numbers; }

std::optional<double> read_number(std::string_view text) {
  std::string digits(text);
  for (const std::string_view space : {" ", "\u2009", "\u00a0", "\u202f"}) {
    for (std::size_t at = digits.find(space); at != std::string::npos; at = digits.find(space, at)) {
      digits.erase(at, space.size());
    }
  }
  if (locale().decimal == ",") {
    std::replace(digits.begin(), digits.end(), ',', '.');
  } else {
    digits = without_commas(digits);
  }
  return parse_number(digits);
}

std::string option_title(const ParamSpec& spec, std::size_t option) {
  const std::string_view id = spec.options[option];
  return core_word("option." + std::string(spec.key) + "." + std::string(id), id);
}

std::string one_entry(std::string_view entry) { return core_word("entry." + std::string(entry), entry); }
std::string entries(std::string_view entry) { return core_word("entries." + std::string(entry), entry); }

std::string step_title(std::string_view label) { return core_word("step." + std::string(label), label); }
std::string step_note(std::string_view note) { return core_word("note." + std::string(note), note); }

std::optional<std::string> fixed_hash(const StrategyChoice& choice) {
  const Strategy& strategy = *choice.strategy;
  const std::string key = "fixed_hash." + std::string(strategy.id);
  if (const char* word = find_core_word(key)) return word;
  for (std::size_t i = 0; i < strategy.params.size(); ++i) {
    const ParamSpec& spec = strategy.params[i];
    if (spec.kind != ParamSpec::Kind::kChoice) continue;
    if (strategy.hash_fixed && translated(spec.label) == say(Word::hash_function)) return "";
    const std::string_view option = spec.options[static_cast<std::size_t>(choice.params[i])];
    if (const char* word = find_core_word(key + "." + std::string(option))) return word;
  }
  if (uses_hash(strategy, choice.params)) return std::nullopt;
  const Recipe recipe = strategy.recipes(choice.params, *choice.hash).front();
  if (recipe.typed != nullptr) return "";  // the system's own function: the path of a key names it
  return say(Word::hash_fixed, {std::string(translated(recipe.hash->title))});
}

std::string hash_title(const StrategyChoice& choice, const HashFunction& hash) {
  for (const OfferedHash& offered : offered_hashes(*choice.strategy, choice.params)) {
    if (offered.hash == &hash && !offered.name.empty()) return std::string(offered.name);
  }
  return std::string(translated(hash.title));
}

std::optional<std::string> hash_notice(const StrategyChoice& choice) {
  if (offers(*choice.strategy, choice.params, *choice.hash)) return std::nullopt;
  std::string program(translated(choice.strategy->title));
  const auto specs = choice.strategy->params;
  for (std::size_t i = 0; i < specs.size(); ++i) {
    if (specs[i].key == "dialect") program = option_title(specs[i], static_cast<std::size_t>(choice.params[i]));
  }
  return say(Word::hash_not_offered, {program, std::string(translated(choice.hash->title))});
}

std::string key_kind_title(std::string_view kind_id) { return core_word("keys." + std::string(kind_id), kind_id); }

std::string error_text(const Error& error) {
  constexpr std::string_view kNode = "nodes[", kItsWeight = "].weight";
  Error named = error;
  named.field = core_word("field." + error.field, error.field);
  if (error.field.starts_with(kNode) && error.field.ends_with(kItsWeight)) {
    const std::size_t length = error.field.size() - kNode.size() - kItsWeight.size();
    const std::string name = error.field.substr(kNode.size(), length);
    const bool place = name.find_first_not_of("0123456789") == std::string::npos;  // an index into the given list
    if (!place) named.field = say(Word::weight_of, {name});
  }
  const std::string_view english = english_template(error.code);
  for (std::size_t i = 0; i < named.args.size(); ++i) {
    // What is quoted was given: a name stays as it is, even if a unit or a word is called like that.
    const bool quoted = english.find("“{" + decimal(i) + "}”") != std::string_view::npos;
    if (!quoted) named.args[i] = translated_argument(named.args[i]);
  }
  return fill_template(translated(english), named);
}

}  // namespace reshard::ui
