#pragma once

#include <cstdint>
#include <string>

#include "core/simulation/simulation.h"

namespace reshard {

/// Rows of CSV (RFC 4180) for `count` keys from `first` on, fewer at the end of the keys: the key, its owner under the
/// main strategy, and its owner before the last change; "" if it has none. Without a header row.
std::string owners_csv(const Results& results, std::uint32_t first, std::uint32_t count);

/// All that the last change moved under the main strategy: from, to and keys, as rows of CSV.
std::string flows_csv(const Results& results);

/// The same in what the keys count for (KeySet::counts; 1 each if they have no counts), with what stayed as rows from a
/// node to itself. "" with more than 512 nodes. Keys that have or had no owner are left out.
std::string counts_csv(const Results& results);

}  // namespace reshard
