#include "core/partitioners/text_keys.h"

#include <algorithm>
#include <limits>

#include "core/base/text.h"

namespace reshard {
namespace {

template <typename Integer>
bool is_end(std::int64_t number) {
  return number == std::numeric_limits<Integer>::min() || number == std::numeric_limits<Integer>::max();
}

bool is_endless(const Value& value) {
  return (value.type == ColumnType::kDate && is_end<std::int32_t>(value.number)) ||
         (value.type == ColumnType::kTimestamp && is_end<std::int64_t>(value.number));
}

}  // namespace

bool reads_text_row(std::string_view key, const RowType& type) {
  Row row;
  if (!is_utf8(key) || !row.read(key, type)) return false;
  return std::none_of(row.values().begin(), row.values().end(), is_endless);
}

std::string wanted_text_row(std::string_view key, const RowType& type) {
  if (!is_utf8(key)) return "UTF-8 text";
  return reads_row(key, type) ? "a date: there is no infinity" : wanted_row(key, type);
}

}  // namespace reshard
