#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rebalance/model.h"

namespace reshard::rebalance::tools {

/// How a tool's rule is known. What is only remembered is not here.
enum class Known : std::uint8_t {
  kRun,   ///< the tool was run, and moved the same
  kRead,  ///< from its source or its documentation, and from the cases that its tests publish
};

/// What a tool would do.
struct Plan {
  /// In the tool's order, as far as it has one. Who takes over a copy takes over its role; of a tool that also says who
  /// leads, moves of leadership follow, where that makes a difference.
  std::vector<Move> moves;
  std::size_t ignored = 0;  ///< moves that were found and gained too little for the tool
};

/// Options of a tool, as people write them: {"threshold", "2"}. What is missing has the tool's own default.
using Options = std::span<const std::pair<std::string, std::string>>;

struct Tool {
  std::string_view id;       ///< "redis_cli"
  std::string_view title;    ///< "redis-cli --cluster rebalance"
  std::string_view source;   ///< which version, and where its rule is from
  std::string_view options;  ///< their names, separated by spaces
  Known known;

  /// From a problem that check() accepts. Errors name the field "options.threshold", or the part of the problem that
  /// the system cannot have: "entries.length".
  Result<Plan> (*plan)(const Problem& problem, Options options);
};

/// All of them, in the order in which they are shown.
std::span<const Tool> all_tools();

/// Null if there is none.
const Tool* find_tool(std::string_view id);

/// How uneven one limit's amounts are.
struct Evenness {
  double worst = 0;          ///< of a node that stays: what it bears, divided by its share by capacity; 0 if all is 0
  std::uint64_t excess = 0;  ///< what nodes bear above what they may, all together; on drained nodes everything
};

/// By limit of the problem.
std::vector<Evenness> evenness_of(const Placement& placement);

/// What the first moves of a plan cost and leave.
struct Point {
  std::size_t moves = 0;
  std::uint64_t bytes = 0;
  std::vector<Evenness> limits;
};

/// From no move to all of them, at most `most` points, at equal distances by bytes: how even it gets for how much.
std::vector<Point> curve_of(const Model& model, std::span<const Move> moves, std::size_t most);

}  // namespace reshard::rebalance::tools
