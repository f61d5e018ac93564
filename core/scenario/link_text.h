#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace reshard {

// How links spell text and numbers: percent escapes.

/// Percent-escapes every byte except ASCII letters, digits and those in `plain`; other letters too, since browsers
/// escape them anyway. It also escapes a dot beside another dot, which would read as a range of names, and a dot at the
/// end, which mail programs cut off.
std::string escape(std::string_view text, std::string_view plain = "._:-");

/// The inverse of escape(); nothing where a % is not followed by two hexadecimal digits.
std::optional<std::string> unescape(std::string_view text);

/// What a message quotes from somebody's text: at most 80 bytes of it, escaped unless it is clean UTF-8.
std::string excerpt(std::string_view text);

/// The parts between separators; for an empty text, one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The text as a number from min to max. Errors: malformed, out_of_range.
Result<std::uint64_t> whole_in(const std::string& field, std::string_view text, std::uint64_t min, std::uint64_t max);
Result<double> number_in(const std::string& field, std::string_view text, double min, double max);

}  // namespace reshard
