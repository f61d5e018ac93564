#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace reshard {

// The spelling of links: percent escapes and numbers.

/// The text with every byte percent-escaped that is no ASCII letter or digit and not in `plain`: other letters too,
/// since browsers escape them anyway. So is a dot beside another one, which would read as a range of names, and a
/// dot at the end, where mail programs cut it off.
std::string escape(std::string_view text, std::string_view plain = "._:-");

/// The text that was escaped; nothing where a % is not followed by two hexadecimal digits.
std::optional<std::string> unescape(std::string_view text);

/// What a message quotes of a text that somebody sent: at most 80 bytes of it, escaped where it is no clean UTF-8.
std::string excerpt(std::string_view text);

/// The parts between separators; one empty part of an empty text.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The text as a number from min to max. Errors: malformed, out_of_range.
Result<std::uint64_t> whole_in(const std::string& field, std::string_view text, std::uint64_t min, std::uint64_t max);
Result<double> number_in(const std::string& field, std::string_view text, double min, double max);

}  // namespace reshard
