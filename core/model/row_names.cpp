// Generated keys as rows: each column has a value of its type, made from the key's number alone.
#include <algorithm>

#include "core/base/check.h"
#include "core/base/random.h"
#include "core/base/text.h"
#include "core/model/keys.h"
#include "core/model/row.h"

namespace reshard {
namespace {

void append_padded(std::string& out, std::uint64_t number, std::size_t digits) {
  const std::string text = decimal(number);
  out.append(digits - std::min(digits, text.size()), '0').append(text);
}

// So many of the lowest hexadecimal digits.
void append_hex(std::string& out, std::uint64_t number, unsigned digits) {
  while (digits-- > 0) out += "0123456789abcdef"[number >> 4 * digits & 15];
}

/// The value of one column in key i.
class Cell {
 public:
  Cell(const KeySet& keys, std::uint32_t i, std::size_t column)
      : keys_(keys),
        i_(i),
        column_(column),
        seed_(mix64(keys.seed() + column)),
        // A bijection of the number, so no two keys of a set have the same.
        noise_(mix64(i + seed_ * 0x9e3779b97f4a7c15u)) {}

  void append(std::string& out, ColumnType type) const {
    switch (type) {
      case ColumnType::kNone: break;
      case ColumnType::kText:
      case ColumnType::kChar: return append_text(out);
      case ColumnType::kBytes: return append_hex(out, noise_, 16);
      case ColumnType::kInt64: return append_decimal(out, id(63));
      case ColumnType::kInt32: return append_decimal(out, id(31));
      case ColumnType::kInt16: return append_decimal(out, id(15));
      case ColumnType::kUuid: return append_uuid(out);
      case ColumnType::kBool: out += (noise_ & 1) != 0 ? "true" : "false"; return;
      case ColumnType::kDate: return append_date(out, i_ % kDays);
      case ColumnType::kTimestamp: return append_timestamp(out);
      case ColumnType::kFloat64: return append_price(out, noise_ % 100);
      case ColumnType::kFloat32: return append_price(out, noise_ % 4 * 25);  // exact up to four million
    }
    check_failed("a type of generated keys", __FILE__, __LINE__);
  }

 private:
  static constexpr std::uint64_t kDays = 36'525;  // a hundred years

  /// What databases number rows by: 1, 2, 3 … for sequential keys; with gaps, as some were deleted, for those of users and
  /// in further columns, so that two of them are not the same number; else any number of so many bits.
  std::uint64_t id(unsigned bits) const {
    const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
    const KeyKind kind = keys_.spec().kind;
    if (kind == KeyKind::kSequential && column_ == 0) return (i_ + std::uint64_t{1}) & mask;
    if (kind == KeyKind::kSequential || kind == KeyKind::kUser) {
      return (1000 + std::uint64_t{i_} * 7 + noise_ % 7) & mask;
    }
    std::uint64_t number = (i_ ^ seed_) & mask;
    for (const std::uint64_t odd : {0x9e3779b97f4a7c15u, 0xbf58476d1ce4e5b9u}) {  // steps that can be undone
      number = number * odd & mask;
      number ^= number >> bits / 2;
    }
    return number;
  }

  /// The key as its kind writes it; only once in a row.
  void append_text(std::string& out) const {
    const auto& columns = keys_.form().columns;
    for (std::size_t c = 0; c < column_; ++c) {
      if (columns[c] == ColumnType::kText || columns[c] == ColumnType::kChar) return append_hex(out, noise_, 16);
    }
    keys_.append_text(i_, out);
  }

  /// Of version 4: random, except for six bits.
  void append_uuid(std::string& out) const {
    const std::uint64_t more = mix64(noise_ + 1);
    append_hex(out, noise_ >> 32, 8);
    out += '-';
    append_hex(out, noise_ >> 16, 4);
    out += "-4";
    append_hex(out, noise_ >> 4, 3);
    out += '-';
    append_hex(out, 8 | (noise_ >> 2 & 3), 1);
    append_hex(out, (noise_ & 3) << 10 | more >> 54, 3);
    out += '-';
    append_hex(out, more, 12);
  }

  /// So many days after 1970-01-01, in the proleptic Gregorian calendar: years that begin in March, in eras of 400.
  static void append_date(std::string& out, std::uint64_t days) {
    days += 719'468;
    const std::uint64_t era = days / 146'097, day_of_era = days % 146'097;
    const std::uint64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
    const std::uint64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const std::uint64_t month = (5 * day_of_year + 2) / 153;
    append_padded(out, era * 400 + year_of_era + (month >= 10 ? 1 : 0), 4);
    out += '-';
    append_padded(out, month < 10 ? month + 3 : month - 9, 2);
    out += '-';
    append_padded(out, day_of_year - (153 * month + 2) / 5 + 1, 2);
  }

  /// One in every minute from 2020 on.
  void append_timestamp(std::string& out) const {
    append_date(out, 18'262 + i_ / 1440);
    out += ' ';
    append_padded(out, i_ / 60 % 24, 2);
    out += ':';
    append_padded(out, i_ % 60, 2);
    out += ':';
    append_padded(out, noise_ % 60, 2);
    out += '.';
    append_padded(out, noise_ >> 32 & 0xffff, 6);
  }

  void append_price(std::string& out, std::uint64_t cents) const {
    append_decimal(out, i_ + std::uint64_t{1});
    out += '.';
    append_padded(out, cents, 2);
  }

  const KeySet& keys_;
  std::uint32_t i_;
  std::size_t column_;
  std::uint64_t seed_, noise_;
};

}  // namespace

void append_row(const KeySet& keys, std::uint32_t i, std::string& out) {
  const auto& columns = keys.form().columns;
  for (std::size_t c = 0; c < columns.size() && columns[c] != ColumnType::kNone; ++c) {
    if (c > 0) out += '\t';
    Cell(keys, i, c).append(out, columns[c]);
  }
}

}  // namespace reshard
