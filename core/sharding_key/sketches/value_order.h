#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace reshard {

/// How the values of a column are compared.
enum class ValueOrder : std::uint8_t {
  kRows,     ///< they are row numbers
  kNumbers,  ///< all can be read as numbers
  kTimes,    ///< all can be read as ISO 8601 dates, with or without a time
  kText,     ///< by their bytes
};
std::string_view order_id(ValueOrder order);

/// Seconds since 1970 for "2024-03-01", "2024-03-01 12:30:05.25", "2024-03-01T12:30:05+02:00" or "…Z"; UTC without a
/// zone.
std::optional<double> parse_time(std::string_view text);

/// A number for each value that orders them as the column says. An empty value is no value; its number is 0.
struct OrderedValues {
  ValueOrder order = ValueOrder::kText;
  std::vector<double> numbers;
};
OrderedValues ordered(std::span<const std::string_view> values);

}  // namespace reshard
