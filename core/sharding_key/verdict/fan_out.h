#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/sharding_key/verdict/query_template.h"

namespace reshard {

/// base^exponent, by multiplication alone: the same bits everywhere.
double power(double base, std::uint64_t exponent);

/// The expected number of shards that hold k random values, of n shards: n (1 - (1 - 1/n)^k).
double expected_shards(double n, std::uint64_t k);

enum class Asks : std::uint8_t { kOne, kSome, kAll };
enum class Because : std::uint8_t { kKey, kIn, kNoKey, kRange, kJoinCrosses, kNotUnderstood, kInsert };
enum class JoinStays : std::uint8_t { kNone, kOnOneShard, kCrosses };

/// What a query asks of the shards under a given key.
struct FanOut {
  Asks asks = Asks::kAll;
  Because because = Because::kNoKey;
  JoinStays join = JoinStays::kNone;
  std::uint64_t values = 1;  ///< of the key, if the query gives it
  double shards = 0;         ///< expected number
  double writes = 0;         ///< expected number of shards that it changes
  bool moves_row = false;
};

/// What is known about other tables.
struct OtherTables {
  std::vector<std::string> reference;       ///< complete on every node
  std::map<std::string, std::string> keys;  ///< their sharding keys; others have the column that joins them
};

/// `route`: the columns that determine the shard.
FanOut fan_out(const QueryTemplate& query, const TemplateColumns& columns, const std::vector<std::string>& route,
               const OtherTables& others, std::uint32_t shards);

}  // namespace reshard
