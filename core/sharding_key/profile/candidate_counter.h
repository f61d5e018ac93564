#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/sharding_key/profile/key_profile.h"
#include "core/sharding_key/profile/shard_map.h"
#include "core/sharding_key/sketches/distinct_sketch.h"
#include "core/sharding_key/sketches/frequent_values.h"
#include "core/sharding_key/sketches/value_table.h"

namespace reshard {

/// Counts the values of one candidate: in a table of all values or, once that has been given up, in sketches.
class CandidateCounter {
 public:
  /// `shards` may be null, and must outlive this.
  explicit CandidateCounter(const ShardMap* shards);

  /// Counts the values of rows by their hashes. `fresh`: the caller knows that all are new. Returns whether all are
  /// known to be new.
  bool add(const ValueRows& rows, bool fresh = false);

  bool exact() const { return table_.has_value(); }
  std::uint64_t memory_bytes() const;

  /// The size of the table if it grew for this many more values; 0 for sketches.
  std::uint64_t bytes_for(std::size_t more) const;

  /// Whether the table cannot take this many more values.
  bool full_for(std::size_t more, std::size_t bytes) const;

  /// Replaces the table by sketches, which need constant memory.
  void sketch();

  /// Fills in distinct, exact, top, rest_at_most, spread and refused. To be called once, at the end.
  void finish(std::uint32_t top, CandidateFigures& figures);

  /// The shards of values, by their hashes, as place_all() found them; false if they are not known. For use after
  /// finish().
  bool shards_of(std::span<const std::uint64_t> hashes, std::span<const std::string_view> values,
                 std::span<std::uint32_t> shards) const;

 private:
  std::span<const std::string_view> texts_of(const ValueRows& rows);
  void place_rows(std::span<const std::string_view> values, std::span<const std::uint32_t> times);
  void finish_table(std::uint32_t top, CandidateFigures& figures);
  void spread_table(std::span<const std::uint32_t> counts, CandidateFigures& figures);
  void name_largest(std::span<const std::uint32_t> counts, std::uint32_t top, CandidateFigures& figures) const;
  void finish_sketch(std::uint32_t top, CandidateFigures& figures);

  const ShardMap* shards_;
  std::optional<ValueTable> table_;
  std::vector<std::uint32_t> owners_;  // by number of the value in the table, set at the end

  DistinctSketch distinct_;
  FrequentValues frequent_;
  std::vector<std::uint64_t> counts_;  // rows by shard, counted with sketches
  TextChunks pairs_;                   // of the rows being added to sketches
  std::vector<std::string_view> texts_;
  std::uint64_t unplaced_ = 0;
  std::optional<std::string> refused_value_;
  std::optional<Error> refused_;
};

}  // namespace reshard
