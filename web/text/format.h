#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace reshard::ui {

/// How a language writes numbers.
struct Locale {
  std::string_view group = ",";  ///< between groups of three digits
  bool group_four = true;        ///< whether numbers of four digits are grouped
  std::string_view decimal = ".";
  std::string_view percent = "%";  ///< with the preceding space, if the language has one
  std::array<std::string_view, 4> bytes = {"B", "KiB", "MiB", "GiB"};
};

inline constexpr Locale kEnglish{};

/// 16412 is "16,412".
std::string format_count(std::uint64_t value, const Locale& locale);

/// At most five characters, for axes and tight spaces: "980", "16.4k", "1.2M". Rounded, never grouped.
std::string format_short(std::uint64_t value, const Locale& locale);

/// 0.16412 is "16.4%". A share that would only round to 0 or 1 is "<0.1%" or ">99.9%".
std::string format_percent(double share, const Locale& locale);

/// With its sign, for differences: "+0.6%", "−1.2%" (a real minus), "0.0%".
std::string format_signed_percent(double share, const Locale& locale);

/// With exactly `decimals` digits after the point: 1.0822, 2 is "1.08".
std::string format_decimal(double value, int decimals, const Locale& locale);

/// The shortest text that reads back as the same number: "2", "0.5".
std::string format_number(double value, const Locale& locale);

/// "640 B", "12.3 KiB", "1.5 MiB": powers of 1024.
std::string format_bytes(std::uint64_t bytes, const Locale& locale);

}  // namespace reshard::ui
