#include "core/rebalance/tools/citus.h"

#include "core/placement/systems/citus_plan.h"
#include "core/rebalance/tools/options.h"

namespace reshard::rebalance::tools {
namespace {

constexpr std::string_view kStrategies[] = {"by_disk_size", "by_shard_count", "by_load"};
enum Strategy : std::size_t { kDiskSize, kShardCount, kLoad };

constexpr std::uint64_t kBaseCost = std::uint64_t{100} << 20;  // citus.rebalancer_by_disk_size_base_cost
constexpr double kLeastThreshold = 0.01;                       // minimum_threshold of by_disk_size

float cost_of(const Problem& problem, Strategy strategy, std::uint64_t base, std::uint32_t entry) {
  switch (strategy) {
    case kShardCount: return 1;
    case kLoad: return static_cast<float>(problem.leader_load(0, entry));
    case kDiskSize: break;
  }
  const std::uint64_t bytes = problem.bytes[entry] + base;
  return bytes == 0 ? 1 : static_cast<float>(bytes);
}

}  // namespace

Result<Plan> citus_rebalance(const Problem& problem, Options given) {
  OptionReader options(given, kCitusOptions);
  const auto strategy = static_cast<Strategy>(options.choice("strategy", kStrategies, kDiskSize));
  const bool sized = strategy == kDiskSize;
  const citus::Options how{
      .threshold = static_cast<float>(options.number("threshold", sized ? 0.1 : 0, sized ? kLeastThreshold : 0, 1000)),
      .improvement = static_cast<float>(options.number("improvement_threshold", sized ? 0.5 : 0, 0, 1000)),
      .drain_only = options.yes("drain_only", false),
      .max_moves = static_cast<std::size_t>(options.whole("max_shard_moves", 1'000'000, 0, 1'000'000'000))};
  const std::uint64_t base = options.whole("base_cost", kBaseCost, 0, kMaxAmount);
  if (options.error()) return *options.error();

  std::vector<citus::Worker> workers;
  for (const Node& node : problem.nodes) {
    workers.push_back({.capacity = static_cast<float>(node.capacity), .may_have_shards = !node.drained});
  }
  std::vector<citus::Shard> shards;
  for (std::uint32_t entry = 0; entry < problem.entries(); ++entry) {
    const float cost = cost_of(problem, strategy, base, entry);
    for (std::uint32_t at = problem.first[entry]; at < problem.first[entry + 1]; ++at) {
      shards.push_back({entry, problem.holders[at], cost});
    }
  }
  Plan plan;
  for (const auto& [shard, from, to] : citus::rebalance(workers, shards, how, &plan.ignored)) {
    plan.moves.push_back({shard, from, to});
  }
  return plan;
}

}  // namespace reshard::rebalance::tools
