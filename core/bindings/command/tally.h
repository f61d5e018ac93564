#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/bindings/command/commands.h"

namespace reshard::command {

/// The number of records, and the sums of the two columns that may be added up.
struct Sums {
  std::uint64_t keys = 0, bytes = 0, requests = 0;
  bool overflow = false;  ///< one of them exceeded 64 bits

  void add(const Sums& other) {
    keys += other.keys;
    overflow |= other.overflow;
    overflow |= __builtin_add_overflow(bytes, other.bytes, &bytes);
    overflow |= __builtin_add_overflow(requests, other.requests, &requests);
  }
};

/// By node number; the last one is for nobody.
using ByNode = std::vector<Sums>;

struct Tally {
  explicit Tally(std::size_t known) : after(known + 1), before(known + 1) {}

  void add(const Tally& other) {
    for (std::size_t i = 0; i < after.size(); ++i) {
      after[i].add(other.after[i]);
      before[i].add(other.before[i]);
    }
    for (const auto& [flow, sums] : other.flows) flows[flow].add(sums);
  }

  std::size_t row(std::uint32_t owner) const { return std::min<std::size_t>(owner, after.size() - 1); }

  ByNode after, before;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Sums> flows;
};

struct Counted {
  Tally tally;
  Total total;
};

/// Counts all records by their owners, and by their owners in `before` if that is given. Ends the program where run()
/// does.
Counted count_records(Options& options, const Router& after, const Router* before);

}  // namespace reshard::command
