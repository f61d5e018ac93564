#include "core/scenario/entry.h"

#include <algorithm>

#include "core/base/text.h"

namespace reshard {
namespace {

Status fits(const StrategyChoice& choice, const Node& node) {
  if (choice.strategy->fits == nullptr) return Done{};
  return choice.strategy->fits(node, choice.params);
}

}  // namespace

std::vector<Error> misfits(const Scenario& scenario) {
  std::vector<Error> found;
  for (const StrategyChoice& choice : scenario.strategies) {
    for (const Node& node : scenario.cluster.nodes()) {
      if (const Status fit = fits(choice, node); !fit.ok()) found.push_back(fit.error());
    }
  }
  return found;
}

Status check_size(const Scenario& scenario) {
  constexpr std::uint64_t kPointsANode = 1000, kPointsOfFew = 1'000'000;
  const std::uint64_t limit = std::max(kPointsOfFew, kPointsANode * scenario.cluster.nodes().size());
  for (const StrategyChoice& choice : scenario.strategies) {
    if (choice.strategy->points == nullptr) continue;
    std::uint64_t points = 0;
    for (const Node& node : scenario.cluster.nodes()) points += choice.strategy->points(node, choice.params);
    if (points > limit) return Error{ErrorCode::too_large, "nodes", {decimal(points) + " points", decimal(limit)}};
  }
  return Done{};
}

// Equal misfits have equal errors: the field and the value are part of them.
Status check_entry(const Scenario& now, const Scenario& next) {
  const std::vector<Error> known = misfits(now);
  for (const Error& error : misfits(next)) {
    if (std::find(known.begin(), known.end(), error) == known.end()) return error;
  }
  // A scenario that is too large already may still change in every other way, and shrink.
  return check_size(now).ok() ? check_size(next) : Done{};
}

}  // namespace reshard
