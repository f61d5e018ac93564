#include "web/text/format.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/text.h"

namespace reshard::ui {
namespace {

constexpr std::string_view kMinus = "\u2212";

// A value in the unit that leaves it at most three digits before the point, such as 12.3 and "k".
struct Scaled {
  double value;
  std::size_t unit;
};
Scaled scaled(double value, double base, std::size_t units) {
  std::size_t unit = 0;
  // 999.95 would be written 1000.0, so it already belongs to the next unit.
  while (unit + 1 < units && value >= base - 0.05) {
    value /= base;
    ++unit;
  }
  return {value, unit};
}

}  // namespace

std::string format_count(std::uint64_t value, const Locale& locale) {
  const std::string digits = decimal(value);
  if (digits.size() < (locale.group_four ? 4u : 5u)) return digits;
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += locale.group;
    out += digits[i];
  }
  return out;
}

std::string format_decimal(double value, int decimals, const Locale& locale) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, std::abs(value));
  std::string out;
  const bool is_zero = std::string_view(text).find_first_not_of("0.") == std::string_view::npos;
  if (value < 0 && !is_zero) out += kMinus;
  for (const char* c = text; *c != '\0'; ++c) {
    if (*c == '.') {
      out += locale.decimal;
    } else {
      out += *c;
    }
  }
  return out;
}

std::string format_short(std::uint64_t value, const Locale& locale) {
  if (value < 1000) return decimal(value);
  constexpr std::string_view kUnits[] = {"", "k", "M", "G", "T", "P"};
  const auto [number, unit] = scaled(static_cast<double>(value), 1000, std::size(kUnits));
  const bool is_whole = std::abs(number - std::round(number)) < 0.05 || number >= 99.95;
  return format_decimal(number, is_whole ? 0 : 1, locale).append(kUnits[unit]);
}

std::string format_percent(double share, const Locale& locale) {
  const double percent = share * 100;
  std::string out;
  if (percent > 0 && percent < 0.05) {
    out = "<" + format_decimal(0.1, 1, locale);
  } else if (percent < 100 && percent >= 99.95) {
    out = ">" + format_decimal(99.9, 1, locale);
  } else {
    out = format_decimal(percent, 1, locale);
  }
  return out.append(locale.percent);
}

std::string format_signed_percent(double share, const Locale& locale) {
  std::string out = format_decimal(share * 100, 1, locale);
  if (share * 100 >= 0.05) out.insert(0, "+");
  return out.append(locale.percent);
}

std::string format_number(double value, const Locale& locale) {
  std::string text = short_number(value);
  if (const std::size_t point = text.find('.'); point != std::string::npos) text.replace(point, 1, locale.decimal);
  return text;
}

std::string format_bytes(std::uint64_t bytes, const Locale& locale) {
  const auto [number, unit] = scaled(static_cast<double>(bytes), 1024, locale.bytes.size());
  return format_decimal(number, unit == 0 ? 0 : 1, locale).append("\u202f").append(locale.bytes[unit]);
}

}  // namespace reshard::ui
