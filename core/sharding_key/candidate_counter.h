#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/sharding_key/distinct_sketch.h"
#include "core/sharding_key/frequent_values.h"
#include "core/sharding_key/key_profile.h"
#include "core/sharding_key/shard_map.h"
#include "core/sharding_key/value_table.h"

namespace reshard {

/// The values of one candidate: a table of all, or, once that is taken away, sketches of them.
class CandidateCounter {
 public:
  /// `shards` may be null, and must outlive this.
  explicit CandidateCounter(const ShardMap* shards);

  /// Counts the values of rows by their hashes. Whether each is known to have come for the first time; `fresh`: the caller knows that.
  bool add(const ValueRows& rows, bool fresh = false);

  bool exact() const { return table_.has_value(); }
  std::uint64_t memory_bytes() const;

  /// What the table would take if it grew for so many more values; 0 for sketches.
  std::uint64_t bytes_for(std::size_t more) const;

  /// It cannot take so many more values.
  bool full_for(std::size_t more, std::size_t bytes) const;

  /// Goes on in constant memory.
  void sketch();

  /// Into distinct, exact, top, rest_at_most, spread, refused. Once, at the end.
  void finish(std::uint32_t top, CandidateFigures& figures);

  /// After finish(), the shards of values, by their hashes, as place_all() saw them; nothing where they are not known.
  bool shards_of(std::span<const std::uint64_t> hashes, std::span<const std::string_view> values,
                 std::span<std::uint32_t> shards) const;

 private:
  std::span<const std::string_view> texts_of(const ValueRows& rows);
  void place_rows(std::span<const std::string_view> values, std::span<const std::uint32_t> times);
  void finish_table(std::uint32_t top, CandidateFigures& figures);
  void finish_sketch(std::uint32_t top, CandidateFigures& figures);

  const ShardMap* shards_;
  std::optional<ValueTable> table_;
  std::vector<std::uint32_t> owners_;  // by number of the table's values, at the end

  DistinctSketch distinct_;
  FrequentValues frequent_;
  std::vector<std::uint64_t> counts_;  // of sketches: rows by shard
  TextChunks pairs_;                   // of the rows that are added to sketches
  std::vector<std::string_view> texts_;
  std::uint64_t unplaced_ = 0;
  std::optional<std::string> refused_value_;
  std::optional<Error> refused_;
};

}  // namespace reshard
