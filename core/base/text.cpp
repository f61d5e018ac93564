#include "core/base/text.h"

#include <bit>
#include <cmath>
#include <cstdlib>

#include "core/base/number_text.h"

namespace reshard {
namespace {

void append_utf16(std::string& out, std::uint32_t code_point) {
  const auto unit = [&](std::uint32_t value) {
    out += static_cast<char>(value & 0xff);
    out += static_cast<char>(value >> 8 & 0xff);
  };
  if (code_point < 0x10000) return unit(code_point);
  unit(0xd800 + ((code_point - 0x10000) >> 10));
  unit(0xdc00 + (code_point & 0x3ff));
}

// Shorter than std::from_chars, and quicker to load.
template <typename Number>
std::optional<Number> parse_digits(std::string_view text) {
  Number value = 0;
  for (const char sign : text) {
    const auto digit = static_cast<unsigned>(sign - '0');
    if (digit > 9 || value > ~Number{0} / 10) return std::nullopt;
    value = value * 10 + digit;
    if (value < digit) return std::nullopt;
  }
  return text.empty() ? std::nullopt : std::optional(value);
}

}  // namespace

std::string decimal(std::uint64_t value) {
  std::string text;
  append_decimal(text, value);
  return text;
}

void append_word(std::string& digits, unsigned more) {
  for (std::size_t at = digits.size(); at-- > 0;) {
    more += static_cast<unsigned>(digits[at] - '0') << 16;
    digits[at] = static_cast<char>('0' + more % 10);
    more /= 10;
  }
  if (more > 0) digits.insert(0, decimal(more));
}

std::string signed_decimal(std::int64_t number) { return signed_decimal(static_cast<U128>(number)); }

std::string signed_decimal(U128 number) {
  if (number > U128{1} << 127) return "-" + signed_decimal(-number);
  if (number >> 64 == 0) return decimal(static_cast<std::uint64_t>(number));
  std::string digits = "0";
  for (unsigned shift = 128; shift > 0; shift -= 16) {
    append_word(digits, static_cast<unsigned>(number >> (shift - 16) & 0xffff));
  }
  return digits;
}

std::string hex64(std::uint64_t value) {
  std::string text = "0x";
  for (int shift = 60; shift >= 0; shift -= 4) text += "0123456789abcdef"[value >> shift & 0xf];
  return text;
}

std::string short_number(double value) {
  if (value == std::floor(value) && std::fabs(value) < 0x1p53) {  // 100000, not 1e+05; and 0 for -0
    return (value < 0 ? "-" : "") + decimal(static_cast<std::uint64_t>(std::fabs(value)));
  }
  char text[kNumberText];
  return std::string(text, write_number(value, text));
}

std::optional<std::uint64_t> parse_u64(std::string_view text) { return parse_digits<std::uint64_t>(text); }
std::optional<U128> parse_u128(std::string_view text) { return parse_digits<U128>(text); }

std::optional<std::uint64_t> parse_hex64(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (text.size() != 16 || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_number(std::string_view text) {
  constexpr std::string_view kAllowed = "0123456789+-.eE";
  if (text.empty() || text.size() > 40 || text.find_first_not_of(kAllowed) != std::string_view::npos) {
    return std::nullopt;
  }
  const std::string owned(text);  // strtod needs a terminating zero; letters such as "inf" were refused above
  char* end = nullptr;
  const double value = std::strtod(owned.c_str(), &end);
  if (end != owned.c_str() + owned.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

bool is_utf8(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(text[at]); };
  for (std::size_t i = 0; i < text.size();) {
    const unsigned lead = byte(i);
    const std::size_t length = lead < 0x80   ? 1
                               : lead < 0xC2 ? 0
                               : lead < 0xE0 ? 2
                               : lead < 0xF0 ? 3
                               : lead < 0xF5 ? 4
                                             : 0;
    if (length == 0 || i + length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if ((byte(i + k) & 0xC0) != 0x80) return false;
    }
    if (length > 2) {  // overlong forms, surrogates, and beyond U+10FFFF
      const unsigned second = byte(i + 1);
      if ((lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F)) return false;
      if ((lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F)) return false;
    }
    i += length;
  }
  return true;
}

std::string item_path(std::string_view list, std::size_t index) {
  return std::string(list) + "[" + decimal(index) + "]";
}

std::string joined(std::span<const std::string_view> words) {
  std::string all;
  for (const std::string_view word : words) all.append(all.empty() ? "" : ", ").append(word);
  return all;
}

std::string to_utf16(std::string_view text) {
  const bool well_formed = is_utf8(text);
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const auto length = static_cast<std::size_t>(lead < 0x80 || !well_formed ? 1 : std::countl_one(lead));
    std::uint32_t code_point = lead < 0x80 ? lead : well_formed ? lead & (0x7fu >> length) : 0xfffdu;
    for (std::size_t k = 1; k < length; ++k)
      code_point = code_point << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3fu);
    append_utf16(out, code_point);
    i += length;
  }
  return out;
}

}  // namespace reshard
