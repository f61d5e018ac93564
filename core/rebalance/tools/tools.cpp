#include <algorithm>

#include "core/base/uint128.h"
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

std::vector<Evenness> evenness_of(const Placement& placement) {
  const Model& model = placement.model();
  std::vector<Evenness> result;
  for (std::uint32_t limit = 0; limit < model.limits; ++limit) {
    const Share& share = model.shares[limit];
    Evenness evenness;
    for (std::uint32_t n = 0; n < model.nodes; ++n) {
      const std::uint64_t load = placement.load(limit, n);
      if (load > share.most[n]) evenness.excess += load - share.most[n];
      if (model.drained[n] || share.total == 0) continue;
      const double fair = static_cast<double>(share.total) * static_cast<double>(model.problem.nodes[n].capacity) /
                          static_cast<double>(share.capacity);
      evenness.worst = std::max(evenness.worst, static_cast<double>(load) / fair);
    }
    result.push_back(evenness);
  }
  return result;
}

std::vector<Point> curve_of(const Model& model, std::span<const Move> moves, std::size_t most) {
  std::uint64_t all = 0;
  for (const Move& move : moves) all += move.lead ? 0 : model.problem.bytes[move.entry];
  Placement placement(model);
  std::vector<Point> points{{0, 0, evenness_of(placement)}};
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    placement.apply(moves[i]);
    bytes += moves[i].lead ? 0 : model.problem.bytes[moves[i].entry];
    // The next point is at a whole number of parts of all bytes; the last move is always one.
    const bool due = points.size() < most && U128{bytes} * (most - 1) >= U128{all} * points.size();
    if (due || i + 1 == moves.size()) points.push_back({i + 1, bytes, evenness_of(placement)});
  }
  return points;
}

}  // namespace reshard::rebalance::tools
