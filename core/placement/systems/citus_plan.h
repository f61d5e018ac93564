#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

// Which shards Citus' rebalancer moves (rebalance_table_shards(), citus_drain_node(); shard_rebalancer.c of Citus
// 13.2), in the same single-precision arithmetic and order.

namespace reshard::citus {

/// A worker of pg_dist_node; a plan names it by its number in the list, which is in order of nodeid.
struct Worker {
  float capacity = 1;
  bool may_have_shards = true;              ///< shouldhaveshards
  std::vector<std::uint32_t> refuses = {};  ///< ids of shards that it may not have either
};

/// A shard with its placement; of several with the same id, no two are on one worker.
struct Shard {
  std::uint32_t id;
  std::uint32_t worker;
  float cost = 1;
  std::uint32_t group = 0;  ///< its colocation group
};

struct Move {
  std::uint32_t shard;  ///< its id
  std::uint32_t from, to;

  bool operator==(const Move&) const = default;
};

/// A row of pg_dist_rebalance_strategy, and the arguments of the call.
struct Options {
  float threshold = 0;
  float improvement = 0;
  bool drain_only = false;
  std::size_t max_moves = ~std::size_t{0};
};

/// The moves, in order: first those of all shards that are where they may not be, then those that even out. Colocation
/// groups are planned one after the other; those with fewer shards than there are workers are planned last, as one. Adds to `ignored` the moves that gained too
/// little for options.improvement, of which rebalance_table_shards() tells in a notice.
std::vector<Move> rebalance(std::span<const Worker> workers, std::span<const Shard> shards, const Options& options,
                            std::size_t* ignored = nullptr);

}  // namespace reshard::citus
