#pragma once

#include "core/model/row.h"

namespace reshard {

bool reads_text_row(std::string_view key, const RowType& type);
std::string wanted_text_row(std::string_view key, const RowType& type);

/// Keys of systems whose text is text (Java's UTF-16, Python's code points, a label's UTF-8), so that bytes which are
/// not UTF-8 are no key of theirs; and whose dates and timestamps end somewhere.
constexpr TypedKeys text_keys(std::uint64_t (*of_row)(const Row& row)) {
  return {.of_row = of_row, .reads = reads_text_row, .wanted = wanted_text_row};
}

}  // namespace reshard
