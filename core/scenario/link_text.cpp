#include "core/scenario/link_text.h"

#include <algorithm>

#include "core/base/text.h"

namespace reshard {
namespace {

constexpr std::size_t kExcerptBytes = 80;

bool is_plain(unsigned char c, std::string_view plain) {
  const bool alphanumeric = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  return alphanumeric || plain.find(static_cast<char>(c)) != std::string_view::npos;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void append_escaped(std::string& out, unsigned char c) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  out += '%';
  out += kDigits[c >> 4];
  out += kDigits[c & 15];
}

}  // namespace

std::string escape(std::string_view text, std::string_view plain) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool odd_dot = c == '.' && (i + 1 == text.size() || text[i + 1] == '.');
    if (is_plain(static_cast<unsigned char>(c), plain) && !odd_dot) {
      escaped += c;
    } else {
      append_escaped(escaped, static_cast<unsigned char>(c));
    }
  }
  return escaped;
}

std::optional<std::string> unescape(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hex_digit(text[i + 1]);
    const int low = hex_digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    plain += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return plain;
}

std::string excerpt(std::string_view text) {
  const bool cut = text.size() > kExcerptBytes;
  if (cut) {
    std::size_t end = kExcerptBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not inside a character
    text = text.substr(0, end);
  }
  const bool clean = is_utf8(text) && std::none_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20; });
  return (clean ? std::string(text) : escape(text, " ._:-")) + (cut ? "…" : "");
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0;;) {
    const std::size_t end = text.find(separator, at);
    parts.push_back(text.substr(at, end == std::string_view::npos ? end : end - at));
    if (end == std::string_view::npos) return parts;
    at = end + 1;
  }
}

Result<std::uint64_t> whole_in(const std::string& field, std::string_view text, std::uint64_t min, std::uint64_t max) {
  const auto value = parse_u64(text);
  if (value && *value >= min && *value <= max) return *value;
  const auto number = parse_number(text);  // -3 and 1e30 are numbers too, just not accepted
  if (value || (number && (*number < static_cast<double>(min) || *number >= static_cast<double>(max)))) {
    return Error{ErrorCode::out_of_range, field, {std::string(text), decimal(min), decimal(max)}};
  }
  return Error{ErrorCode::malformed, field, {excerpt(text), "a whole number"}};
}

Result<double> number_in(const std::string& field, std::string_view text, double min, double max) {
  const auto value = parse_number(text);
  if (!value) return Error{ErrorCode::malformed, field, {excerpt(text), "a number"}};
  if (*value >= min && *value <= max) return *value;
  return Error{ErrorCode::out_of_range, field, {std::string(text), short_number(min), short_number(max)}};
}

}  // namespace reshard
