#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/sharding_key/query_template.h"

namespace reshard {

/// base^exponent, by multiplication alone: the same bits everywhere.
double power(double base, std::uint64_t exponent);

/// How many of n shards k random values are on, as expected: n (1 - (1 - 1/n)^k).
double expected_shards(double n, std::uint64_t k);

enum class Asks : std::uint8_t { kOne, kSome, kAll };
enum class Because : std::uint8_t { kKey, kIn, kNoKey, kRange, kJoinCrosses, kNotUnderstood, kInsert };
enum class JoinStays : std::uint8_t { kNone, kOnOneShard, kCrosses };

/// What a query asks of the shards when a key is chosen.
struct FanOut {
  Asks asks = Asks::kAll;
  Because because = Because::kNoKey;
  JoinStays join = JoinStays::kNone;
  std::uint64_t values = 1;  ///< of the key, where it is given
  double shards = 0;         ///< expected
  double writes = 0;         ///< shards that it changes, expected
  bool moves_row = false;
};

/// What is known of other tables.
struct OtherTables {
  std::vector<std::string> reference;       ///< on every node in full
  std::map<std::string, std::string> keys;  ///< of those named; the others' is the column that joins them
};

/// `route`: the columns that decide the shard.
FanOut fan_out(const QueryTemplate& query, const TemplateColumns& columns, const std::vector<std::string>& route,
               const OtherTables& others, std::uint32_t shards);

}  // namespace reshard
