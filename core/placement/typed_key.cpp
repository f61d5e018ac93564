#include "core/placement/typed_key.h"

#include "core/base/check.h"

namespace reshard {

std::size_t type_column(const ParamSpec& spec) {
  if (spec.key == kTypeKey && spec.options.data() == std::data(kTypesOfFirst)) return 1;
  if (!spec.key.starts_with(kTypeKey) || spec.options.data() != std::data(kColumnTypes)) return 0;
  return static_cast<std::size_t>(spec.key.back() - '0');
}

RowType row_type_of(std::span<const double> params, std::size_t columns, bool nulls) {
  RowType type{.nulls = nulls};
  type.columns[0] = static_cast<ColumnType>(static_cast<unsigned>(params[0]) + 1);
  // What follows a column that is not there has no effect (has_column()).
  for (std::size_t c = 1; c < columns && type.columns[c - 1] != ColumnType::kNone; ++c) {
    type.columns[c] = static_cast<ColumnType>(static_cast<unsigned>(params[c]));
  }
  return type;
}

void explain_row(const SingleKey& key, const RowType& type, void (*explain)(const Row& row, Trace& trace),
                 Trace& trace) {
  Row row;
  const bool read = row.read(key.name(), type);
  CHECK(read);
  for (const Value& value : row.values()) trace.push_back({"value", shown(value)});
  if (explain != nullptr) explain(row, trace);
}

}  // namespace reshard
