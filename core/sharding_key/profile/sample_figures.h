#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/sharding_key/profile/candidate_counter.h"
#include "core/sharding_key/profile/key_profile.h"
#include "core/sharding_key/sketches/row_sample.h"
#include "core/sharding_key/sketches/value_order.h"

namespace reshard {

/// What a sample of rows tells about candidates: how they correlate with time, and where the newest rows are.
class SampleFigures {
 public:
  /// `time`: the column of the sample with the time; if there is none, the order of the rows.
  SampleFigures(const RowSample& sample, std::optional<std::size_t> time);

  ValueOrder time_order() const { return time_order_; }

  /// For one column of the sample, or for a pair ordered by the first, then by the second.
  RankFigures rank(std::span<const std::size_t> columns);

  /// Nothing if none of the newest rows has a value, or their shards are unknown.
  std::optional<NewestRows> newest(std::span<const std::size_t> columns, const CandidateCounter& counter,
                                   std::size_t shards) const;

  static constexpr std::uint64_t kFewestOfHour = 100;

 private:
  /// A column of the sample, shared by candidates: its order, and the ranks of all its rows.
  struct Side {
    bool read = false;
    std::vector<std::string_view> texts;
    OrderedValues values;
    std::vector<std::uint32_t> ranks;
  };
  const Side& side(std::size_t column);
  void find_newest();
  std::string time_text(std::uint32_t at) const;

  const RowSample& sample_;
  std::optional<std::size_t> time_;
  std::vector<std::string_view> times_;  // empty if the order of rows is the time
  std::vector<double> when_;             // by row of the sample
  ValueOrder time_order_ = ValueOrder::kRows;
  std::vector<std::uint32_t> when_ranks_;
  std::vector<Side> sides_;            // by column, filled when needed
  std::vector<std::uint32_t> newest_;  // rows of the sample, oldest first
  bool last_hour_ = false;
};

}  // namespace reshard
