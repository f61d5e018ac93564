#include "core/identify/key_types.h"

#include <algorithm>

namespace reshard {
namespace {

/// In the order in which they are tried. A number is the widest integer first, as ids are.
constexpr ColumnType kInOrder[] = {ColumnType::kInt64,   ColumnType::kInt32,   ColumnType::kInt16,
                                   ColumnType::kUuid,    ColumnType::kDate,    ColumnType::kTimestamp,
                                   ColumnType::kFloat64, ColumnType::kFloat32, ColumnType::kBool,
                                   ColumnType::kText,    ColumnType::kChar,    ColumnType::kBytes};
constexpr std::size_t kMostRows = 24;  // combinations of the types of several columns: two for each of four are 16

using Types = std::vector<ColumnType>;

bool has(const Types& types, ColumnType type) { return std::find(types.begin(), types.end(), type) != types.end(); }

/// What a column may be, given what all of its values can be read as. Text that ends in no blank is no char, numbers that are
/// whole and dates are no timestamps or fractions, and 0 and 1 no truth values: those would be written otherwise.
Types likely(const Types& readable, bool blanks) {
  Types types;
  for (const ColumnType type : kInOrder) {
    if (!has(readable, type)) continue;
    const bool whole = has(readable, ColumnType::kInt64);
    if (type == ColumnType::kChar && !blanks) continue;
    if ((type == ColumnType::kFloat64 || type == ColumnType::kFloat32 || type == ColumnType::kBool) && whole) continue;
    if (type == ColumnType::kTimestamp && has(readable, ColumnType::kDate)) continue;
    if (type == ColumnType::kBytes && (whole || has(readable, ColumnType::kUuid))) continue;
    types.push_back(type);
  }
  return types;
}

std::string_view column_of(std::string_view key, std::size_t column, std::size_t columns) {
  if (columns == 1) return key;
  for (; column > 0; --column) key.remove_prefix(key.find('\t') + 1);
  return key.substr(0, key.find('\t'));
}

Types likely(std::span<const std::string> keys, std::size_t column, std::size_t columns) {
  Types readable(std::begin(kInOrder), std::end(kInOrder));
  bool blanks = false, seen = false;
  for (const std::string& key : keys) {
    const std::string_view value = column_of(key, column, columns);
    if (value == "\\N") continue;
    seen = true;
    blanks |= value.ends_with(' ');
    std::erase_if(readable, [&](ColumnType type) { return !reads_row(value, {{type}}); });
  }
  return seen ? likely(readable, blanks) : Types{ColumnType::kText};
}

/// The types of each column; where they would make too many rows, fewer between a column's likeliest type and text.
std::vector<Types> likely_columns(std::span<const std::string> keys, std::size_t columns) {
  std::vector<Types> types;
  std::size_t rows = 1;
  for (std::size_t c = 0; c < columns; ++c) {
    types.push_back(likely(keys, c, columns));
    rows *= types.back().size();
  }
  while (rows > kMostRows) {
    const auto longest = std::max_element(types.begin(), types.end(),
                                          [](const Types& a, const Types& b) { return a.size() < b.size(); });
    rows = rows / longest->size() * (longest->size() - 1);
    longest->erase(longest->end() - 2);
  }
  return types;
}

}  // namespace

std::vector<RowType> likely_types(std::span<const std::string> keys) {
  std::vector<RowType> rows;
  for (const ColumnType type : likely(keys, 0, 1)) rows.push_back({{type}});
  const auto tabs = [](const std::string& key) { return std::count(key.begin(), key.end(), '\t'); };
  const auto wanted = keys.empty() ? 0 : tabs(keys[0]);
  if (wanted == 0 || wanted >= static_cast<std::ptrdiff_t>(kMaxKeyColumns)) return rows;
  if (!std::all_of(keys.begin(), keys.end(), [&](const std::string& key) { return tabs(key) == wanted; })) return rows;
  const auto columns = static_cast<std::size_t>(wanted) + 1;
  const std::vector<Types> types = likely_columns(keys, columns);
  std::vector<RowType> tuples{{}};
  for (std::size_t c = 0; c < columns; ++c) {
    std::vector<RowType> longer;
    for (const RowType& tuple : tuples) {
      for (const ColumnType type : types[c]) {
        longer.push_back(tuple);
        longer.back().columns[c] = type;
      }
    }
    tuples = std::move(longer);
  }
  rows.insert(rows.begin(), tuples.begin(), tuples.end());
  return rows;
}

}  // namespace reshard
