#include "core/analysis/memory.h"

#include <algorithm>
#include <vector>

#include "core/analysis/assignment.h"
#include "core/model/key_index.h"

namespace reshard {

std::uint64_t bytes_per_key(const Scenario& scenario) {
  constexpr std::uint64_t kPerStrategy = 2 * sizeof(NodeId) + sizeof(std::uint32_t) + sizeof(Move);
  std::uint64_t bytes = scenario.requests.skew > 0 ? sizeof(std::uint64_t) : 0;
  std::vector<Recipe> columns, indexed;
  const auto first_time = [](std::vector<Recipe>& known, const Recipe& recipe) {
    if (std::find(known.begin(), known.end(), recipe) != known.end()) return false;
    known.push_back(recipe);
    return true;
  };
  for (const StrategyChoice& choice : scenario.strategies) {
    const auto recipes = choice.strategy->recipes(choice.params, *choice.hash);
    for (const Recipe& recipe : recipes) {
      if (first_time(columns, recipe)) bytes += sizeof(std::uint64_t);
    }
    // Rings whose positions fit one column have ranges.
    const bool has_ranges = choice.strategy->family == Family::kRing && recipes.size() == 1;
    if (has_ranges && first_time(indexed, recipes[0])) bytes += KeyIndex::kMostBytesPerKey;
    // Tables have ranges of slots, each table its own.
    const bool needs_all = traits_of(*choice.strategy, choice.params).has(Trait::kNeedsAllKeys);
    const bool of_slots = choice.strategy->entries != nullptr || choice.strategy->family == Family::kTable;
    if (of_slots && !needs_all) bytes += KeyIndex::kMostBytesPerKey;
    // What a newcomer has to beat for each key, and a list of those to recompute, at most half of them.
    const Family family = choice.strategy->family;
    const bool may_have_standings = family == Family::kJump || family == Family::kRendezvous || recipes.size() > 1;
    if (may_have_standings) bytes += sizeof(std::uint32_t) + sizeof(std::uint32_t) / 2;
    // The keys that the next newcomer takes: at most half of them, in a list that grows by doubling.
    if (family == Family::kJump) bytes += sizeof(std::uint32_t);
    // A placement that needs all keys holds an owner for each, now and before.
    if (needs_all) bytes += 2 * sizeof(NodeId);
    bytes += kPerStrategy;
  }
  return bytes;
}

}  // namespace reshard
