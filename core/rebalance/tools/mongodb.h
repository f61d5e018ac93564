#pragma once

#include "core/rebalance/tools/tool.h"

namespace reshard::rebalance::tools {

inline constexpr std::string_view kMongodbOptions = "chunk_size max_rounds";

/// A range of a collection, in order of the shard key.
struct MongodbRange {
  std::uint32_t shard;
  bool jumbo = false;

  bool operator==(const MongodbRange&) const = default;
};

struct MongodbShard {
  std::int64_t bytes = 0;  ///< of the collection
  bool draining = false;
  bool available = true;  ///< whether it takes part in this round
};

/// What MongoDB's balancer moves in one round since 6.0.3, where it goes by bytes, of a collection without zones: first
/// from shards that drain, then from the fullest shard to the emptiest one while that is worth it; each shard takes part
/// in one migration. `entry` of a move is the range's number.
std::vector<Move> mongodb_round(std::span<const MongodbShard> shards, std::span<const MongodbRange> ranges,
                                std::int64_t chunk_size);

/// Rounds until nothing moves, or `max_rounds`. Entries are the ranges, in order; jumbo are those that are pinned.
/// `chunk_size` is in bytes, 128 MB by default. A larger range is refused, unless it is pinned: MongoDB moves so much of
/// it, which is then a range of its own. Within this size, each round leaves less to even out.
Result<Plan> mongodb_balance(const Problem& problem, Options options);

}  // namespace reshard::rebalance::tools
