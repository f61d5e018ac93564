#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/sharding_key/sketches/value_order.h"

namespace reshard {

inline constexpr std::size_t kMaxProfileColumns = 200;
inline constexpr std::size_t kMaxCandidates = 6;  ///< single columns, and as many pairs
inline constexpr std::size_t kMaxTop = 100;

/// What to profile in a table. Columns are given by position.
struct ProfileSpec {
  std::vector<std::string> columns;
  std::vector<std::vector<std::uint32_t>> candidates;  ///< one column each, or two
  std::optional<std::uint32_t> time;                   ///< none: the order of the rows
  std::uint64_t seed = 0;                              ///< for the sample
  std::uint32_t top = 10;
  std::uint64_t memory = std::uint64_t{768} << 20;
  std::uint32_t sample = 1 << 17;
};

/// "user_id", or "user_id, created_at".
std::string candidate_id(const ProfileSpec& spec, std::span<const std::uint32_t> columns);

struct TopValue {
  std::string value;
  std::uint32_t count = 0;
  std::uint32_t error = 0;  ///< count - error <= occurrences <= count
  std::optional<std::uint32_t> shard;
};

/// How rows are distributed over the shards.
struct KeySpread {
  std::vector<std::uint64_t> counts;                ///< rows by shard
  std::optional<std::vector<std::uint64_t>> units;  ///< different values by shard, if known
  std::uint64_t unplaced = 0;
  double mean = 0;
  double max_to_mean = 0;
  double cv = 0;
  std::uint32_t largest = 0;  ///< the shard with the most rows
};
KeySpread spread_of(std::vector<std::uint64_t> counts, std::uint64_t unplaced);

struct RankFigures {
  std::optional<double> rho;
  ValueOrder order = ValueOrder::kText;
  std::uint64_t rows = 0;
  bool exact = true;
  double error = 0;
};

/// Where the newest rows are.
struct NewestRows {
  bool last_hour = false;  ///< otherwise the newest 1 %
  std::uint64_t rows = 0;
  std::string from, to;
  std::uint32_t shard = 0;
  double share = 0;
  std::uint64_t units = 0;
};

struct CandidateFigures {
  std::string id;
  std::vector<std::uint32_t> columns;
  std::uint64_t rows = 0, nulls = 0;
  double distinct = 0;
  bool exact = true;
  double effective = 0;  ///< how many equal values would be as uneven: rows² / Σ (rows of a value)²
  std::vector<TopValue> top;
  std::uint32_t rest_at_most = 0;
  RankFigures rank;
  std::optional<KeySpread> spread;
  std::optional<std::string> refused_value;
  std::optional<Error> refused;
  std::optional<NewestRows> newest;
  std::uint64_t memory_bytes = 0;
};

struct ColumnFigures {
  std::uint64_t nulls = 0, bytes = 0;
  bool given = false;
};

struct KeyProfile {
  std::uint64_t rows = 0;
  std::vector<ColumnFigures> columns;
  double row_bytes = 0;
  ValueOrder time_order = ValueOrder::kRows;
  std::uint64_t sampled = 0;
  bool sampled_all = true;
  std::vector<CandidateFigures> candidates;
  std::uint64_t memory_bytes = 0;
};

}  // namespace reshard
