#pragma once

#include <cstdint>
#include <vector>

#include "core/sharding_key/verdict/known_profile.h"

namespace reshard {

/// What other placements of the same rows would give. Which shard gets a value is as good as random: another table,
/// other names of the nodes, or one shard more place all values anew. So a profile's spread over the shards is one draw
/// of many, and a difference between two keys that other draws do not confirm is chance.
///
/// A draw has two parts. How much of all values a shard gets: 1/n times 1 + cv g, with Gaussian g and the cv that the
/// profile's distinct values show beyond that of a multinomial distribution; it is the same for all candidates, which
/// share the map. And which values: the most frequent ones go to a shard each, one by one. The others go as so many
/// equal values as have the same sum of squares (their effective number), one by one where they are few, and else with
/// the Gaussian approximation of a multinomial distribution.
class PlacementNoise {
 public:
  PlacementNoise(const KnownProfile& profile, std::uint32_t shards);

  /// The share of the candidate's rows on each shard, in draw number `draw`.
  std::vector<double> shares(const KnownCandidate& candidate, std::uint32_t draw) const;

  double cv() const { return cv_; }

 private:
  std::uint32_t shards_;
  double cv_ = 0;  // of the shards' parts of all values
};

}  // namespace reshard
