#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rebalance/problem.h"

namespace reshard::rebalance {

/// What a problem's JSON says, with names that nobody has looked up yet.
struct ProblemText {
  Problem problem;  ///< its holders are positions in `mentioned`; nothing is drained, pinned or forced
  std::vector<std::string> mentioned;  ///< names of nodes, in the order of their first mention by an entry
  std::vector<std::string> drain, pinned;
  std::vector<std::vector<std::string>> forced;  ///< entry, from, to
  /// Of entries; `follower` is empty where replicas bear the same. They end with the last entry that has a load.
  std::vector<std::uint64_t> load, follower;
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> amounts;  ///< by name
};

/// Errors quote what was read, but no more than a line of it.
Error shortened(Error error);

/// Stops at the entry that is one too many, before it has read the rest.
Result<ProblemText> read_problem(std::string_view json, std::uint32_t most_entries = kMaxEntries);

/// Looks names up, and takes entries from columns if there are any. The problem has passed check().
Result<Problem> resolve_problem(ProblemText text, Columns* columns);

}  // namespace reshard::rebalance
