#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/json_reader.h"
#include "core/sharding_key/profile/key_profile.h"
#include "core/sharding_key/profile/shard_map.h"

namespace reshard {

/// The basis of a verdict: a profile read from JSON, which may come from another machine.
struct KnownCandidate {
  struct Value {
    std::string text;
    double count = 0;
    std::optional<std::uint32_t> shard;
  };
  struct Newest {
    bool last_hour = false;
    double rows = 0;
    std::string from, to;
    std::uint32_t shard = 0;
    double share = 0;
  };

  std::string id;
  std::vector<std::string> columns;
  double rows = 0, nulls = 0, distinct = 0, largest = 0;
  std::optional<double> rho;
  std::vector<Value> top;
  std::optional<double> effective;  ///< how many equal values would be as uneven
  std::vector<double> counts;       ///< rows by shard; empty if unknown
  std::vector<double> units;        ///< different values by shard; empty if unknown
  std::optional<Newest> newest;
};

struct KnownProfile {
  double rows = 0, row_bytes = 0;
  std::vector<std::string> columns;
  std::vector<std::string> shards;
  std::vector<KnownCandidate> candidates;
};

Json shard_json(std::optional<std::uint32_t> shard);  ///< its position, or null
Json profile_json(const KeyProfile& profile, const ProfileSpec& spec, const ShardMap* shards);
Json spread_json(const KeySpread& spread);

/// Errors name the field: "profile.candidates[2].rows".
Result<KnownProfile> read_profile(const Json& json);

}  // namespace reshard
