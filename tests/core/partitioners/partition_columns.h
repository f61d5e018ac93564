#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "tests/core/rows.h"

namespace reshard::testing {

using KeyOfRow = std::function<std::string(const Vectors::Row&)>;

/// Fails unless every row's key has the partition that the column `prefix` + n names, for each n of `counts`.
/// Returns how many rows were compared: all but those that cannot be written as a key of this type.
std::size_t expect_partitions(const Vectors& rows, const KeyOfRow& key_of, std::string_view prefix,
                              const std::vector<std::size_t>& counts, const ConfiguredStrategy& setup);

/// The first of a row's columns: "\N" where `null` is 1.
std::string null_or(const Vectors::Row& row, std::string_view null, const std::string& text);

}  // namespace reshard::testing
