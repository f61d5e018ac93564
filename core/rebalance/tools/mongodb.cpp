#include "core/rebalance/tools/mongodb.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/rebalance/tools/options.h"

// BalancerPolicy::balance() of MongoDB's balancer_policy.cpp (7.0, 8.0), as its source and its published tests say.

namespace reshard::rebalance::tools {
namespace {

constexpr std::int64_t kWorthIt = 3;  // chunk sizes between the fullest shard and the emptiest one

class Round {
 public:
  Round(std::span<const MongodbShard> shards, std::span<const MongodbRange> ranges, std::int64_t chunk_size)
      : shards_(shards), first_(shards.size(), kNone), chunk_size_(chunk_size) {
    for (std::uint32_t i = 0; i < ranges.size(); ++i) {
      std::uint32_t& first = first_[ranges[i].shard];
      if (first == kNone && !ranges[i].jumbo) first = i;
    }
    for (const MongodbShard& shard : shards) {
      available_.push_back(shard.available);
      left_ += shard.available ? 1 : 0;
    }
  }

  std::vector<Move> run() {
    for (std::uint32_t shard = 0; shard < shards_.size(); ++shard) {
      if (!shards_[shard].draining || !available_[shard]) continue;
      const std::uint32_t to = emptiest();
      if (first_[shard] != kNone && to != kNone) move(shard, to);
      if (left_ < 2) return moves_;
    }
    std::int64_t total = 0;
    for (const MongodbShard& shard : shards_) total += shard.bytes;
    const std::int64_t ideal = total / static_cast<std::int64_t>(shards_.size());
    while (total > 0 && even_out(ideal)) {}
    return moves_;
  }

 private:
  std::uint32_t emptiest() const {
    std::uint32_t best = kNone;
    for (std::uint32_t shard = 0; shard < shards_.size(); ++shard) {
      if (!available_[shard] || shards_[shard].draining) continue;
      if (best == kNone || shards_[shard].bytes < shards_[best].bytes) best = shard;
    }
    return best;
  }

  std::uint32_t fullest() const {
    std::uint32_t worst = kNone;
    for (std::uint32_t shard = 0; shard < shards_.size(); ++shard) {
      if (available_[shard] && (worst == kNone || shards_[shard].bytes > shards_[worst].bytes)) worst = shard;
    }
    return worst;
  }

  bool even_out(std::int64_t ideal) {
    const std::uint32_t from = fullest(), to = emptiest();
    if (from == kNone || to == kNone || from == to) return false;
    const std::int64_t most = shards_[from].bytes, least = shards_[to].bytes;
    if (most <= ideal || least >= ideal || most - least < kWorthIt * chunk_size_) return false;
    if (first_[from] == kNone) return false;
    move(from, to);
    return true;
  }

  void move(std::uint32_t from, std::uint32_t to) {
    moves_.push_back({first_[from], from, to});
    available_[from] = available_[to] = false;
    left_ -= 2;
  }

  std::span<const MongodbShard> shards_;
  std::vector<std::uint32_t> first_;  // by shard: its first range that is not jumbo
  std::vector<bool> available_;
  std::size_t left_ = 0;  // how many of them
  std::int64_t chunk_size_;
  std::vector<Move> moves_;
};

}  // namespace

std::vector<Move> mongodb_round(std::span<const MongodbShard> shards, std::span<const MongodbRange> ranges,
                                std::int64_t chunk_size) {
  return Round(shards, ranges, chunk_size).run();
}

Result<Plan> mongodb_balance(const Problem& problem, Options given) {
  OptionReader options(given, kMongodbOptions);
  constexpr std::uint64_t kChunkSize = std::uint64_t{128} << 20, kMostChunkSize = std::uint64_t{1} << 50;
  const auto chunk_size = static_cast<std::int64_t>(options.whole("chunk_size", kChunkSize, 1, kMostChunkSize));
  const std::uint64_t rounds = options.whole("max_rounds", 1'000'000, 0, 1'000'000);
  if (options.error()) return *options.error();
  if (problem.holders.size() != problem.entries()) {
    return Error{ErrorCode::unsupported, "entries", {"a range is on one shard"}};
  }
  std::vector<MongodbShard> shards(problem.nodes.size());
  for (std::size_t n = 0; n < shards.size(); ++n) shards[n].draining = problem.nodes[n].drained;
  std::vector<MongodbRange> ranges;
  for (std::uint32_t entry = 0; entry < problem.entries(); ++entry) {
    if (!problem.pinned[entry] && problem.bytes[entry] > static_cast<std::uint64_t>(chunk_size)) {
      return Error{ErrorCode::out_of_range,
                   item_path("entries", entry) + ".bytes",
                   {decimal(problem.bytes[entry]), "0", decimal(static_cast<std::uint64_t>(chunk_size))}};
    }
    ranges.push_back({problem.holders[entry], problem.pinned[entry] != 0});
    shards[problem.holders[entry]].bytes += static_cast<std::int64_t>(problem.bytes[entry]);
  }
  Plan plan;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const auto moves = mongodb_round(shards, ranges, chunk_size);
    if (moves.empty()) break;
    for (const Move& move : moves) {
      const auto bytes = static_cast<std::int64_t>(problem.bytes[move.entry]);
      ranges[move.entry].shard = move.to;
      shards[move.from].bytes -= bytes;
      shards[move.to].bytes += bytes;
      plan.moves.push_back(move);
    }
  }
  return plan;
}

}  // namespace reshard::rebalance::tools
