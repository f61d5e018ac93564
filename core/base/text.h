#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/uint128.h"

namespace reshard {

/// Decimal digits without padding, appended to `out`.
template <typename Integer>
void append_decimal(std::string& out, Integer value) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  out.append(digits, end);
}

std::string decimal(std::uint64_t value);
std::string hex64(std::uint64_t value);  ///< "0x" and 16 digits
std::string short_number(double value);  ///< a short text that reads back as `value`: "1000", "0.1"

/// Makes a number in decimal digits 2^16 times as large, and adds `more`, which is less than that.
void append_word(std::string& digits, unsigned more);

/// A number of -2^127 + 1 to 2^127, as two's complement of 128 bits: a token of a ring, for instance.
std::string signed_decimal(U128 number);
std::string signed_decimal(std::int64_t number);

/// The path of a list item within a document: "keys[3]".
std::string item_path(std::string_view list, std::size_t index);
std::string joined(std::span<const std::string_view> words);  ///< "one, two"

/// The whole text as a number; nullopt where it is not one or does not fit.
std::optional<std::uint64_t> parse_u64(std::string_view text);
std::optional<U128> parse_u128(std::string_view text);
std::optional<std::uint64_t> parse_hex64(std::string_view text);  ///< 16 hexadecimal digits
std::optional<double> parse_number(std::string_view text);        ///< finite, as in JSON, "." as the decimal point

/// The text as UTF-16 in bytes, low byte first, as Java stores strings. Where the text is not UTF-8, each byte that is
/// not ASCII becomes the replacement character.
std::string to_utf16(std::string_view text);

bool is_utf8(std::string_view text);  ///< well-formed according to Unicode's table 3-7

}  // namespace reshard
