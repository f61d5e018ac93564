#pragma once

#include <cstdint>
#include <span>
#include <vector>

// Which chunks MongoDB's balancer moves as long as it counts them, until 6.0.2 (BalancerPolicy::balance() of
// balancer_policy.cpp): round after round, and of each shard at most one chunk, to or from it, in a round.

namespace reshard::mongodb {

/// In no zone's range.
inline constexpr std::uint32_t kNoZone = ~std::uint32_t{0};

struct Shard {
  bool draining = false;
  std::vector<std::uint32_t> zones = {};  ///< in order of their names, from 0
  bool available = true;                  ///< whether it takes part in this round
};

struct Chunk {
  std::uint32_t shard;
  std::uint32_t zone = kNoZone;
};

struct Migration {
  std::uint32_t chunk;
  std::uint32_t from, to;

  bool operator==(const Migration&) const = default;
};

/// The migrations of one round: from shards that drain, then of chunks that are on no shard of their zone, then from
/// full shards to empty ones in each zone, which has all chunks and shards for those in no zone. Of equally loaded
/// shards it takes the first. `zones`: how many zones have a range.
std::vector<Migration> balancing_round(std::span<const Shard> shards, std::span<const Chunk> chunks,
                                       std::uint32_t zones);

/// Rounds until nothing moves any more.
void balance(std::span<const Shard> shards, std::span<Chunk> chunks, std::uint32_t zones);

}  // namespace reshard::mongodb
