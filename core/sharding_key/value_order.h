#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace reshard {

/// How the values of a column are compared.
enum class ValueOrder : std::uint8_t {
  kRows,     ///< they are the numbers of their rows
  kNumbers,  ///< all read as numbers
  kTimes,    ///< all read as dates of ISO 8601, with or without a time
  kText,     ///< by their bytes
};
std::string_view order_id(ValueOrder order);

/// Seconds since 1970 of "2024-03-01", "2024-03-01 12:30:05.25", "2024-03-01T12:30:05+02:00" or "…Z"; no zone is UTC.
std::optional<double> parse_time(std::string_view text);

/// Values with a number for each that orders them as the column says. Empty ones are no values; theirs is 0.
struct OrderedValues {
  ValueOrder order = ValueOrder::kText;
  std::vector<double> numbers;
};
OrderedValues ordered(std::span<const std::string_view> values);

}  // namespace reshard
