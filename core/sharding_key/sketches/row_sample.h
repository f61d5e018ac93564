#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/sharding_key/sketches/value_column.h"

namespace reshard {

/// A uniform sample of rows, in their order: all rows, as long as they fit; then each row whose number has a hash below
/// a bound, which is halved whenever there are too many. The sample does not depend on how rows are split into batches.
class RowSample {
 public:
  RowSample(std::size_t columns, std::size_t most, std::uint64_t seed);

  /// Adds rows. There must be as many columns as the constructor was told.
  void add(std::span<const ValueColumn> columns);

  std::size_t size() const { return rows_.size(); }
  bool all() const { return halved_ == 0; }
  std::span<const std::uint64_t> rows() const { return rows_; }  ///< their numbers, from 0

  /// The values of one column, by row of the sample. Valid until the next add().
  std::vector<std::string_view> values(std::size_t column) const;

  std::uint64_t memory_bytes() const;

 private:
  struct Column {
    std::string bytes;
    std::vector<std::uint64_t> ends;
  };

  std::uint64_t hash_of(std::uint64_t row) const;
  void halve();

  std::size_t most_;
  std::uint64_t seed_;
  unsigned halved_ = 0;
  std::uint64_t next_row_ = 0;
  std::vector<std::uint64_t> rows_;
  std::vector<Column> columns_;
};

}  // namespace reshard
