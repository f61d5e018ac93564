#include "core/rebalance/tools/citus.h"
#include "core/rebalance/tools/kafka.h"
#include "core/rebalance/tools/mongodb.h"
#include "core/rebalance/tools/redis.h"
#include "core/rebalance/tools/textbook.h"
#include "core/rebalance/tools/tool.h"

namespace reshard::rebalance::tools {
namespace {

constexpr Tool kTools[] = {
    {"redis_cli", "redis-cli --cluster rebalance", "redis-cli 7.0.15, run", kRedisOptions, Known::kRun,
     redis_rebalance},
    {"valkey_cli", "valkey-cli --cluster rebalance", "src/valkey-cli.c of Valkey 9, read", kRedisOptions, Known::kRead,
     redis_rebalance},
    {"citus", "get_rebalance_table_shards_plan()", "Citus 13.2.2, run", kCitusOptions, Known::kRun, citus_rebalance},
    {"kafka_generate", "kafka-reassign-partitions --generate", "AdminUtils of Apache Kafka, read", kKafkaOptions,
     Known::kRead, kafka_generate},
    {"mongodb", "MongoDB's balancer", "balancer_policy.cpp of MongoDB 7 and 8, read", kMongodbOptions, Known::kRead,
     mongodb_balance},
    {"largest_first", "Largest first", "Graham 1969, read", "", Known::kRead, largest_first},
    {"least_moves", "Fewest moves, by number of copies", "Own, with its lower bound", "", Known::kRead, least_moves},
};

}  // namespace

std::span<const Tool> all_tools() { return kTools; }

const Tool* find_tool(std::string_view id) {
  for (const Tool& tool : kTools) {
    if (tool.id == id) return &tool;
  }
  return nullptr;
}

std::vector<Evenness> evenness_of(const Problem& problem, std::span<const std::uint32_t> holders) {
  std::vector<Evenness> result;
  for (std::uint32_t limit = 0; limit < problem.limits.size(); ++limit) {
    std::vector<std::uint64_t> loads(problem.nodes.size());
    for (std::uint32_t entry = 0; entry < problem.entries(); ++entry) {
      const std::uint32_t begin = problem.first[entry];
      loads[holders[begin]] += problem.leader_load(limit, entry);
      for (std::uint32_t at = begin + 1; at < problem.first[entry + 1]; ++at) {
        loads[holders[at]] += problem.follower_load(limit, entry);
      }
    }
    const Share share = share_of(problem, limit);
    Evenness evenness;
    for (std::size_t n = 0; n < loads.size(); ++n) {
      if (loads[n] > share.most[n]) evenness.excess += loads[n] - share.most[n];
      if (problem.nodes[n].drained || share.total == 0) continue;
      const double fair = static_cast<double>(share.total) * static_cast<double>(problem.nodes[n].capacity) /
                          static_cast<double>(share.capacity);
      evenness.worst = std::max(evenness.worst, static_cast<double>(loads[n]) / fair);
    }
    result.push_back(evenness);
  }
  return result;
}

Outcome outcome_of(const Problem& problem, const Plan& plan) {
  Outcome outcome;
  outcome.holders = plan.holders;
  if (plan.holders.empty()) outcome.holders = problem.holders;
  for (const Move& move : plan.moves) {
    outcome.bytes += problem.bytes[move.entry];
    if (!plan.holders.empty()) continue;
    for (std::uint32_t at = problem.first[move.entry]; at < problem.first[move.entry + 1]; ++at) {
      if (outcome.holders[at] == move.from) outcome.holders[at] = move.to;
    }
  }
  outcome.limits = evenness_of(problem, outcome.holders);
  return outcome;
}

}  // namespace reshard::rebalance::tools
