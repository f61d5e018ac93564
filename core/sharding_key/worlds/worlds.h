#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/scenario/json_reader.h"

namespace reshard {

/// A table generated from a seed, and the queries on it. Every row is a function of the seed and its row number.
struct WorldKind {
  std::string_view id, table, time;
  std::span<const std::string_view> columns;
  std::span<const std::string_view> candidates;
  std::span<const std::pair<std::string_view, std::string_view>> pairs;
  std::span<const std::string_view> reference;
  std::string_view unique;     ///< as JSON: lists of columns
  std::string_view templates;  ///< as JSON
  std::uint64_t rows;          ///< default

  /// Appends row number `row` of `rows`: one text for each column, "" where there is no value.
  void (*make)(std::uint64_t seed, std::uint64_t row, std::uint64_t rows, std::vector<std::string>& texts);
};

std::span<const WorldKind* const> world_kinds();
const WorldKind* find_world(std::string_view id);  ///< null where there is none
Json world_json(const WorldKind& world);

inline constexpr std::uint64_t kMostWorldRows = 10'000'000;

/// Columns of rows [first, first + count), as in value_column.h.
struct WorldColumn {
  std::string bytes;
  std::vector<std::uint32_t> ends;
};
std::vector<WorldColumn> world_rows(const WorldKind& world, std::uint64_t seed, std::uint64_t rows, std::uint64_t first,
                                    std::uint64_t count);

}  // namespace reshard
