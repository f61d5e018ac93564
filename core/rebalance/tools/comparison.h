#pragma once

#include <string>

#include "core/rebalance/tools/tool.h"

namespace reshard::rebalance::tools {

/// How much of a comparison is told.
struct ComparisonOptions {
  std::size_t points = 100;           ///< of each curve, at most; 0: none
  bool moves = false;                 ///< also the moves themselves
  std::uint64_t copies = 20'000'000;  ///< how many copies Kafka's range may place, over all that is tried
};

/// One tool's answer as JSON on one line, by default with its own defaults:
///
///   {"tool":"citus","title":"…","source":"…","known":"run","moves":18,"bytes":…,"ignored":1,
///    "limits":[{"of":"load","worst":1.071,"excess":0}],"curve":[{"moves":0,"bytes":0,"worst":[2.05],"excess":[…]}, …]}
///
/// `moves` counts copies, `leads` further moves of leadership, if any. Of a tool that cannot have the problem:
/// {"tool":…,"refused":"entries.length: 6 is outside 16384 to 16384"}. Kafka's generator draws two numbers: "range" says
/// what all of them lead to, or {"tried":…} of them.
std::string format_answer(const Tool& tool, const Problem& problem, Options options, const ComparisonOptions& how);

/// All tools on the problem, and how even it is now: {"limits":[…],"tools":[…]}.
std::string format_comparison(const Problem& problem, const ComparisonOptions& how);

}  // namespace reshard::rebalance::tools
