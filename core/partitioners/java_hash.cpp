#include "core/partitioners/java_hash.h"

#include <cmath>
#include <cstring>

#include "core/base/bytes.h"
#include "core/base/check.h"
#include "core/base/text.h"
#include "core/hash/functions.h"

namespace reshard {
namespace {

std::uint32_t folded(std::uint64_t number) { return static_cast<std::uint32_t>(number ^ number >> 32); }

// Double.doubleToLongBits() and Float.floatToIntBits(): every NaN is the same one.
std::uint64_t double_bits(double number) {
  std::uint64_t bits = 0x7ff8000000000000u;
  if (!std::isnan(number)) std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

std::uint32_t float_bits(double number) {
  const auto narrow = static_cast<float>(number);
  std::uint32_t bits = 0x7fc00000u;
  if (!std::isnan(narrow)) std::memcpy(&bits, &narrow, sizeof bits);
  return bits;
}

std::uint32_t hash_code(const Value& value) {
  switch (value.type) {
    case ColumnType::kText: return java_string(value.text);
    case ColumnType::kInt64: return folded(static_cast<std::uint64_t>(value.number));
    case ColumnType::kInt32:
    case ColumnType::kInt16: return static_cast<std::uint32_t>(value.number);
    case ColumnType::kUuid: return folded(load_be64(value.text.data()) ^ load_be64(value.text.data() + 8));
    case ColumnType::kBool: return value.number != 0 ? 1231 : 1237;
    case ColumnType::kFloat64: return folded(double_bits(value.real));
    case ColumnType::kFloat32: return float_bits(value.real);
    case ColumnType::kNone:
    case ColumnType::kBytes:
    case ColumnType::kChar:
    case ColumnType::kDate:
    case ColumnType::kTimestamp: return 0;  // refused by build()
  }
  check_failed("a type of columns", __FILE__, __LINE__);
}

}  // namespace

std::int32_t java_hash_code(const Value& value) { return value.null ? 0 : static_cast<std::int32_t>(hash_code(value)); }

void explain_java_hash_code(const Row& row, Trace& trace) {
  trace.push_back({"hash code", signed_decimal(std::int64_t{java_hash_code(row[0])})});
}

}  // namespace reshard
