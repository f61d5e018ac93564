#pragma once

#include <array>
#include <functional>
#include <string_view>

#include "core/base/check.h"
#include "core/placement/params.h"

// A strategy's dialects are the rows of a table: everything in which they differ is a row's number or function, so that
// no function asks which dialect it is, and another dialect is another row. A row has an `id`, as in links.

namespace reshard {

/// The options of the parameter that chooses a row.
template <typename Row, std::size_t kRows>
constexpr std::array<std::string_view, kRows> ids_of(const Row (&rows)[kRows]) {
  std::array<std::string_view, kRows> ids;
  for (std::size_t i = 0; i < kRows; ++i) ids[i] = rows[i].id;
  return ids;
}

/// That the parameter "dialect" chooses one of the rows that `has`, a function or member of a row, is true of.
template <typename Row, std::size_t kRows, typename Has>
constexpr ParamSpec::Condition with_dialects(const Row (&rows)[kRows], Has has) {
  std::uint64_t options = 0;
  for (std::size_t i = 0; i < kRows; ++i) options |= std::invoke(has, rows[i]) ? std::uint64_t{1} << i : 0;
  CHECK(options != 0);  // else an id is misspelled, which the compiler then says
  return {"dialect", options};
}

template <typename Row, std::size_t kRows>
constexpr ParamSpec::Condition with_dialect(const Row (&rows)[kRows], std::string_view id) {
  return with_dialects(rows, [id](const Row& row) { return row.id == id; });
}

}  // namespace reshard
