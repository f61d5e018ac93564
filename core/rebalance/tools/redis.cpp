#include "core/rebalance/tools/redis.h"

#include "core/base/text.h"
#include "core/placement/systems/redis_plan.h"
#include "core/rebalance/tools/options.h"

namespace reshard::rebalance::tools {
namespace {

/// The entry that is each slot: that with the slot's number as its name, else that in its place.
std::vector<std::uint32_t> entries_by_slot(const Problem& problem) {
  std::vector<std::uint32_t> entries(redis::kSlots);
  for (std::uint32_t entry = 0; entry < redis::kSlots; ++entry) {
    const auto slot = parse_u64(problem.names[entry]);
    if (!slot || *slot >= redis::kSlots || decimal(*slot) != problem.names[entry]) {
      for (std::uint32_t i = 0; i < redis::kSlots; ++i) entries[i] = i;
      break;
    }
    entries[*slot] = entry;
  }
  return entries;
}

}  // namespace

Result<Plan> redis_rebalance(const Problem& problem, Options given) {
  OptionReader options(given, kRedisOptions);
  const auto threshold = static_cast<float>(options.number("threshold", 2, 0, 1000));
  const bool use_empty = options.yes("use_empty_masters", true);
  if (options.error()) return *options.error();
  constexpr auto kSlots = static_cast<std::uint32_t>(redis::kSlots);
  if (problem.entries() != kSlots) {
    return Error{
        ErrorCode::out_of_range, "entries.length", {decimal(problem.entries()), decimal(kSlots), decimal(kSlots)}};
  }
  if (problem.holders.size() != kSlots) return Error{ErrorCode::unsupported, "entries", {"a slot has one master"}};

  std::vector<::reshard::Node> masters;
  for (std::uint32_t n = 0; n < problem.nodes.size(); ++n) {
    const Node& node = problem.nodes[n];
    masters.push_back({NodeId{n}, node.name, node.drained ? 0.0 : static_cast<double>(node.capacity)});
  }
  const auto entries = entries_by_slot(problem);
  std::vector<NodeId> owners(kSlots);
  for (std::uint32_t slot = 0; slot < kSlots; ++slot) owners[slot] = NodeId{problem.holders[entries[slot]]};
  Plan plan;
  for (const auto& [from, to, slots] : redis::rebalance(masters, owners, threshold, use_empty)) {
    for (const std::uint32_t slot : slots) plan.moves.push_back({entries[slot], index_of(from), index_of(to)});
  }
  return plan;
}

}  // namespace reshard::rebalance::tools
