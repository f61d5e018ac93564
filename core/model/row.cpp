#include "core/model/row.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/check.h"
#include "core/base/text.h"

namespace reshard {
namespace {

constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

struct Range {
  std::int64_t least, most;
};

Range range_of(ColumnType type) {
  switch (type) {
    case ColumnType::kInt16: return {-(1 << 15), (1 << 15) - 1};
    case ColumnType::kInt32: return {-(std::int64_t{1} << 31), (std::int64_t{1} << 31) - 1};
    default: return {kLeast, kMost};
  }
}

// Canonical decimal: no plus, no leading zero, no minus before 0. "007" is refused: a database that is given 7 prints 7.
std::optional<std::int64_t> whole(std::string_view text, Range range) {
  const bool negative = text.starts_with('-');
  const std::string_view digits = negative ? text.substr(1) : text;
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  const auto magnitude = parse_u64(digits);
  if (!magnitude || (negative && *magnitude == 0)) return std::nullopt;
  if (*magnitude > (std::uint64_t{1} << 63) - (negative ? 0 : 1)) return std::nullopt;
  const auto number = static_cast<std::int64_t>(negative ? 0 - *magnitude : *magnitude);
  if (number < range.least || number > range.most) return std::nullopt;
  return number;
}

int hex_digit(char sign) {
  if (sign >= '0' && sign <= '9') return sign - '0';
  const char small = static_cast<char>(sign | 0x20);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

// Appends the bytes of pairs of hexadecimal digits.
bool decode_hex(std::string_view digits, std::string& out) {
  if (digits.size() % 2 != 0) return false;
  for (std::size_t at = 0; at < digits.size(); at += 2) {
    const int high = hex_digit(digits[at]), low = hex_digit(digits[at + 1]);
    if (high < 0 || low < 0) return false;
    out += static_cast<char>(high * 16 + low);
  }
  return true;
}

// PostgreSQL's spellings (uuid_in()): either case, hyphens after any group of four digits, braces around all of it.
bool decode_uuid(std::string_view text, std::string& out) {
  if (text.starts_with('{')) {
    if (!text.ends_with('}')) return false;
    text = text.substr(1, text.size() - 2);
  }
  std::string digits;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool may_be_hyphen = !digits.empty() && digits.size() % 4 == 0 && digits.size() < 32 && text[at - 1] != '-';
    if (text[at] == '-' && may_be_hyphen) continue;
    digits += text[at];
  }
  return digits.size() == 32 && decode_hex(digits, out);
}

// "t", "tr", … "true", any case. One letter is enough where no other word begins with it.
std::optional<std::int64_t> truth(std::string_view text) {
  std::string small(text);
  for (char& sign : small) sign = static_cast<char>(sign >= 'A' && sign <= 'Z' ? sign + 32 : sign);
  struct Word {
    std::string_view text;
    std::size_t least;
    bool is;
  };
  static constexpr Word kWords[] = {{"true", 1, true},   {"yes", 1, true}, {"on", 2, true},   {"1", 1, true},
                                    {"false", 1, false}, {"no", 1, false}, {"off", 2, false}, {"0", 1, false}};
  for (const Word& word : kWords) {
    if (small.size() >= word.least && word.text.starts_with(small)) return word.is ? 1 : 0;
  }
  return std::nullopt;
}

// A fixed number of digits at the text's beginning, which are taken off.
std::optional<std::int64_t> take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t count = 0;
  std::int64_t number = 0;
  while (count < text.size() && count < most && text[count] >= '0' && text[count] <= '9') {
    number = number * 10 + (text[count++] - '0');
  }
  if (count < least) return std::nullopt;
  text.remove_prefix(count);
  return number;
}

bool take(std::string_view& text, char sign) {
  if (!text.starts_with(sign)) return false;
  text.remove_prefix(1);
  return true;
}

// Days from 1970-01-01 in the proleptic Gregorian calendar: years that begin in March, in eras of 400 years.
std::int64_t days_from_civil(std::int64_t year, std::int64_t month, std::int64_t day) {
  year -= month <= 2 ? 1 : 0;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146'097 + day_of_era - 719'468;
}

constexpr std::int64_t kDaysTo2000 = 10'957;

std::optional<std::int64_t> take_date(std::string_view& text) {
  const auto year = take_digits(text, 4, 6);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = take_digits(text, 2, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = take_digits(text, 2, 2);
  if (!day || *year == 0 || *month < 1 || *month > 12 || *day < 1) return std::nullopt;
  const std::int64_t first = days_from_civil(*year, *month, 1);
  const std::int64_t next = *month == 12 ? days_from_civil(*year + 1, 1, 1) : days_from_civil(*year, *month + 1, 1);
  if (*day > next - first) return std::nullopt;
  return first + *day - 1 - kDaysTo2000;
}

std::optional<std::int64_t> endless(std::string_view text, std::int64_t least, std::int64_t most) {
  if (text == "infinity") return most;
  if (text == "-infinity") return least;
  return std::nullopt;
}

std::optional<std::int64_t> date(std::string_view text) {
  if (const auto end =
          endless(text, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()))
    return end;
  const auto day = take_date(text);
  return text.empty() ? day : std::nullopt;
}

// Microseconds since midnight of a time that takes up the whole text.
std::optional<std::int64_t> time_of_day(std::string_view text) {
  const auto hour = take_digits(text, 2, 2);
  if (!hour || *hour > 23 || !take(text, ':')) return std::nullopt;
  const auto minute = take_digits(text, 2, 2);
  if (!minute || *minute > 59) return std::nullopt;
  std::int64_t second = 0, micros = 0;
  if (take(text, ':')) {
    const auto seconds = take_digits(text, 2, 2);
    if (!seconds || *seconds > 59) return std::nullopt;
    second = *seconds;
    if (take(text, '.')) {
      const std::size_t left = text.size();
      const auto fraction = take_digits(text, 1, 6);
      if (!fraction) return std::nullopt;
      micros = *fraction;
      for (std::size_t digits = left - text.size(); digits < 6; ++digits) micros *= 10;
    }
  }
  if (!text.empty()) return std::nullopt;
  return ((*hour * 60 + *minute) * 60 + second) * 1'000'000 + micros;
}

std::optional<std::int64_t> timestamp(std::string_view text) {
  if (const auto end = endless(text, kLeast, kMost)) return end;
  const auto day = take_date(text);
  if (!day) return std::nullopt;
  constexpr std::int64_t kMicrosOfDay = 86'400'000'000;
  if (text.empty()) return *day * kMicrosOfDay;
  if (!take(text, ' ') && !take(text, 'T')) return std::nullopt;
  const auto micros = time_of_day(text);
  if (!micros) return std::nullopt;
  return *day * kMicrosOfDay + *micros;
}

std::optional<double> real(std::string_view text, ColumnType type) {
  std::optional<double> number;
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity") return std::numeric_limits<double>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  if (digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9') return std::nullopt;  // "007"
  number = parse_number(text);
  if (!number || type == ColumnType::kFloat64) return number;
  const auto narrow = static_cast<float>(*number);
  if (!std::isfinite(narrow)) return std::nullopt;
  return narrow;
}

std::string_view description(ColumnType type) {
  switch (type) {
    case ColumnType::kNone: break;
    case ColumnType::kText: return "text";
    case ColumnType::kBytes: return "bytes: pairs of hexadecimal digits";
    case ColumnType::kInt64: return "int64: a whole number from -9223372036854775808 to 9223372036854775807";
    case ColumnType::kInt32: return "int32: a whole number from -2147483648 to 2147483647";
    case ColumnType::kInt16: return "int16: a whole number from -32768 to 32767";
    case ColumnType::kUuid: return "uuid: 32 hexadecimal digits";
    case ColumnType::kChar: return "char: text";
    case ColumnType::kBool: return "bool: true or false";
    case ColumnType::kDate: return "date: year-month-day, infinity or -infinity";
    case ColumnType::kTimestamp: return "timestamp: year-month-day hour:minute:second, infinity or -infinity";
    case ColumnType::kFloat64: return "float64: a number, NaN, Infinity or -Infinity";
    case ColumnType::kFloat32: return "float32: a number, NaN, Infinity or -Infinity";
  }
  check_failed("a type of columns", __FILE__, __LINE__);
}

constexpr std::string_view kNull = "\\N";

}  // namespace

std::size_t RowType::size() const {
  const auto end = std::find(columns.begin(), columns.end(), ColumnType::kNone);
  return static_cast<std::size_t>(end - columns.begin());
}

bool Row::read_value(std::string_view text, ColumnType type, bool nulls) {
  Value& value = values_[size_++];
  value = {.type = type};
  if (text == kNull) return value.null = nulls;
  const auto keep = [&](const std::optional<std::int64_t>& number) {
    value.number = number.value_or(0);
    return number.has_value();
  };
  const std::size_t begin = decoded_.size();
  const auto keep_decoded = [&](bool read) {
    value.text = std::string_view(decoded_).substr(begin);
    return read;
  };
  switch (type) {
    case ColumnType::kNone: return false;
    case ColumnType::kText: value.text = text; return true;
    case ColumnType::kChar: value.text = text.substr(0, text.find_last_not_of(' ') + 1); return true;
    case ColumnType::kBytes: return keep_decoded(decode_hex(text.starts_with("\\x") ? text.substr(2) : text, decoded_));
    case ColumnType::kUuid: return keep_decoded(decode_uuid(text, decoded_));
    case ColumnType::kInt64:
    case ColumnType::kInt32:
    case ColumnType::kInt16: return keep(whole(text, range_of(type)));
    case ColumnType::kBool: return keep(truth(text));
    case ColumnType::kDate: return keep(date(text));
    case ColumnType::kTimestamp: return keep(timestamp(text));
    case ColumnType::kFloat64:
    case ColumnType::kFloat32: {
      const auto number = real(text, type);
      value.real = number.value_or(0);
      return number.has_value();
    }
  }
  return false;
}

bool Row::read(std::string_view key, const RowType& type) {
  const std::size_t columns = type.size();
  size_ = 0;
  decoded_.clear();
  decoded_.reserve(key.size());  // enough for all columns: values may point into it
  for (std::size_t c = 0; c < columns; ++c) {
    const bool last = c + 1 == columns;
    const std::size_t tab = columns == 1 ? key.npos : key.find('\t');
    if ((tab == key.npos) != last) return false;
    if (!read_value(key.substr(0, tab), type.columns[c], type.nulls)) return false;
    if (!last) key.remove_prefix(tab + 1);
  }
  return true;
}

bool reads_row(std::string_view key, const RowType& type) {
  Row row;
  return row.read(key, type);
}

std::uint64_t number_of_row(std::string_view key, const RowType& type, const TypedKeys& how) {
  Row row;
  const bool read = row.read(key, type);
  CHECK(read);
  return how.of_row(row);
}

std::string wanted_row(std::string_view key, const RowType& type) {
  const std::size_t columns = type.size();
  std::size_t tabs = 0;
  if (columns > 1) tabs = static_cast<std::size_t>(std::count(key.begin(), key.end(), '\t'));
  if (tabs + 1 != columns) return decimal(columns) + " columns with a TAB between them";
  for (std::size_t c = 0; c < columns; ++c) {
    const std::size_t tab = columns == 1 ? key.npos : key.find('\t');
    const std::string_view text = key.substr(0, tab);
    RowType one;
    one.columns[0] = type.columns[c];
    one.nulls = type.nulls;
    if (!reads_row(text, one)) {
      std::string words = columns == 1 ? "" : "column " + decimal(c + 1) + ", ";
      words += description(type.columns[c]);
      if (text == kNull) words += "; NULL has no partition";
      return words;
    }
    if (tab != key.npos) key.remove_prefix(tab + 1);
  }
  check_failed("a key of another type", __FILE__, __LINE__);
}

std::string shown(const Value& value) {
  if (value.null) return "NULL";
  std::string text(kColumnTypes[static_cast<std::size_t>(value.type)]);
  text += ' ';
  switch (value.type) {
    case ColumnType::kNone: break;
    case ColumnType::kText:
    case ColumnType::kChar: return text.append(value.text);
    case ColumnType::kBytes:
    case ColumnType::kUuid:
      for (const char byte : value.text) {
        text += "0123456789abcdef"[static_cast<unsigned char>(byte) >> 4];
        text += "0123456789abcdef"[byte & 15];
      }
      return text;
    case ColumnType::kInt64:
    case ColumnType::kInt32:
    case ColumnType::kInt16:
    case ColumnType::kBool:
    case ColumnType::kDate:
    case ColumnType::kTimestamp: return text + signed_decimal(value.number);
    case ColumnType::kFloat64:
    case ColumnType::kFloat32: return text + (std::isfinite(value.real) ? short_number(value.real) : "not finite");
  }
  return text;
}

}  // namespace reshard
