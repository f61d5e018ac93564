#pragma once

#include <array>

#include "core/placement/strategy.h"

// What strategies of typed keys share: a parameter for each column's type, and how an explanation begins.

namespace reshard {

inline constexpr auto kTypesOfFirst = [] {
  std::array<std::string_view, std::size(kColumnTypes) - 1> types;  // a key has one column at least
  for (std::size_t i = 0; i < types.size(); ++i) types[i] = kColumnTypes[i + 1];
  return types;
}();

/// The type of a key's only or first column; text is the default.
constexpr ParamSpec type_param() { return choice_param("type", "Type of the key", kTypesOfFirst); }

/// The type of column 2, 3 or 4; none is the default.
template <unsigned kColumn>
constexpr ParamSpec more_type_param() {
  static_assert(kColumn >= 2 && kColumn <= kMaxKeyColumns);
  constexpr std::string_view kKeys[] = {"type2", "type3", "type4"};
  constexpr std::string_view kLabels[] = {"Second column", "Third column", "Fourth column"};
  return choice_param(kKeys[kColumn - 2], kLabels[kColumn - 2], kColumnTypes);
}

/// That there is such a column: what the next one's type depends on.
template <unsigned kColumn>
constexpr ParamSpec::Condition has_column() {
  return {more_type_param<kColumn>().key, (std::uint64_t{1} << std::size(kColumnTypes)) - 2};
}

/// The type that these parameters say; `params` begins with type_param(), and the others follow up to `columns`.
RowType row_type_of(std::span<const double> params, std::size_t columns, bool nulls);

inline Recipe typed_recipe(const HashFunction& hash, const RowType& type, const TypedKeys& how) {
  return {.hash = &hash, .typed = &how, .row = type};
}

/// Appends a step for each column's value, then the system's own steps.
void explain_row(const SingleKey& key, const RowType& type, void (*explain)(const Row& row, Trace& trace),
                 Trace& trace);

}  // namespace reshard
