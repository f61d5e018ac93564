#include "core/sharding_key/sketches/value_order.h"

#include <algorithm>
#include <charconv>

#include "core/base/text.h"

namespace reshard {
namespace {

/// Takes exactly this many digits off the front.
std::optional<int> take_digits(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (const char c : text.substr(0, digits)) {
    if (c < '0' || c > '9') return std::nullopt;
    value = 10 * value + (c - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

/// Takes two digits off the front, which must be below a bound.
std::optional<int> take_part(std::string_view& text, int bound) {
  const auto value = take_digits(text, 2);
  if (!value || *value >= bound) return std::nullopt;
  return value;
}

/// Days since 1970 of a date of the Gregorian calendar (Howard Hinnant, "chrono-compatible low-level date algorithms").
std::int64_t days_from_civil(int year, int month, int day) {
  year -= month <= 2 ? 1 : 0;
  const int era = (year >= 0 ? year : year - 399) / 400;
  const int of_era = year - era * 400;
  const int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const int days = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
  return std::int64_t{era} * 146097 + days - 719468;
}

/// Seconds east of Greenwich: "", "Z", "+02", "+0200", "+02:00".
std::optional<int> zone(std::string_view text) {
  if (text.empty() || text == "Z" || text == "z" || text == " UTC") return 0;
  const bool west = text.front() == '-';
  if (!west && text.front() != '+') return std::nullopt;
  text.remove_prefix(1);
  const auto hours = take_part(text, 24);
  if (!hours) return std::nullopt;
  take(text, ':');
  const auto minutes = text.empty() ? std::optional(0) : take_part(text, 60);
  if (!minutes || !text.empty()) return std::nullopt;
  const int seconds = 3600 * *hours + 60 * *minutes;
  return west ? -seconds : seconds;
}

/// ".25" as 0.25; 0 if there is no fraction.
double take_fraction(std::string_view& text) {
  if (!text.starts_with('.') && !text.starts_with(',')) return 0;
  text.remove_prefix(1);
  double value = 0, unit = 1;
  for (; !text.empty() && text.front() >= '0' && text.front() <= '9'; text.remove_prefix(1)) {
    if (unit < 1e9) {
      value = 10 * value + (text.front() - '0');
      unit *= 10;
    }
  }
  return value / unit;
}

std::optional<std::vector<double>> all_read(std::span<const std::string_view> values,
                                            std::optional<double> (*read)(std::string_view)) {
  std::vector<double> numbers;
  numbers.reserve(values.size());
  for (const std::string_view value : values) {
    const std::optional<double> number = value.empty() ? 0 : read(value);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

/// The rank of each value among the different ones.
template <typename Value>
std::vector<double> places(std::span<const Value> values) {
  std::vector<std::uint32_t> sorted(values.size());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) sorted[i] = i;
  std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  std::vector<double> numbers(values.size());
  double place = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    if (i > 0 && values[sorted[i]] != values[sorted[i - 1]]) ++place;
    numbers[sorted[i]] = place;
  }
  return numbers;
}

/// Whole numbers of up to 64 bits. If a double cannot tell neighbours apart, uses their ranks instead.
std::optional<std::vector<double>> whole_numbers(std::span<const std::string_view> values) {
  constexpr std::int64_t kLargest = std::int64_t{1} << 53;
  std::vector<std::int64_t> numbers;
  numbers.reserve(values.size());
  bool large = false;
  for (const std::string_view value : values) {
    std::int64_t number = 0;
    if (!value.empty()) {
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      if (error != std::errc{} || end != value.data() + value.size()) return std::nullopt;
    }
    large = large || number > kLargest || number < -kLargest;
    numbers.push_back(number);
  }
  if (large) return places(std::span<const std::int64_t>(numbers));
  return std::vector<double>(numbers.begin(), numbers.end());
}

}  // namespace

std::string_view order_id(ValueOrder order) {
  switch (order) {
    case ValueOrder::kRows: return "rows";
    case ValueOrder::kNumbers: return "numbers";
    case ValueOrder::kTimes: return "times";
    case ValueOrder::kText: break;
  }
  return "text";
}

std::optional<double> parse_time(std::string_view text) {
  const auto year = take_digits(text, 4);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = take_part(text, 13);
  if (!month || *month == 0 || !take(text, '-')) return std::nullopt;
  const auto day = take_part(text, 32);
  if (!day || *day == 0) return std::nullopt;
  const auto days = static_cast<double>(days_from_civil(*year, *month, *day));
  if (text.empty()) return 86400 * days;
  if (!take(text, 'T') && !take(text, ' ')) return std::nullopt;
  const auto hour = take_part(text, 25);
  if (!hour || !take(text, ':')) return std::nullopt;
  const auto minute = take_part(text, 60);
  if (!minute) return std::nullopt;
  std::optional<int> second = 0;
  double fraction = 0;
  if (take(text, ':')) {
    second = take_part(text, 61);
    fraction = take_fraction(text);
  }
  const auto east = zone(text);
  if (!second || !east) return std::nullopt;
  return 86400 * days + (3600 * *hour + 60 * *minute + *second - *east) + fraction;
}

OrderedValues ordered(std::span<const std::string_view> values) {
  if (auto numbers = whole_numbers(values)) return {ValueOrder::kNumbers, std::move(*numbers)};
  if (auto numbers = all_read(values, parse_number)) return {ValueOrder::kNumbers, std::move(*numbers)};
  if (auto times = all_read(values, parse_time)) return {ValueOrder::kTimes, std::move(*times)};
  return {ValueOrder::kText, places(values)};
}

}  // namespace reshard
