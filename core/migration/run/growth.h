#pragma once

#include <vector>

#include "core/migration/run/run_state.h"

namespace reshard {

/// New shards that take more than their share of the new rows, as in ClickHouse: nothing moves, each write is a new
/// row, and a read asks all shards, since nobody knows which of them has a row. Without growth it has no shards and no
/// rows.
///
/// The rows that it counts at a shard are those that the shard holds.
class Growth {
 public:
  explicit Growth(RunState& state);

  /// Adds a row to the plan: its old node is random among the old shards, its new node random among all by their
  /// weights.
  std::uint32_t add_row();
  /// What a shard has of a row.
  Version rows_at(std::uint32_t key, std::uint32_t node) const;
  /// A row is found wherever it is, since all shards are asked.
  Version row_of(std::uint32_t key) const;
  /// A shard has a row more, or one less.
  void count_row(std::uint32_t node, bool more);

  const std::vector<std::uint32_t>& old_shards() const { return old_shards_; }
  const std::vector<std::uint32_t>& new_shards() const { return new_shards_; }
  const std::vector<std::uint64_t>& node_keys() const { return node_keys_; }
  Time even_at() const { return even_at_; }

 private:
  RunState& state_;
  std::vector<std::uint32_t> old_shards_, new_shards_;  // with rows at the start, and without
  std::uint64_t old_rows_ = 0, new_rows_ = 0;
  std::vector<std::uint64_t> node_keys_;
  Time even_at_ = -1;
};

}  // namespace reshard
