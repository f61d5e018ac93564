#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

// Typed keys. A database hashes a value, not its text: bigint 42 is eight bytes, and 042 is the same number. A key stays the
// text that people see, such as "42" or "42<TAB>anna"; a strategy that knows types reads it as a row of columns.

namespace reshard {

/// What a column holds, and how its values are written in a key.
enum class ColumnType : std::uint8_t {
  kNone,       ///< there is no such column
  kText,       ///< as it is; in a row of several columns it has no TAB
  kBytes,      ///< hexadecimal digits, with or without "\x"
  kInt64,      ///< decimal without leading zeros: "-42"
  kInt32,      ///< the same, −2^31 to 2^31 − 1
  kInt16,      ///< the same, −2^15 to 2^15 − 1
  kUuid,       ///< 32 hexadecimal digits; hyphens after any four of them, and braces around all
  kChar,       ///< text padded with blanks, which do not count
  kBool,       ///< "true" or "false", or a beginning of these; "yes", "no", "on", "off", "1", "0"
  kDate,       ///< "2026-11-28", "infinity" or "-infinity"
  kTimestamp,  ///< "2026-11-28 10:30:15.010010", without a time zone; "infinity" or "-infinity"
  kFloat64,    ///< a decimal number, "NaN", "Infinity" or "-Infinity"
  kFloat32,    ///< the same, rounded to 32 bits
};
inline constexpr std::string_view kColumnTypes[] = {"none", "text", "bytes", "int64",     "int32",   "int16",  "uuid",
                                                    "char", "bool", "date",  "timestamp", "float64", "float32"};

inline constexpr std::size_t kMaxKeyColumns = 4;

/// A set of types, such as those that a system takes.
class ColumnTypes {
 public:
  constexpr ColumnTypes(std::initializer_list<ColumnType> types) {
    for (const ColumnType type : types) bits_ |= 1u << static_cast<unsigned>(type);
  }
  constexpr bool has(ColumnType type) const { return (bits_ >> static_cast<unsigned>(type) & 1) != 0; }

 private:
  std::uint32_t bits_ = 0;
};

/// The types of a key's columns, in order; all are kNone where keys have no types.
struct RowType {
  std::array<ColumnType, kMaxKeyColumns> columns{};
  bool nulls = false;  ///< "\N" is NULL; else it is refused

  std::size_t size() const;
  bool operator==(const RowType&) const = default;
};

/// One column's value.
struct Value {
  ColumnType type = ColumnType::kNone;
  bool null = false;
  std::int64_t number = 0;     ///< integers and kBool; days, or microseconds, since 2000-01-01
  double real = 0;             ///< kFloat64 and kFloat32
  std::string_view text = {};  ///< kText and kChar as written; the bytes of kBytes; the 16 bytes of kUuid
};

/// A key read as its type says. Its values may point into the key and into the row itself.
class Row {
 public:
  /// Reads `key`, which must outlive the row. False where it is not of this type; the row is then unfinished.
  bool read(std::string_view key, const RowType& type);

  std::span<const Value> values() const { return {values_.data(), size_}; }
  const Value& operator[](std::size_t column) const { return values_[column]; }

 private:
  bool read_value(std::string_view text, ColumnType type, bool nulls);

  std::array<Value, kMaxKeyColumns> values_;
  std::size_t size_ = 0;
  std::string decoded_;  // the bytes of kBytes and kUuid, one after the other
};

bool reads_row(std::string_view key, const RowType& type);

/// What a key of this type is, for an error: "int64: a whole number from −9223372036854775808 to 9223372036854775807".
/// `key`: one that read() refused; names the column that it refused where there are several.
std::string wanted_row(std::string_view key, const RowType& type);

struct TypedKeys;
std::uint64_t number_of_row(std::string_view key, const RowType& type, const TypedKeys& how);

/// How a recipe reads rows, and the number that a system makes of one. Recipes refer to it, so that modules without typed
/// keys do not have its code.
struct TypedKeys {
  std::uint64_t (*of_row)(const Row& row);
  bool (*reads)(std::string_view key, const RowType& type) = reads_row;
  std::string (*wanted)(std::string_view key, const RowType& type) = wanted_row;
  std::uint64_t (*number)(std::string_view key, const RowType& type, const TypedKeys& how) = number_of_row;
};

/// A value as an explanation shows it: "int64 -42", "NULL", "text anna".
std::string shown(const Value& value);

}  // namespace reshard
