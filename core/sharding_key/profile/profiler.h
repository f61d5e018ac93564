#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/sharding_key/profile/candidate_counter.h"
#include "core/sharding_key/profile/key_profile.h"
#include "core/sharding_key/profile/shard_map.h"
#include "core/sharding_key/sketches/row_sample.h"
#include "core/sharding_key/sketches/value_column.h"

namespace reshard {

/// Reads the rows of a table once, in batches, and reports how good a key each candidate would be. Exact as long as the
/// tables of values fit; otherwise the largest becomes a sketch, and so on.
class Profiler {
 public:
  /// `spec` must be valid (read_profile_spec()). `shards`: null if nothing is to be reported about shards.
  Profiler(ProfileSpec spec, std::unique_ptr<const ShardMap> shards);

  /// Adds rows; all columns have the same length, and those left out may be neither candidates nor the time. Errors
  /// (field "batch[2]", "batch[2][17]"): columns that do not fit, and values of a candidate that are too long.
  Status add(std::span<const std::optional<ValueColumn>> columns);

  std::uint64_t rows() const { return rows_; }
  std::uint64_t memory_bytes() const;
  bool exact() const;

  KeyProfile finish();

  const ProfileSpec& spec() const { return spec_; }
  const ShardMap* shards() const { return shards_.get(); }

  static constexpr std::uint64_t kMostRows = 4'000'000'000;
  static constexpr std::size_t kMostInBatch = 1'000'000;

 private:
  struct Candidate {
    std::vector<std::uint32_t> columns;
    std::vector<std::size_t> keys;  // positions of the columns in keys_
    std::unique_ptr<CandidateCounter> counter;
    std::uint64_t nulls = 0;
  };

  Status check(std::span<const std::optional<ValueColumn>> columns) const;
  void count_columns(std::span<const std::optional<ValueColumn>> columns);
  void read_block(std::size_t key, const ValueColumn& column, std::size_t first, std::size_t last);
  void count_block(Candidate& candidate);
  void make_room(std::size_t more);
  std::size_t key_of(std::uint32_t column) const;

  ProfileSpec spec_;
  std::unique_ptr<const ShardMap> shards_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> keys_;  // the columns of candidates and of the time, each once
  std::vector<ColumnFigures> columns_;
  std::uint64_t rows_ = 0;
  std::optional<RowSample> sample_;

  /// A block of rows of one column: its values, and their hashes.
  struct Block {
    std::vector<std::string_view> values;
    std::vector<std::uint64_t> hashes;
    bool some_empty = false;
    bool all_fresh = false;  // all values are new and different: then so is every pair with one of them
  };
  std::vector<Block> blocks_;  // for candidates, by position in keys_
  Block first_;                // the rows with a value, for a candidate that lacks some
  std::vector<std::string_view> second_;
};

}  // namespace reshard
