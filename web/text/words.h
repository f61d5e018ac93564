#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/scenario/scenario.h"
#include "web/text/format.h"

namespace reshard::ui {

/// Everything the canvas says, by key: one row each in words.def, in English.
enum class Word {
#define WORD(key, english) key,
#include "web/text/words.def"
#undef WORD
};

/// Takes another language than English: each English text and its translation, every one of them with a zero behind it
/// (assets/words/ru.json as the page hands it over); "" for English again. What is not in it stays English.
void speak(std::string_view table);

/// A text of the core (a title, a label, a sentence) in the language that is spoken; it ends with a zero.
std::string_view translated(std::string_view english);

/// The text as it is; it ends with a zero, as Dear ImGui wants.
const char* say(Word word);
const char* in_english(Word word);  ///< whatever is spoken

/// The text with {0}, {1}, … filled in.
std::string say(Word word, std::initializer_list<std::string_view> args);

/// The same for any template, such as a part of one. Of {0|key|keys} it takes the form that goes with the number {0}:
/// English has two of them, Russian three (1 ключ, 2 ключа, 5 ключей).
std::string fill(std::string_view text, std::initializer_list<std::string_view> args);

/// The text in small letters, Latin and Russian ones.
std::string lower(std::string_view text);

/// How the language writes numbers.
const Locale& locale();

/// A number as people write or paste it: spaces between groups of digits do not count, and where the language has a
/// decimal comma, it is read.
std::optional<double> read_number(std::string_view text);

// Words of the core, which names things by key: the language's own where its table has the key ("step.jump",
// "option.removal.swap_last"), else the core's.
std::string option_title(const ParamSpec& spec, std::size_t option);
std::string step_title(std::string_view label);
std::string step_note(std::string_view note);   ///< what the step's value was read from
std::string one_entry(std::string_view entry);  ///< of a table: "slot"
std::string entries(std::string_view entry);    ///< "slots"
/// What stands in the place of the menu of hash functions where there is nothing to choose ("MD5, fixed by the
/// dialect"; empty where one of the parameters is such a menu), and null where any will do.
std::optional<std::string> fixed_hash(const StrategyChoice& choice);

/// A hash function as the dialect's program calls it, or by its title.
std::string hash_title(const StrategyChoice& choice, const HashFunction& hash);

/// That the dialect's program has no such function as an old link gives it; nothing where it has.
std::optional<std::string> hash_notice(const StrategyChoice& choice);
std::string key_kind_title(std::string_view kind_id);
std::string error_text(const Error& error);

}  // namespace reshard::ui
