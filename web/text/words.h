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

/// Switches from English to another language: `table` holds each English text and its translation, all NUL-terminated
/// (assets/words/ru.json as the page passes it). "" switches back to English. Texts missing from it stay English.
void speak(std::string_view table);

/// A text of the core (a title, a label, a sentence) in the current language; NUL-terminated.
std::string_view translated(std::string_view english);

/// The text as it is; NUL-terminated, as Dear ImGui needs it.
const char* say(Word word);
const char* in_english(Word word);  ///< whatever the language

/// The text with {0}, {1}, … filled in.
std::string say(Word word, std::initializer_list<std::string_view> args);

/// The same for any template, such as a part of one. {0|key|keys} becomes the form that goes with the number {0}:
/// English has two forms, Russian three (1 ключ, 2 ключа, 5 ключей).
std::string fill(std::string_view text, std::initializer_list<std::string_view> args);

/// The text in lower case, for Latin and Russian letters.
std::string lower(std::string_view text);

/// How the language writes numbers.
const Locale& locale();

/// A number as people write or paste it: spaces between groups of digits are ignored, and a decimal comma is accepted
/// where the language uses one.
std::optional<double> read_number(std::string_view text);

// Texts for what the core names by key ("step.jump", "option.removal.swap_last"): from core_words.def if it has the
// key, else the core's own id.
std::string option_title(const ParamSpec& spec, std::size_t option);
std::string step_title(std::string_view label);
std::string step_note(std::string_view note);   ///< what the step's value was read from
std::string one_entry(std::string_view entry);  ///< of a table: "slot"
std::string entries(std::string_view entry);    ///< "slots"
/// The text in place of the menu of hash functions where there is no choice ("MD5, fixed by the dialect"; empty if one
/// of the parameters is such a menu). Nothing where any hash function will do.
std::optional<std::string> fixed_hash(const StrategyChoice& choice);

/// The name of a hash function in the dialect's program, else its title.
std::string hash_title(const StrategyChoice& choice, const HashFunction& hash);

/// Says that the dialect's program lacks the hash function that an old link names; nothing if it has it.
std::optional<std::string> hash_notice(const StrategyChoice& choice);
std::string key_kind_title(std::string_view kind_id);
std::string error_text(const Error& error);

}  // namespace reshard::ui
