#pragma once

#include <cstdint>
#include <string>

#include "core/simulation/simulation.h"

namespace reshard {

/// Rows of CSV (RFC 4180) for `count` keys from `first` on, fewer at the end of the keys: key, owner under the main
/// strategy, and its owner before the last change; "" where it has none. Without a heading.
std::string owners_csv(const Results& results, std::uint32_t first, std::uint32_t count);

/// What the last change moved under the main strategy, all of it: from, to and keys, as rows of CSV.
std::string flows_csv(const Results& results);

/// The same of what the keys count (KeySet::counts; one each where they have no counts), and from a node to itself what
/// stayed. "" with more than 512 nodes. Keys that have or had no owner are left out.
std::string counts_csv(const Results& results);

}  // namespace reshard
