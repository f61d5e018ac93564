#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rebalance/problem.h"

namespace reshard::rebalance::tools {

/// A copy of an entry goes from one node to another.
struct Move {
  std::uint32_t entry, from, to;

  bool operator==(const Move&) const = default;
};

/// How a tool's rule is known. What is only remembered is not here.
enum class Known : std::uint8_t {
  kRun,   ///< the tool was run, and moved the same
  kRead,  ///< from its source or its documentation, and from the cases that its tests publish
};

/// What a tool would do.
struct Plan {
  std::vector<Move> moves;  ///< in the tool's order, as far as it has one

  /// The nodes that hold each entry in the end, as Problem::holders has them, if the tool also says who leads: Kafka's
  /// generator exchanges leaders where nothing moves. Empty: who takes over a copy takes over its role.
  std::vector<std::uint32_t> holders;

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

/// What a plan costs and leaves.
struct Outcome {
  std::uint64_t bytes = 0;
  std::vector<std::uint32_t> holders;  ///< in the end, as Problem::holders has them
  std::vector<Evenness> limits;        ///< by limit of the problem
};

/// Of a plan for that problem.
Outcome outcome_of(const Problem& problem, const Plan& plan);

/// Where all is as it is now.
std::vector<Evenness> evenness_of(const Problem& problem, std::span<const std::uint32_t> holders);

}  // namespace reshard::rebalance::tools
