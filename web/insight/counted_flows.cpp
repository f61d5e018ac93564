#include "web/insight/counted_flows.h"

#include <algorithm>
#include <tuple>

namespace reshard::ui {
namespace {

bool by_nodes(const Flow& a, const Flow& b) { return std::tie(a.from, a.to) < std::tie(b.from, b.to); }

}  // namespace

std::vector<std::uint64_t> counted_flows(const Results& results) {
  const StrategyResult& main = results.strategies[0];
  const auto counts = results.keys->counts();
  const std::vector<Flow>& flows = main.movement.flows;
  if (counts.empty() || flows.empty()) return {};
  std::vector<Flow> sorted = flows;  // each with its place among `flows` instead of its keys
  for (std::size_t i = 0; i < sorted.size(); ++i) sorted[i].keys = i;
  std::sort(sorted.begin(), sorted.end(), by_nodes);
  std::vector<std::uint64_t> counted(flows.size());
  for (const std::uint32_t key : main.moved()) {
    const Flow went{main.owners_before()[key], main.owners()[key], 0};
    counted[std::lower_bound(sorted.begin(), sorted.end(), went, by_nodes)->keys] += counts[key];
  }
  return counted;
}

std::vector<Flow> flows_of_counts(const Results& results, const std::vector<std::uint64_t>& counted) {
  std::vector<Flow> flows = results.strategies[0].movement.flows;
  for (std::size_t i = 0; i < flows.size(); ++i) flows[i].keys = counted[i];
  std::sort(flows.begin(), flows.end(), largest_first);
  return flows;
}

}  // namespace reshard::ui
